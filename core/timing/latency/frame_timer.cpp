// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/frame_timer.h"

namespace rooflight {

FrameTimer::FrameTimer(TimedDevice &device)
    : m_device(device)
{
}

std::int64_t FrameTimer::moduleBegan(const c10::ivalue::Object *, c10::ArrayRef<const c10::IValue>)
{
    return open(m_layers);
}

void FrameTimer::moduleEnded(std::int64_t frame)
{
    m_layers[static_cast<std::size_t>(frame)].end = m_device.mark();
}

std::int64_t FrameTimer::operatorBegan(const OperatorFacts &, c10::ArrayRef<const c10::IValue>)
{
    return open(m_operators);
}

void FrameTimer::operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue>)
{
    m_operators[static_cast<std::size_t>(frame)].end = m_device.mark();
}

std::int64_t FrameTimer::open(std::vector<Span> &spans)
{
    Span &span = spans.emplace_back();
    span.begin = m_device.mark();
    return static_cast<std::int64_t>(spans.size()) - 1;
}

void FrameTimer::reset()
{
    m_device.forgetMarks();
    m_layers.clear();
    m_operators.clear();
}

std::vector<double> FrameTimer::durations(const std::vector<Span> &spans, const std::vector<double> &times)
{
    std::vector<double> result;
    result.reserve(spans.size());
    for (const Span &span : spans)
        result.push_back(times[span.end] - times[span.begin]);
    return result;
}

std::vector<double> FrameTimer::layerDurations(const std::vector<double> &times) const
{
    return durations(m_layers, times);
}

std::vector<double> FrameTimer::operatorDurations(const std::vector<double> &times) const
{
    return durations(m_operators, times);
}

} // namespace rooflight
