// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"

#include "core/sampling/other_load_sampler.h"
#include "core/statistics/sample_set.h"
#include "core/timing/device/device_memory.h"
#include "core/timing/device/torch_device.h"

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

ModelLatency latencyFrom(const LoadedModel &model, const ModelInputs &inputs, const Device &device,
                         std::string_view method, const SampledRuns &runs)
{
    ModelLatency latency;
    latency.device = device;
    latency.method = method;
    latency.execution = model.execution();
    latency.batch = inputs.batch.items;
    latency.batchSource = inputs.batch.source;
    latency.batchReason = inputs.batch.reason;
    latency.block = runs.callsPerSample;
    latency.warmupEnd = name(runs.warmupEnd);
    latency.end = name(runs.end);
    latency.samples = headlineSampleSet(runs.warmupNs, runs.samplesNs);
    const double calls = static_cast<double>(runs.samplesNs.size()) * static_cast<double>(runs.callsPerSample);
    // The wall clock would also see the flushing of caches.
    const double wallNs =
        latency.execution.caches == Caches::Cold ? calls * latency.samples.summary.meanNs : runs.wallNs;
    if (wallNs > 0)
        latency.throughputPerSecond = static_cast<double>(latency.batch) * calls * 1e9 / wallNs;
    if (runs.waitsForMemory())
        latency.samples.flags.emplace_back(SampleFlag::PageFaults);
    if (runs.isPartial())
        latency.samples.flags.emplace_back(SampleFlag::Partial);
    return latency;
}

void addMemory(const MemoryUse &use, ModelLatency &latency)
{
    latency.allocatedBytes = use.allocatedBytes;
    latency.reservedBytes = use.reservedBytes;
    if (use.allocatorRetries > 0)
        latency.samples.flags.emplace_back(SampleFlag::AllocatorRetries);
}

/// While something else uses the CPU whose energy is read. A GPU hardly notices, and its counter is updated so rarely
/// that every pause would cost more than it saves.
class EnergyPause
{
public:
    EnergyPause(EnergyMeter *energy, c10::Device device, const SampledRuns &runs)
        : m_energy(device.is_cpu() && !runs.samplesNs.empty() ? energy : nullptr)
    {
        if (m_energy)
            m_energy->pause();
    }
    ~EnergyPause()
    {
        if (m_energy)
            m_energy->resume();
    }
    EnergyPause(const EnergyPause &) = delete;
    EnergyPause &operator=(const EnergyPause &) = delete;

private:
    EnergyMeter *m_energy;
};

} // namespace

double timedCallsNs(TimedDevice &device, const std::function<void()> &run, std::int64_t calls, Caches caches,
                    InputKeeper *keeper)
{
    if (caches == Caches::Warm && !(keeper && keeper->mayRestore())) {
        const auto allCalls = [&run, calls] {
            for (std::int64_t call = 0; call < calls; ++call)
                run();
        };
        return spanNs(device, allCalls) / static_cast<double>(calls);
    }
    double sumNs = 0;
    for (std::int64_t call = 0; call < calls; ++call) {
        if (caches == Caches::Cold)
            device.flushCaches();
        sumNs += spanNs(device, run);
        if (keeper)
            keeper->restore();
    }
    return sumNs / static_cast<double>(calls);
}

Measured<ModelLatency> measureModelLatency(LoadedModel &model, const ModelInputs &inputs, const Device &device,
                                           const TrialLimits &limits, const MeasurementContext &context,
                                           const SnapshotSink<ModelLatency> &sink, EnergyMeter *energy)
{
    const std::unique_ptr<TimedDevice> timed = makeTimedDevice(model.device());
    const OtherLoadSampler load;
    DeviceMemorySpan memory(deviceAllocator(model.device()), model.device().index());
    const auto run = [&] { model.run(inputs.values); };
    const auto timedCalls = [&](std::int64_t calls) {
        const double ns = timedCallsNs(*timed, run, calls, model.execution().caches, inputs.keeper.get());
        if (energy)
            energy->ran(calls);
        return ns;
    };
    const auto latencyOf = [&](const SampledRuns &runs) {
        ModelLatency latency = latencyFrom(model, inputs, device, timed->method(), runs);
        std::ranges::move(load.flags(), std::back_inserter(latency.samples.flags));
        addMemory(memory.use(), latency);
        return latency;
    };
    SnapshotSink<SampledRuns> runSink;
    if (sink)
        runSink = [&](const SampledRuns &runs) {
            const EnergyPause pause(energy, model.device(), runs);
            sink(latencyOf(runs));
        };
    const SampledRuns runs = sampleRuns(timedCalls, model.path(), limits, context, runSink, [&memory, energy] {
        memory.begin();
        if (energy)
            energy->begin();
    });
    Measured<ModelLatency> measured;
    measured.error = runs.error;
    if (!runs.warmupNs.empty() || !runs.samplesNs.empty())
        measured.value = latencyOf(runs);
    if (measured.value && energy)
        measured.value->energy = energy->use();
    return measured;
}

} // namespace rooflight
