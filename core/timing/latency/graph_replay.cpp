// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"

#include "core/sampling/sampler.h"
#include "core/statistics/summary.h"
#include "core/timing/device/torch_device.h"
#include "core/torchscript/load/torch_errors.h"

namespace rooflight {

namespace {

constexpr int replays = 20;

} // namespace

void timeGraphReplay(TimedDevice &device, const std::function<void()> &run, const MeasurementContext &context,
                     LayerLatencies &latencies, InputKeeper *keeper)
{
    if (!device.isAsynchronous() || context.stopRequested())
        return;
    const Result<std::function<void()>> replay = device.capture(run);
    if (!replay.ok()) {
        latencies.noGraphReplay = replay.error().text;
        return;
    }
    std::vector<double> timesNs;
    CountCriterion counted(replays);
    static_cast<void>(spanNs(device, replay.value())); // uploads the graph
    const SeriesEnd end = repeatUntilDone(counted, context, [&]() -> Result<bool> {
        timesNs.push_back(spanNs(device, replay.value()));
        if (keeper)
            keeper->restore();
        counted.add(timesNs.back());
        return true;
    });
    if (end.error)
        latencies.noGraphReplay = end.error->text;
    else
        latencies.graphReplayMedianNs = medianOf(std::move(timesNs));
}

void timeGraphReplay(LoadedModel &model, const ModelInputs &inputs, const MeasurementContext &context,
                     LayerLatencies &latencies)
{
    const std::unique_ptr<TimedDevice> device = makeTimedDevice(model.device());
    try {
        timeGraphReplay(
            *device, [&] { model.run(inputs.values); }, context, latencies, inputs.keeper.get());
    } catch (...) {
        latencies.noGraphReplay = currentExceptionAsError(model.path(), ModelStage::Running).text;
    }
}

} // namespace rooflight
