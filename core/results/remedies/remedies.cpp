// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/remedies/remedies.h"

#include "core/base/translation_mark.h"
#include "core/model/disturbing_flags.h"
#include "core/results/interleaved/interleaved.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rooflight {

namespace {

/// What a remedy changes: two that change the same cannot be had together.
enum class Changed {
    Executor,
    Precision,
    Arithmetic, ///< inside float32
    Format,
    Tf32,
    Threads,
    Places, ///< of threads
    Allocator,
    Denormals,
    Launch,
    Algorithms,
    Batch
};

Changed changedBy(RemedyId id)
{
    switch (id) {
    case RemedyId::Frozen:
    case RemedyId::OptimizedForInference:
    case RemedyId::Compiled:
    case RemedyId::CompiledFrozen:
        return Changed::Executor;
    case RemedyId::ChannelsLast:
        return Changed::Format;
    case RemedyId::BFloat16:
    case RemedyId::Float16:
    case RemedyId::DynamicInt8:
        return Changed::Precision;
    case RemedyId::FpmathBFloat16:
        return Changed::Arithmetic;
    case RemedyId::Tf32:
        return Changed::Tf32;
    case RemedyId::Threads:
    case RemedyId::OneThread:
        return Changed::Threads;
    case RemedyId::Affinity:
        return Changed::Places;
    case RemedyId::KeepMemory:
    case RemedyId::Jemalloc:
    case RemedyId::Tcmalloc:
    case RemedyId::HugePages:
        return Changed::Allocator;
    case RemedyId::FlushDenormals:
        return Changed::Denormals;
    case RemedyId::CudaGraph:
        return Changed::Launch;
    case RemedyId::CudnnBenchmark:
        return Changed::Algorithms;
    case RemedyId::Batch:
        break;
    }
    return Changed::Batch;
}

ComposedText counted(const char *pattern, std::int64_t count)
{
    return composedText(pattern, { std::to_string(count) });
}

} // namespace

RemedyVerdict verdictOf(const MeasuredChange &change)
{
    switch (verdictOfRatio(change.ratioInterval, change.rounds, change.control)) {
    case VariantVerdict::Faster:
        return RemedyVerdict::Faster;
    case VariantVerdict::Slower:
        return RemedyVerdict::Slower;
    case VariantVerdict::Same:
        return RemedyVerdict::Same;
    case VariantVerdict::Baseline:
    case VariantVerdict::Unclear:
        break;
    }
    return RemedyVerdict::Unsure;
}

const MeasuredChange &latestChange(const Remedies &remedies, const Remedy &remedy)
{
    const RemedyCombination &best = remedies.best;
    return best.ids.size() == 1 && best.ids.front() == remedy.id && best.change.isMeasured() ? best.change
                                                                                             : remedy.change;
}

/// Each once, in their order.
static std::vector<TrialDoubt> doubtsOf(const Remedies &remedies)
{
    std::vector<TrialDoubt> doubts;
    const auto add = [&doubts](const MeasuredChange &change) {
        const TrialDoubt doubt = doubtOf(change.control);
        if (doubt != TrialDoubt::None && std::ranges::find(doubts, doubt) == doubts.end())
            doubts.push_back(doubt);
    };
    for (const Remedy &remedy : remedies.remedies)
        add(remedy.change);
    for (const RemedyCombination &combination : remedies.combinations)
        add(combination.change);
    return doubts;
}

TrialDoubt doubtOf(const Remedies &remedies)
{
    const std::vector<TrialDoubt> doubts = doubtsOf(remedies);
    return doubts.empty() ? TrialDoubt::None : doubts.front();
}

std::vector<std::string> disturbancesOf(const Remedies &remedies)
{
    std::vector<std::string> names = disturbancesOf(remedies.flags);
    for (const TrialDoubt doubt : doubtsOf(remedies))
        names = joinedDisturbances(std::move(names), { std::string(name(doubt)) });
    return names;
}

RunSetup withRemedy(const RunSetup &base, RemedyId id, std::int64_t value)
{
    RunSetup setup = base;
    switch (id) {
    case RemedyId::Frozen:
        setup.execution.executor = Executor::Frozen;
        break;
    case RemedyId::OptimizedForInference:
        setup.execution.executor = Executor::OptimizedForInference;
        break;
    case RemedyId::ChannelsLast:
        setup.execution.memoryFormat = MemoryFormat::ChannelsLast;
        break;
    case RemedyId::BFloat16:
        setup.execution.precision = ModelPrecision::BFloat16;
        break;
    case RemedyId::Float16:
        setup.execution.precision = ModelPrecision::Float16;
        break;
    case RemedyId::FpmathBFloat16:
        setup.fpmathBFloat16 = true;
        break;
    case RemedyId::DynamicInt8:
        setup.dynamicInt8 = true;
        break;
    case RemedyId::Tf32:
        setup.execution.tf32 = Tf32::Allowed;
        break;
    case RemedyId::Threads:
    case RemedyId::OneThread:
        setup.threads = static_cast<int>(value);
        break;
    case RemedyId::Affinity:
        setup.threads = static_cast<int>(value);
        setup.pinsThreads = true;
        break;
    case RemedyId::KeepMemory:
        setup.keepsMemory = true;
        break;
    case RemedyId::Jemalloc:
        setup.jemalloc = true;
        break;
    case RemedyId::Tcmalloc:
        setup.tcmalloc = true;
        break;
    case RemedyId::HugePages:
        setup.hugePages = true;
        break;
    case RemedyId::FlushDenormals:
        setup.flushesDenormals = true;
        break;
    case RemedyId::CudaGraph:
        setup.replaysGraph = true;
        break;
    case RemedyId::CudnnBenchmark:
        setup.benchmarksCudnn = true;
        break;
    case RemedyId::Compiled:
    case RemedyId::CompiledFrozen:
        setup.execution.executor = Executor::AsLoaded;
        setup.compiled = id == RemedyId::Compiled;
        setup.compiledFrozen = id == RemedyId::CompiledFrozen;
        break;
    case RemedyId::Batch:
        setup.batch = value;
        break;
    }
    return setup;
}

bool excludeEachOther(RemedyId a, RemedyId b)
{
    // What is compiled is compiled for its number of threads, the precision and the order of dimensions of the file.
    constexpr std::array fixed = { Changed::Format, Changed::Precision, Changed::Threads, Changed::Batch };
    const auto isFixedIn = [&fixed](RemedyId compiled, RemedyId other) {
        return isCompiled(compiled) && std::ranges::find(fixed, changedBy(other)) != fixed.end();
    };
    // Where there are no products of float32 left, or each thread has a place: what else is said of them is moot.
    constexpr std::array moot = { std::pair { Changed::Arithmetic, Changed::Precision },
                                  std::pair { Changed::Places, Changed::Threads } };
    const auto isMootBeside = [&moot](RemedyId one, RemedyId other) {
        return std::ranges::find(moot, std::pair { changedBy(one), changedBy(other) }) != moot.end();
    };
    return changedBy(a) == changedBy(b) || isFixedIn(a, b) || isFixedIn(b, a) || isMootBeside(a, b)
        || isMootBeside(b, a);
}

ComposedText remedyName(RemedyId id, const RunSetup &setup)
{
    switch (id) {
    case RemedyId::Frozen:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "frozen"));
    case RemedyId::OptimizedForInference:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "optimized for inference"));
    case RemedyId::ChannelsLast:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "channels last"));
    case RemedyId::BFloat16:
        return { "bfloat16" };
    case RemedyId::Float16:
        return { "float16" };
    case RemedyId::FpmathBFloat16:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "oneDNN in bfloat16"));
    case RemedyId::DynamicInt8:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "linear layers in int8"));
    case RemedyId::Tf32:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "TF32 allowed"));
    case RemedyId::Threads:
        return setup.threads > 1 ? counted(QT_TRANSLATE_NOOP("Phrases", "%1 threads"), setup.threads)
                                 : composedText(QT_TRANSLATE_NOOP("Phrases", "half the threads"));
    case RemedyId::OneThread:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "one thread"));
    case RemedyId::Affinity:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "threads pinned to cores"));
    case RemedyId::KeepMemory:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "memory kept by malloc"));
    case RemedyId::Jemalloc:
        return { "jemalloc" };
    case RemedyId::Tcmalloc:
        return { "tcmalloc" };
    case RemedyId::HugePages:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "huge pages"));
    case RemedyId::FlushDenormals:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "denormals flushed to 0"));
    case RemedyId::CudaGraph:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "CUDA graph"));
    case RemedyId::CudnnBenchmark:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "algorithms timed by cuDNN"));
    case RemedyId::Compiled:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "compiled"));
    case RemedyId::CompiledFrozen:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "compiled and frozen"));
    case RemedyId::Batch:
        return setup.batch > 0 ? counted(QT_TRANSLATE_NOOP("Phrases", "batch %1"), setup.batch)
                               : composedText(QT_TRANSLATE_NOOP("Phrases", "larger batch"));
    }
    return {};
}

ComposedText nameOf(const Remedy &remedy)
{
    return remedy.id.value() ? remedyName(*remedy.id.value(), remedy.setup) : ComposedText(remedy.id.name());
}

ComposedText reasonOf(const Remedy &remedy)
{
    switch (remedy.obstacle.value().value_or(RemedyObstacle::None)) {
    case RemedyObstacle::None:
        break;
    case RemedyObstacle::OnlyOnGpu:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "only on a GPU"));
    case RemedyObstacle::OnlyOnCpu:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "only on a CPU"));
    case RemedyObstacle::AlreadySo:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "the model already runs this way"));
    case RemedyObstacle::OneThread:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "there is no other number of threads to try"));
    case RemedyObstacle::OneCpu:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "the process may use only one CPU"));
    case RemedyObstacle::NoBFloat16:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "this CPU has no instructions for bfloat16"));
    case RemedyObstacle::NotFloat32:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "the model is not run in float32"));
    case RemedyObstacle::NotInstalled:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "its library is not installed"));
    case RemedyObstacle::NoLinear:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "no linear layer has weights of float32"));
    case RemedyObstacle::NoImages:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "no input has four dimensions"));
    case RemedyObstacle::NoBatch:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "no dimension of the inputs is known to be the batch"));
    case RemedyObstacle::NoLargerBatch:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "no larger batch takes less time per item"));
    case RemedyObstacle::NotAsked:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "only with --compile, as compiling takes about a minute"));
    case RemedyObstacle::NotAsExported:
        return composedText(QT_TRANSLATE_NOOP(
            "Phrases", "the file is compiled as it was exported, without --precision and --memory-format"));
    case RemedyObstacle::Failed:
        return remedy.failure.empty() ? composedText(QT_TRANSLATE_NOOP("Phrases", "the model does not run this way"))
                                      : remedy.failure;
    }
    return {};
}

const CompiledVariant *compiledVariant(const Request &request, RemedyId id)
{
    if (!isCompiled(id))
        return nullptr;
    return id == RemedyId::CompiledFrozen ? &request.compiledFrozen : &request.compiled;
}

CompiledVariant *compiledVariant(Request &request, RemedyId id)
{
    return const_cast<CompiledVariant *>(compiledVariant(std::as_const(request), id));
}

const char *allocatorLibrary(const RunSetup &setup)
{
    if (setup.jemalloc)
        return "libjemalloc.so.2";
    return setup.tcmalloc ? "libtcmalloc_minimal.so.4" : nullptr;
}

std::optional<RemedyId> compiledBy(const RunSetup &setup)
{
    if (setup.compiledFrozen)
        return RemedyId::CompiledFrozen;
    return setup.compiled ? std::optional(RemedyId::Compiled) : std::nullopt;
}

std::optional<RemedyId> remedyFor(ProvenCause cause)
{
    switch (cause) {
    case ProvenCause::PageFaults:
        return RemedyId::KeepMemory;
    case ProvenCause::HugePages:
        return RemedyId::HugePages;
    case ProvenCause::Denormals:
        return RemedyId::FlushDenormals;
    case ProvenCause::Reorders:
        return RemedyId::OptimizedForInference;
    case ProvenCause::MemoryFormat:
        return RemedyId::ChannelsLast;
    case ProvenCause::FewerThreads:
        return RemedyId::Threads;
    case ProvenCause::Tf32:
        return RemedyId::Tf32;
    case ProvenCause::CudnnBenchmark:
        return RemedyId::CudnnBenchmark;
    case ProvenCause::Float16:
        return RemedyId::Float16;
    case ProvenCause::BFloat16:
        return RemedyId::BFloat16;
    default:
        return std::nullopt;
    }
}

} // namespace rooflight
