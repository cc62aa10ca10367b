// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/experiment_names.h"

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/phrase.h"
#include "core/results/remedies/remedies.h"

namespace rooflight {

namespace {

Phrase evidencePhrase(const ExperimentResult &result)
{
    return { QT_TRANSLATE_NOOP("Phrases", "%1, 95 % interval %2"),
             { literalPhrase(formatPercentChange(result.ratio - 1)), changePhrase(result.interval) } };
}

} // namespace

Phrase namePhrase(Experiment experiment)
{
    static constexpr EnumNames<Experiment, 27> texts = { {
        { Experiment::Control, QT_TRANSLATE_NOOP("Phrases", "the same in another process") },
        { Experiment::Threads, QT_TRANSLATE_NOOP("Phrases", "half of the threads") },
        { Experiment::MemoryLoad, QT_TRANSLATE_NOOP("Phrases", "beside writes to memory, not arithmetic") },
        { Experiment::HalfBytes, QT_TRANSLATE_NOOP("Phrases", "its input in the L1 cache") },
        { Experiment::MergedCalls, QT_TRANSLATE_NOOP("Phrases", "eight calls in one") },
        { Experiment::PageFaults, QT_TRANSLATE_NOOP("Phrases", "malloc keeps memory") },
        { Experiment::HugePages, QT_TRANSLATE_NOOP("Phrases", "huge pages") },
        { Experiment::Denormals, QT_TRANSLATE_NOOP("Phrases", "denormals count as 0") },
        { Experiment::InstructionSet, QT_TRANSLATE_NOOP("Phrases", "instruction set not capped") },
        { Experiment::Reorders, QT_TRANSLATE_NOOP("Phrases", "without oneDNN's reorders") },
        { Experiment::MemoryFormat, QT_TRANSLATE_NOOP("Phrases", "channels last") },
        { Experiment::Contiguous, QT_TRANSLATE_NOOP("Phrases", "contiguous arguments") },
        { Experiment::AllThreads, QT_TRANSLATE_NOOP("Phrases", "one thread per CPU") },
        { Experiment::ColdCaches, QT_TRANSLATE_NOOP("Phrases", "warm caches") },
        { Experiment::Numa, QT_TRANSLATE_NOOP("Phrases", "on one memory node") },
        { Experiment::CoreKind, QT_TRANSLATE_NOOP("Phrases", "on the fastest cores only") },
        { Experiment::Quota, QT_TRANSLATE_NOOP("Phrases", "without the CPU quota") },
        { Experiment::Steal, QT_TRANSLATE_NOOP("Phrases", "without the CPU time that the host takes") },
        { Experiment::Tf32, QT_TRANSLATE_NOOP("Phrases", "TF32 allowed") },
        { Experiment::NoTf32, QT_TRANSLATE_NOOP("Phrases", "TF32 not allowed") },
        { Experiment::CudnnBenchmark, QT_TRANSLATE_NOOP("Phrases", "cuDNN benchmark on") },
        { Experiment::Float16, QT_TRANSLATE_NOOP("Phrases", "in float16") },
        { Experiment::BFloat16, QT_TRANSLATE_NOOP("Phrases", "in bfloat16") },
        { Experiment::Padding, QT_TRANSLATE_NOOP("Phrases", "padded to multiples of 8") },
        { Experiment::CudaGraph, QT_TRANSLATE_NOOP("Phrases", "in a CUDA graph, not call by call") },
        { Experiment::LargerBatch, QT_TRANSLATE_NOOP("Phrases", "eight times the batch, per item") },
        { Experiment::CopiedBytes, QT_TRANSLATE_NOOP("Phrases", "a copy of as many bytes instead") },
    } };
    return phraseIn(texts, experiment);
}

Phrase namePhrase(ProvenCause cause)
{
    static constexpr EnumNames<ProvenCause, 21> texts = { {
        { ProvenCause::PageFaults,
          QT_TRANSLATE_NOOP("Phrases", "the kernel provides new memory for it at each call, page by page") },
        { ProvenCause::HugePages, QT_TRANSLATE_NOOP("Phrases", "its memory is in small pages") },
        { ProvenCause::Denormals, QT_TRANSLATE_NOOP("Phrases", "it computes with denormals") },
        { ProvenCause::InstructionSet,
          QT_TRANSLATE_NOOP("Phrases", "an environment variable caps the instruction set") },
        { ProvenCause::Reorders, QT_TRANSLATE_NOOP("Phrases", "oneDNN copies its data into other formats") },
        { ProvenCause::MemoryFormat, QT_TRANSLATE_NOOP("Phrases", "its images are not in channels last") },
        { ProvenCause::Contiguous, QT_TRANSLATE_NOOP("Phrases", "its arguments are not contiguous") },
        { ProvenCause::Threads, QT_TRANSLATE_NOOP("Phrases", "it does not use all CPUs") },
        { ProvenCause::FewerThreads, QT_TRANSLATE_NOOP("Phrases", "it is faster with half of the threads") },
        { ProvenCause::ColdCaches, QT_TRANSLATE_NOOP("Phrases", "its data is not in any cache") },
        { ProvenCause::Numa, QT_TRANSLATE_NOOP("Phrases", "its threads access the memory of other nodes") },
        { ProvenCause::CoreKind, QT_TRANSLATE_NOOP("Phrases", "its threads wait for those on slower cores") },
        { ProvenCause::Quota, QT_TRANSLATE_NOOP("Phrases", "a CPU quota limits it") },
        { ProvenCause::Steal, QT_TRANSLATE_NOOP("Phrases", "the host gives its CPUs to other machines") },
        { ProvenCause::Launch, QT_TRANSLATE_NOOP("Phrases", "most of a call is fixed overhead") },
        { ProvenCause::Tf32, QT_TRANSLATE_NOOP("Phrases", "it may not use TF32") },
        { ProvenCause::CudnnBenchmark, QT_TRANSLATE_NOOP("Phrases", "cuDNN has a faster algorithm for it") },
        { ProvenCause::Float16, QT_TRANSLATE_NOOP("Phrases", "float16 is faster for it than float32") },
        { ProvenCause::BFloat16, QT_TRANSLATE_NOOP("Phrases", "bfloat16 is faster for it than float32") },
        { ProvenCause::Padding, QT_TRANSLATE_NOOP("Phrases", "its channels or features are no multiple of 8") },
        { ProvenCause::SmallGrid, QT_TRANSLATE_NOOP("Phrases", "its work does not fill the GPU") },
    } };
    return phraseIn(texts, cause);
}

Phrase shortNamePhrase(ProvenCause cause)
{
    static constexpr EnumNames<ProvenCause, 21> texts = { {
        { ProvenCause::PageFaults, QT_TRANSLATE_NOOP("Phrases", "page faults") },
        { ProvenCause::HugePages, QT_TRANSLATE_NOOP("Phrases", "small pages") },
        { ProvenCause::Denormals, QT_TRANSLATE_NOOP("Phrases", "denormals") },
        { ProvenCause::InstructionSet, QT_TRANSLATE_NOOP("Phrases", "capped instruction set") },
        { ProvenCause::Reorders, QT_TRANSLATE_NOOP("Phrases", "oneDNN's copies") },
        { ProvenCause::MemoryFormat, QT_TRANSLATE_NOOP("Phrases", "not in channels last") },
        { ProvenCause::Contiguous, QT_TRANSLATE_NOOP("Phrases", "not contiguous") },
        { ProvenCause::Threads, QT_TRANSLATE_NOOP("Phrases", "idle CPUs") },
        { ProvenCause::FewerThreads, QT_TRANSLATE_NOOP("Phrases", "too many threads") },
        { ProvenCause::ColdCaches, QT_TRANSLATE_NOOP("Phrases", "cold caches") },
        { ProvenCause::Numa, QT_TRANSLATE_NOOP("Phrases", "several memory nodes") },
        { ProvenCause::CoreKind, QT_TRANSLATE_NOOP("Phrases", "slower cores") },
        { ProvenCause::Quota, QT_TRANSLATE_NOOP("Phrases", "CPU quota") },
        { ProvenCause::Steal, QT_TRANSLATE_NOOP("Phrases", "time taken by the host") },
        { ProvenCause::Launch, QT_TRANSLATE_NOOP("Phrases", "launch overhead") },
        { ProvenCause::Tf32, QT_TRANSLATE_NOOP("Phrases", "no TF32") },
        { ProvenCause::CudnnBenchmark, QT_TRANSLATE_NOOP("Phrases", "cuDNN's algorithm") },
        { ProvenCause::Float16, QT_TRANSLATE_NOOP("Phrases", "float32 instead of float16") },
        { ProvenCause::BFloat16, QT_TRANSLATE_NOOP("Phrases", "float32 instead of bfloat16") },
        { ProvenCause::Padding, QT_TRANSLATE_NOOP("Phrases", "sizes that are no multiple of 8") },
        { ProvenCause::SmallGrid, QT_TRANSLATE_NOOP("Phrases", "too little work for the GPU") },
    } };
    return phraseIn(texts, cause);
}

Phrase namePhrase(Effect effect)
{
    static constexpr EnumNames<Effect, 4> texts = { {
        { Effect::Faster, QT_TRANSLATE_NOOP("Phrases", "faster") },
        { Effect::Slower, QT_TRANSLATE_NOOP("Phrases", "slower") },
        { Effect::None, QT_TRANSLATE_NOOP("Phrases", "no effect") },
        { Effect::Unclear, QT_TRANSLATE_NOOP("Phrases", "unclear") },
    } };
    return phraseIn(texts, effect);
}

Phrase namePhrase(const FailedExperiment &failed)
{
    return { QT_TRANSLATE_NOOP("Phrases", "failed: %1"), { phraseOf(failed.failure) } };
}

Phrase remedyPhrase(ProvenCause cause)
{
    static constexpr EnumNames<ProvenCause, 21> texts = { {
        { ProvenCause::PageFaults,
          QT_TRANSLATE_NOOP("Phrases", "Let malloc keep memory: see the remedy keep_memory.") },
        { ProvenCause::HugePages, QT_TRANSLATE_NOOP("Phrases", "Try the remedy huge_pages.") },
        { ProvenCause::Denormals, QT_TRANSLATE_NOOP("Phrases", "Try the remedy flush_denormals.") },
        { ProvenCause::InstructionSet,
          QT_TRANSLATE_NOOP("Phrases", "Unset ATEN_CPU_CAPABILITY and ONEDNN_MAX_CPU_ISA.") },
        { ProvenCause::Reorders,
          QT_TRANSLATE_NOOP("Phrases", "Try the remedies optimized_for_inference and channels_last.") },
        { ProvenCause::MemoryFormat, QT_TRANSLATE_NOOP("Phrases", "Try the remedy channels_last.") },
        { ProvenCause::Contiguous,
          QT_TRANSLATE_NOOP("Phrases", "Make its arguments contiguous once, where they are created.") },
        { ProvenCause::Threads, QT_TRANSLATE_NOOP("Phrases", "Run it with more threads, or merge calls.") },
        { ProvenCause::FewerThreads, QT_TRANSLATE_NOOP("Phrases", "Try the remedies threads and one_thread.") },
        { ProvenCause::ColdCaches, QT_TRANSLATE_NOOP("Phrases", "Call it while its data is still in the caches.") },
        { ProvenCause::Numa,
          QT_TRANSLATE_NOOP("Phrases", "Run one process on each node: numactl --cpunodebind=0 --membind=0.") },
        { ProvenCause::CoreKind,
          QT_TRANSLATE_NOOP("Phrases", "Keep it on the fastest cores: taskset --cpu-list, with as many threads.") },
        { ProvenCause::Quota, QT_TRANSLATE_NOOP("Phrases", "Raise the quota, or run as many threads as it allows.") },
        { ProvenCause::Steal, QT_TRANSLATE_NOOP("Phrases", "Measure on a machine that you do not share.") },
        { ProvenCause::Launch,
          QT_TRANSLATE_NOOP("Phrases",
                            "Call it less often with more work: a larger batch, fused operators, a CUDA graph.") },
        { ProvenCause::Tf32, QT_TRANSLATE_NOOP("Phrases", "Try the remedy tf32.") },
        { ProvenCause::CudnnBenchmark, QT_TRANSLATE_NOOP("Phrases", "Try the remedy cudnn_benchmark.") },
        { ProvenCause::Float16, QT_TRANSLATE_NOOP("Phrases", "Try the remedy float16.") },
        { ProvenCause::BFloat16, QT_TRANSLATE_NOOP("Phrases", "Try the remedy bfloat16.") },
        { ProvenCause::Padding,
          QT_TRANSLATE_NOOP("Phrases", "Make its channels or features a multiple of 8, with zeros for the rest.") },
        { ProvenCause::SmallGrid, QT_TRANSLATE_NOOP("Phrases", "Give it a larger batch, or run several at a time.") },
    } };
    return phraseIn(texts, cause);
}

Phrase advicePhrase(const FoundCause &cause)
{
    const std::optional<RemedyId> remedy = remedyFor(cause.id);
    if (!remedy)
        return remedyPhrase(cause.id);
    Phrase phrase { QT_TRANSLATE_NOOP("Phrases", "%1: %2 (%3) by experiment"),
                    { phraseOf(remedyName(*remedy, {})), literalPhrase(formatPercentChange(cause.evidence.ratio - 1)),
                      changePhrase(cause.evidence.interval) } };
    phrase.isSentence = true;
    return phrase;
}

Phrase namePhrase(TrialDoubt doubt)
{
    return phraseOf(reasonOf(doubt));
}

Phrase proofPhrase(const OperatorProof &proof)
{
    if (proof.doubt != TrialDoubt::None)
        return { QT_TRANSLATE_NOOP("Phrases", "not decided (%1)"), { namePhrase(proof.doubt) } };
    if (!proof.proven)
        return { QT_TRANSLATE_NOOP("Phrases", "not decided") };
    return { *proof.proven ? QT_TRANSLATE_NOOP("Phrases", "proven") : QT_TRANSLATE_NOOP("Phrases", "contradicted") };
}

Phrase changePhrase(const std::array<double, 2> &ratios)
{
    const auto &[low, high] = ratios;
    return { QT_TRANSLATE_NOOP("Phrases", "%1 to %2"),
             { literalPhrase(formatPercentChange(low - 1)), literalPhrase(formatPercentChange(high - 1)) } };
}

Phrase causePhrase(const FoundCause &cause)
{
    if (!hasShare(cause))
        return namePhrase(cause.id);
    return { QT_TRANSLATE_NOOP("Phrases", "%1 (without that %2)"),
             { namePhrase(cause.id), evidencePhrase(cause.evidence) } };
}

} // namespace rooflight
