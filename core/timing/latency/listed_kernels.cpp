// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"

#include "core/model/error_sentences.h"
#include "core/timing/cuda/profiled_work.h"
#include "core/timing/device/torch_device.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/frame_tracer.h"

#include <c10/util/ApproximateClock.h>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int profiledRuns = 5;

/// Notes when operators begin and end, by the clock of LibTorch's profiler.
class OperatorClock : public FrameListener
{
public:
    std::int64_t moduleBegan(const c10::ivalue::Object *, c10::ArrayRef<const c10::IValue>) override { return 0; }
    void moduleEnded(std::int64_t) override { }

    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue>) override
    {
        m_operators.push_back({ facts.name, { c10::getTime(), 0, at::RecordFunction::currentThreadId() } });
        return static_cast<std::int64_t>(m_operators.size()) - 1;
    }

    void operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue>) override
    {
        m_operators[static_cast<std::size_t>(frame)].span.endNs = c10::getTime();
    }

    [[nodiscard]] std::vector<NotedOperator> takeOperators() { return std::move(m_operators); }

private:
    std::vector<NotedOperator> m_operators;
};

std::size_t operatorCount(const LayerLatencies &latencies)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        latencies.items, [](const ItemLatency &item) { return item.item.kind == ItemId::Kind::Operator; }));
}

} // namespace

ProfiledRun profiledRun(LoadedModel &model, const ModelInputs &inputs, OperatorCatalog &operators)
{
    const std::unique_ptr<TimedDevice> device = makeTimedDevice(model.device());
    OperatorClock clock;
    ProfiledRun run;
    const auto instrumentedRun = [&] {
        const FrameTracer tracer(clock, operators, FrameTracer::Values::NotNeeded);
        model.run(inputs.values);
        tracer.rethrow();
    };
    run.work = profiledWork(
        instrumentedRun, [&] { device->synchronize(); }, ProfiledSides::GpuAndHost);
    inputs.restore();
    run.operators = clock.takeOperators();
    return run;
}

void addKernels(LayerLatencies &latencies, KernelLists lists)
{
    for (ItemLatency &item : latencies.items) {
        if (item.item.kind == ItemId::Kind::Operator)
            item.kernels = std::move(lists.operators[static_cast<std::size_t>(item.item.id)]);
        else if (item.item.id == 0)
            item.kernels = lists.outside;
    }
}

void listKernels(LoadedModel &model, const ModelInputs &inputs, OperatorCatalog &operators,
                 const MeasurementContext &context, LayerLatencies &latencies)
{
    if (model.device().is_cpu() || context.stopRequested())
        return;
    std::vector<ProfiledRun> runs;
    CountCriterion counted(profiledRuns);
    const auto profileOnce = [&]() -> Result<bool> {
        runs.push_back(profiledRun(model, inputs, operators));
        counted.add(0);
        if (runs.back().work.kernels.empty())
            return noKernelsNoted();
        if (runs.back().operators.size() != operatorCount(latencies))
            return errorOf(ErrorSentence::OtherOperators, {});
        return true;
    };
    std::optional<Error> error;
    try {
        error = repeatUntilDone(counted, context, profileOnce).error;
    } catch (...) {
        error = currentExceptionAsError(model.path(), ModelStage::Running);
    }
    if (error)
        latencies.noKernels = error->text;
    else
        addKernels(latencies, kernelLists(runs));
}

} // namespace rooflight
