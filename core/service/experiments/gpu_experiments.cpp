// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/gpu_experiments.h"

#include "core/model/paired_trials.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rooflight {

namespace {

/// Of changes that are made in the process of the call as it is.
constexpr std::array inPlainProcess {
    std::pair { Experiment::MemoryFormat, CallChange::ChannelsLast },
    std::pair { Experiment::Contiguous, CallChange::Contiguous },
    std::pair { Experiment::Tf32, CallChange::Tf32 },
    std::pair { Experiment::NoTf32, CallChange::NoTf32 },
    std::pair { Experiment::Float16, CallChange::Float16 },
    std::pair { Experiment::BFloat16, CallChange::BFloat16 },
    std::pair { Experiment::Padding, CallChange::Padded },
    std::pair { Experiment::HalfBytes, CallChange::SmallFootprint },
    std::pair { Experiment::CopiedBytes, CallChange::CopiedBytes },
};

/// So many that the launch of the first is a small part, and no more than take two milliseconds.
std::int64_t callsInARow(double callNs)
{
    constexpr double longNs = 2e6;
    constexpr double least = 2;
    constexpr double most = 20;
    return static_cast<std::int64_t>(std::clamp(longNs / std::max(callNs, 1.0), least, most));
}

TrialControl controlOf(const CallVariant &control, const OtherLoad &load)
{
    const PairedRatio ratio = ratioOf(control);
    return { ratio.median, ratio.interval, static_cast<std::int64_t>(ratio.rounds), hasOtherLoad(control, load) };
}

} // namespace

std::vector<CallVariant> GpuExperiments::changes(const CallRequest &request)
{
    CallVariant plain { .experiment = Experiment::Control, .process = m_processes.plain, .call = request, .times = {} };
    plain.call.timing = CallTiming::Held;
    if (!isPrepared(m_pool, plain)) {
        plain.call.timing = CallTiming::AsCalled;
        if (!isPrepared(m_pool, plain))
            return {};
    }
    m_callNs = warmCallNs(m_pool, plain);
    std::vector<CallVariant> variants { plain };
    const auto add = [&](Experiment experiment, BenchmarkProcess *process, CallChange change, double perItem = 1) {
        CallVariant variant = plain;
        variant.experiment = experiment;
        variant.process = process;
        variant.call.change = change;
        variant.perItem = perItem;
        if (isPrepared(m_pool, variant))
            variants.push_back(std::move(variant));
    };
    add(Experiment::Control, m_processes.control, CallChange::None);
    for (const auto &[experiment, change] : inPlainProcess)
        add(experiment, m_processes.plain, change);
    if (plain.call.timing == CallTiming::Held) { // else it would save launches
        // By the copy a proof knows what a larger batch saves by reading once what all items share.
        const bool knowsMemory = variants.back().experiment == Experiment::CopiedBytes;
        add(Experiment::LargerBatch, m_processes.plain, knowsMemory ? CallChange::LargerBatch : CallChange::Merged,
            1.0 / mergedCalls);
    }
    add(Experiment::CudnnBenchmark, m_processes.benchmarks, CallChange::CudnnBenchmark);
    if (request.caches == Caches::Cold) {
        CallVariant warm = plain;
        warm.experiment = Experiment::ColdCaches;
        warm.call.caches = Caches::Warm;
        variants.push_back(std::move(warm));
    }
    return variants;
}

Result<void> GpuExperiments::compareLaunches(ExplainedOperator &op, const CallRequest &request,
                                             CallComparison &comparison, double seconds, const OtherLoad &load)
{
    CallVariant called {
        .experiment = Experiment::Control, .process = m_processes.plain, .call = request, .times = {}
    };
    called.call.caches = Caches::Warm; // what flushes them would be launched, too
    called.call.timing = CallTiming::AsCalled;
    called.call.row = callsInARow(m_callNs);
    CallVariant control = called;
    control.process = m_processes.control;
    CallVariant graph = called;
    graph.experiment = Experiment::CudaGraph;
    graph.process = m_processes.graphs;
    graph.call.timing = CallTiming::Graph;
    if (!isPrepared(m_pool, called) || !isPrepared(m_pool, control) || !isPrepared(m_pool, graph))
        return {};
    if (Result<void> compared = comparison.compare({ &called, &control, &graph }, seconds); !compared.ok())
        return compared;
    if (doubtOf(controlOf(control, load)) == TrialDoubt::None)
        addRatio(op, graph);
    return {};
}

} // namespace rooflight
