// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/torch/operator_launch_overhead.h"

#include "core/base/clock.h"
#include "core/base/translation_mark.h"
#include "core/roofs/roof_run.h"
#include "core/roofs/roof_value.h"
#include "core/timing/device/torch_device.h"
#include "core/torchscript/load/torch_errors.h"

#include <ATen/Functions.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <exception>

namespace rooflight {

namespace {

/// So many that the marks around them do not count, so few that a GPU's queue is not full.
constexpr int callsPerRepetition = 500;

/// Part of the time, in all rounds together.
constexpr double launchWeight = 0.6;

/// Of a round, also if others have taken longer than their part.
constexpr double minimumLaunchSeconds = 0.02;

} // namespace

OperatorLaunchOverhead::OperatorLaunchOverhead(std::unique_ptr<TimedDevice> device, std::function<void()> call,
                                               Effort effort)
    : m_device(std::move(device))
    , m_call(std::move(call))
    , m_limits(steadyLimits(effort))
{
    m_limits.quantile = 1 - bestQuarterMiddle;
    m_roof.limit = LaunchLimit { LaunchPattern::Operator };
}

Result<std::unique_ptr<OperatorLaunchOverhead>> OperatorLaunchOverhead::ofTorch(c10::Device device, Effort effort)
{
    try {
        const c10::InferenceMode inference;
        at::Tensor number = at::zeros({ 1 }, at::TensorOptions().device(device));
        auto overhead = std::make_unique<OperatorLaunchOverhead>(
            makeTimedDevice(device), [number] { number.add_(1); }, effort);
        overhead->m_roof.setName(composedText(QT_TRANSLATE_NOOP("Phrases", "Operator")), "LibTorch");
        overhead->m_roof.instructions = "LibTorch, aten::add_ of one number";
        overhead->m_roof.threads = device.is_cpu() ? 1 : 0;
        return overhead;
    } catch (const std::exception &) {
        return currentExceptionAsError("aten::add_", ModelStage::Running);
    }
}

double OperatorLaunchOverhead::weight(RoundNumber round) const
{
    return launchWeight / round.count;
}

double OperatorLaunchOverhead::secondsPerCall()
{
    m_device->synchronize();
    const double totalNs = spanNs(*m_device, [this] {
        for (int i = 0; i < callsPerRepetition; ++i)
            m_call();
    });
    return totalNs / callsPerRepetition / nsPerSecond;
}

Result<void> OperatorLaunchOverhead::runRound(const RoofRound &round)
{
    try {
        const c10::InferenceMode inference;
        static_cast<void>(secondsPerCall()); // what is compiled or loaded at first does not count
        SteadyLimits limits = m_limits;
        limits.maximumSeconds = std::max(minimumLaunchSeconds, round.secondsLeft());
        limits.minimumSeconds = limits.maximumSeconds / 2;
        m_rounds.push_back(round.repeat(m_roof.name, limits, [this]() -> Result<double> { return secondsPerCall(); }));
    } catch (const std::exception &) {
        Error error = currentExceptionAsError("aten::add_", ModelStage::Running);
        if (m_rounds.empty() || error.code == ErrorCode::DeviceMissing)
            return error;
        m_lacksRounds = true; // those before stay
    }
    return {};
}

std::vector<Roof> OperatorLaunchOverhead::results()
{
    if (m_rounds.empty())
        return {};
    setReachedValue(m_roof, m_rounds, m_limits.quantile);
    if (m_lacksRounds && !m_roof.hasFlag("few_samples"))
        m_roof.flags.emplace_back("few_samples");
    return { std::move(m_roof) };
}

} // namespace rooflight
