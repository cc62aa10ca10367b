// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/roof_benchmark.h"

#include <algorithm>

namespace rooflight {

RoofRound::RoofRound(RoundNumber number, double seconds, const MeasurementContext &context, Report report)
    : m_number(number)
    , m_context(context)
    , m_report(std::move(report))
    , m_start(context.now())
    , m_end(m_start + seconds)
{
}

void RoofRound::report(std::string_view roof) const
{
    const double seconds = m_end - m_start;
    m_report(roof, seconds > 0 ? std::min(1.0, (now() - m_start) / seconds) : 1);
}

Repetitions RoofRound::repeat(std::string_view roof, const SteadyLimits &limits,
                              const std::function<Result<double>()> &repetition) const
{
    return repeatUntilSteady(limits, repetition, m_context, [this, roof](double) { report(roof); });
}

SteadyLimits within(SteadyLimits limits, double seconds)
{
    limits.maximumSeconds = std::min(limits.maximumSeconds, seconds);
    limits.minimumSeconds = std::min(limits.minimumSeconds, limits.maximumSeconds);
    return limits;
}

} // namespace rooflight
