// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/torch/operator_launch_overhead.h"

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

OperatorFloor::OperatorFloor(std::unique_ptr<TimedDevice> device, std::function<void()> call, Effort effort, int visits)
    : m_device(std::move(device))
    , m_call(std::move(call))
    , m_plan(repeatPlan(effort))
{
    m_plan.maximumSeconds = operatorFloorSeconds(effort) / visits;
    m_plan.minimumSeconds = m_plan.maximumSeconds / 2;
    m_plan.fraction = 1 - bestQuarterMiddle;
    m_roof.kind = RoofKind::Launch;
    m_roof.pattern = "operator";
}

std::optional<OperatorFloor> OperatorFloor::ofTorch(c10::Device device, Effort effort, int visits)
{
    try {
        const c10::InferenceMode inference;
        at::Tensor number = at::zeros({ 1 }, at::TensorOptions().device(device));
        OperatorFloor floor(
            makeTimedDevice(device), [number] { number.add_(1); }, effort, visits);
        floor.m_roof.name = "Operator (LibTorch)";
        floor.m_roof.instructions = "LibTorch, aten::add_ of one number";
        floor.m_roof.threads = device.is_cpu() ? 1 : 0;
        return floor;
    } catch (const std::exception &) {
        return std::nullopt;
    }
}

double OperatorFloor::secondsPerCall()
{
    m_device->synchronize();
    const double totalNs = spanNs(*m_device, [this] {
        for (int i = 0; i < callsPerRepeat; ++i)
            m_call();
    });
    return totalNs / callsPerRepeat / nsPerSecond;
}

void OperatorFloor::visit(const std::function<bool()> &cancelled)
{
    if (cancelled())
        return;
    try {
        const c10::InferenceMode inference;
        static_cast<void>(secondsPerCall()); // what is compiled or loaded at first does not count
        m_visits.push_back(repeatUntilSteady(
            m_plan, [this] { return secondsPerCall(); }, [&cancelled](double) { return !cancelled(); }));
    } catch (const std::exception &) {
        m_visits.clear();
    }
}

std::optional<Roof> OperatorFloor::takeRoof()
{
    if (m_visits.empty())
        return std::nullopt;
    setReachedValue(m_roof, m_visits);
    return std::move(m_roof);
}

} // namespace ridgepoint
