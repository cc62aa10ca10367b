// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/model_latency.h"

#include "core/statistics/sample_set.h"
#include "core/timing/device_timer.h"
#include "core/torchscript/torch_errors.h"

#include <chrono>

namespace ridgepoint {

namespace {

double timedRunNs(LoadedModel &model, const ModelInputs &inputs, DeviceTimer &timer)
{
    timer.reset();
    timer.mark();
    model.run(inputs.values);
    timer.mark();
    return timer.resolve().back();
}

} // namespace

std::int64_t batchOf(const ModelInputs &inputs)
{
    for (const ModelInput &input : inputs.described) {
        if (!input.tensor.shape.empty())
            return input.tensor.shape.front();
    }
    return 1;
}

Result<ModelLatency> measureModelLatency(LoadedModel &model, const ModelInputs &inputs, const Device &device,
                                         const LatencyLimits &limits, const RunControl &control)
{
    const std::unique_ptr<DeviceTimer> timer = makeDeviceTimer(model.device());
    WarmupRule warmupRule(limits.warmup);
    StoppingRule stoppingRule(limits.measuring);
    std::vector<double> warmup;
    std::vector<double> samples;
    bool partial = false;
    double wallSeconds = 0;
    try {
        while (!warmupRule.done() && !(partial = control.cancelled())) {
            warmup.push_back(timedRunNs(model, inputs, *timer));
            warmupRule.add(warmup.back());
        }
        const auto begin = std::chrono::steady_clock::now();
        while (!partial && !stoppingRule.done()) {
            samples.push_back(timedRunNs(model, inputs, *timer));
            stoppingRule.add(samples.back());
            control.progress(static_cast<std::int64_t>(samples.size()), 0);
            partial = control.cancelled();
        }
        wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::Running);
    }

    ModelLatency latency;
    latency.device = device;
    latency.method = timer->method();
    latency.executor = name(model.executor());
    latency.batch = batchOf(inputs);
    if (wallSeconds > 0)
        latency.throughputPerSecond =
            static_cast<double>(latency.batch) * static_cast<double>(samples.size()) / wallSeconds;
    latency.samples = sampleSet(std::move(warmup), std::move(samples));
    if (partial)
        latency.samples.flags.emplace_back(SampleFlag::partial);
    return latency;
}

} // namespace ridgepoint
