// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/remedy_obstacles.h"

#include "core/machine/cpu_features.h"
#include "core/machine/loader_cache.h"
#include "core/machine/topology.h"
#include "core/service/experiments/preloaded_process.h"

#include <algorithm>
#include <set>

namespace rooflight {

namespace {

RemedyObstacle unless(bool applies, RemedyObstacle obstacle)
{
    return applies ? RemedyObstacle::None : obstacle;
}

/// Of those that change the execution.
RemedyObstacle obstacleOfExecution(RemedyId id, const Execution &execution)
{
    switch (id) {
    case RemedyId::Frozen:
        return unless(execution.executor == Executor::AsLoaded || execution.executor == Executor::Unoptimized,
                      RemedyObstacle::AlreadySo);
    case RemedyId::OptimizedForInference:
        return unless(execution.executor != Executor::OptimizedForInference, RemedyObstacle::AlreadySo);
    case RemedyId::ChannelsLast:
        return unless(execution.memoryFormat != MemoryFormat::ChannelsLast, RemedyObstacle::AlreadySo);
    case RemedyId::BFloat16:
        return unless(execution.precision != ModelPrecision::BFloat16, RemedyObstacle::AlreadySo);
    case RemedyId::Float16:
        return unless(execution.precision != ModelPrecision::Float16, RemedyObstacle::AlreadySo);
    case RemedyId::Tf32:
        return unless(execution.tf32 != Tf32::Allowed, RemedyObstacle::AlreadySo);
    default:
        return RemedyObstacle::None;
    }
}

/// Of those that leave the model in float32, and compute part of it in less.
RemedyObstacle obstacleInsideFloat32(RemedyId id, const RunOfModel &run)
{
    if (run.onGpu)
        return RemedyObstacle::OnlyOnCpu;
    if (run.execution.precision != ModelPrecision::AsLoaded && run.execution.precision != ModelPrecision::Float32)
        return RemedyObstacle::NotFloat32;
    return id == RemedyId::FpmathBFloat16 ? unless(run.hasBFloat16, RemedyObstacle::NoBFloat16)
                                          : unless(run.hasLinear, RemedyObstacle::NoLinear);
}

} // namespace

RunOfModel onThisMachine(RunOfModel run)
{
    const CpuTopology topology = cpuTopology();
    std::set<int> cores;
    for (const LogicalCpu &cpu : topology.cpus)
        cores.insert(cpu.core);
    const CpuFeatures features = cpuFeatures();
    run.cpus = static_cast<int>(topology.cpus.size());
    run.cores = static_cast<int>(cores.size());
    const auto has = [](RemedyId id) {
        return canStartPreloaded() && isLibraryFound(allocatorLibrary(withRemedy({}, id)));
    };
    run.hasJemalloc = has(RemedyId::Jemalloc);
    run.hasTcmalloc = has(RemedyId::Tcmalloc);
    run.hasBFloat16 = features.avx512Bf16 || features.amxBf16 || features.neonBf16;
    return run;
}

RemedyObstacle obstacleOf(RemedyId id, const RunOfModel &run)
{
    switch (id) {
    case RemedyId::Tf32:
    case RemedyId::CudaGraph:
    case RemedyId::CudnnBenchmark:
        if (!run.onGpu)
            return RemedyObstacle::OnlyOnGpu;
        break;
    case RemedyId::Threads:
    case RemedyId::OneThread:
    case RemedyId::KeepMemory:
    case RemedyId::HugePages:
    case RemedyId::FlushDenormals:
        if (run.onGpu)
            return RemedyObstacle::OnlyOnCpu;
        break;
    case RemedyId::Affinity:
        return run.onGpu ? RemedyObstacle::OnlyOnCpu : unless(run.cpus > 1, RemedyObstacle::OneCpu);
    case RemedyId::Jemalloc:
        return run.onGpu ? RemedyObstacle::OnlyOnCpu : unless(run.hasJemalloc, RemedyObstacle::NotInstalled);
    case RemedyId::Tcmalloc:
        return run.onGpu ? RemedyObstacle::OnlyOnCpu : unless(run.hasTcmalloc, RemedyObstacle::NotInstalled);
    case RemedyId::FpmathBFloat16:
    case RemedyId::DynamicInt8:
        return obstacleInsideFloat32(id, run);
    case RemedyId::ChannelsLast:
        if (!run.hasImages)
            return RemedyObstacle::NoImages;
        break;
    case RemedyId::Compiled:
    case RemedyId::CompiledFrozen:
        if (run.onGpu)
            return RemedyObstacle::OnlyOnCpu;
        if (!run.compiles)
            return RemedyObstacle::NotAsked;
        return unless(run.execution.precision == ModelPrecision::AsLoaded
                          && run.execution.memoryFormat == MemoryFormat::AsLoaded,
                      RemedyObstacle::NotAsExported);
    default:
        break;
    }
    // Half of two or three threads is one: it is tried once.
    if (id == RemedyId::Threads)
        return unless(run.threads > 1, RemedyObstacle::OneThread);
    if (id == RemedyId::OneThread)
        return unless(run.threads / 2 > 1, RemedyObstacle::OneThread);
    return obstacleOfExecution(id, run.execution);
}

void takeCompiled(Remedy &remedy, const Request &request)
{
    const CompiledVariant &variant = *compiledVariant(request, *remedy.id.value());
    remedy.compileSeconds = variant.seconds;
    if (!variant.package.empty())
        return;
    remedy.obstacle = RemedyObstacle::Failed;
    remedy.failure = variant.failure;
}

int threadsOf(RemedyId id, const RunOfModel &run)
{
    if (id == RemedyId::Threads)
        return run.threads / 2;
    if (id == RemedyId::Affinity)
        return std::min(run.threads, run.cores);
    return id == RemedyId::OneThread ? 1 : 0;
}

} // namespace rooflight
