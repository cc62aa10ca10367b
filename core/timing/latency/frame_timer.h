// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/device/timed_device.h"
#include "core/torchscript/profile/frame_tracer.h"

#include <vector>

namespace rooflight {

/// Notes when each module and operator call of one run begins and ends. Calls are identified by their order, which is
/// the order of RunRecorder's layers and operators.
class FrameTimer : public FrameListener
{
public:
    explicit FrameTimer(TimedDevice &device);

    std::int64_t moduleBegan(const c10::ivalue::Object *module, c10::ArrayRef<const c10::IValue> inputs) override;
    void moduleEnded(std::int64_t frame) override;
    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) override;
    void operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue> outputs) override;

    /// Forgets the last run.
    void reset();

    /// Durations in nanoseconds, from the times that the device resolved its marks to.
    [[nodiscard]] std::vector<double> layerDurations(const std::vector<double> &times) const;
    [[nodiscard]] std::vector<double> operatorDurations(const std::vector<double> &times) const;

private:
    struct Span {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    std::int64_t open(std::vector<Span> &spans);
    [[nodiscard]] static std::vector<double> durations(const std::vector<Span> &spans,
                                                       const std::vector<double> &times);

    TimedDevice &m_device;
    std::vector<Span> m_layers;
    std::vector<Span> m_operators;
};

} // namespace rooflight
