// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/operator_floor.h"

#include "core/statistics/repeats.h"
#include "core/timing/torch_device.h"

#include <ATen/Functions.h>
#include <c10/core/InferenceMode.h>

#include <exception>

namespace ridgepoint {

namespace {

/// So many that the marks around them do not count, so few that a GPU's queue is not full.
constexpr int callsPerRepeat = 500;

constexpr double nsPerSecond = 1e9;

} // namespace

double operatorFloorSeconds(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return 0.1;
    case Effort::Normal:
        return 0.5;
    case Effort::Thorough:
        break;
    }
    return 2;
}

Roof operatorFloor(TimedDevice &device, const std::function<void()> &call, Effort effort,
                   const std::function<bool()> &cancelled)
{
    Roof roof;
    roof.kind = RoofKind::Launch;
    roof.pattern = "operator";
    const auto secondsPerCall = [&] {
        device.synchronize();
        const double totalNs = spanNs(device, [&call] {
            for (int i = 0; i < callsPerRepeat; ++i)
                call();
        });
        return totalNs / callsPerRepeat / nsPerSecond;
    };
    static_cast<void>(secondsPerCall()); // what is compiled or loaded at first does not count
    RepeatPlan plan = repeatPlan(effort);
    plan.minimumSeconds = operatorFloorSeconds(effort) / 2;
    plan.maximumSeconds = operatorFloorSeconds(effort);
    plan.fraction = 1 - bestQuarterMiddle;
    setValue(roof, repeatUntilSteady(plan, secondsPerCall, [&cancelled](double) { return !cancelled(); }));
    return roof;
}

std::optional<Roof> measureOperatorFloor(c10::Device device, Effort effort, const std::function<bool()> &cancelled)
{
    if (cancelled())
        return std::nullopt;
    try {
        const c10::InferenceMode inference;
        at::Tensor number = at::zeros({ 1 }, at::TensorOptions().device(device));
        const std::unique_ptr<TimedDevice> timed = makeTimedDevice(device);
        Roof roof = operatorFloor(
            *timed, [&number] { number.add_(1); }, effort, cancelled);
        roof.name = "Operator (LibTorch)";
        roof.instructions = "LibTorch, aten::add_ of one number";
        roof.threads = device.is_cpu() ? 1 : 0;
        return roof;
    } catch (const std::exception &) {
        return std::nullopt;
    }
}

} // namespace ridgepoint
