// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/samples.h"
#include "core/results/explanation/called_operator.h"
#include "core/results/result_traits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// What one call of an operator is changed in, to see whether that changes its time.
enum class Experiment {
    Control, ///< nothing: the same in another process
    Threads, ///< half of the threads
    MemoryLoad, ///< background threads write past the caches, or only compute; both with half the threads
    HalfBytes, ///< what it reads lies in a few kilobytes
    MergedCalls, ///< eight calls in one
    PageFaults, ///< malloc gives no memory back to the kernel
    HugePages,
    Denormals, ///< numbers too small for a full mantissa count as 0
    InstructionSet, ///< without the environment variables that cap it
    Reorders, ///< without the time that oneDNN spends on copies into its own formats
    MemoryFormat, ///< images in channels last
    Contiguous, ///< arguments without gaps and overlaps
    AllThreads, ///< as many threads as CPUs, if the run has fewer
    ColdCaches, ///< caches as the call before left them, if the run flushes them
    Numa, ///< all threads on one node of memory, if there are several
    CoreKind, ///< on the fastest cores alone, if there are several kinds
    Quota, ///< without the time that a quota held the process back
    Steal, ///< without the time that the host took from this machine
    Tf32, ///< float32 products may run in TF32, if they may not in the run
    NoTf32, ///< they may not, if they may in the run
    CudnnBenchmark, ///< cuDNN times its algorithms and takes the fastest
    Float16, ///< tensors of float32 are of that type instead
    BFloat16,
    Padding, ///< channels and features are as many as the next multiple of 8
    CudaGraph, ///< calls in a row recorded in a graph, not launched one by one
    LargerBatch, ///< eight calls in one, on a GPU whose queue is full: no launch is saved
    CopiedBytes, ///< not the call, but a copy that reads and writes as many bytes
};

template<>
inline constexpr auto enumNames<Experiment> = EnumNames<Experiment, 27> { {
    { Experiment::Control, "control" },
    { Experiment::Threads, "threads" },
    { Experiment::MemoryLoad, "memory_load" },
    { Experiment::HalfBytes, "half_bytes" },
    { Experiment::MergedCalls, "merged_calls" },
    { Experiment::PageFaults, "page_faults" },
    { Experiment::HugePages, "huge_pages" },
    { Experiment::Denormals, "denormals" },
    { Experiment::InstructionSet, "instruction_set" },
    { Experiment::Reorders, "reorders" },
    { Experiment::MemoryFormat, "memory_format" },
    { Experiment::Contiguous, "contiguous" },
    { Experiment::AllThreads, "all_threads" },
    { Experiment::ColdCaches, "cold_caches" },
    { Experiment::Numa, "numa" },
    { Experiment::CoreKind, "core_kind" },
    { Experiment::Quota, "quota" },
    { Experiment::Steal, "steal" },
    { Experiment::Tf32, "tf32" },
    { Experiment::NoTf32, "no_tf32" },
    { Experiment::CudnnBenchmark, "cudnn_benchmark" },
    { Experiment::Float16, "float16" },
    { Experiment::BFloat16, "bfloat16" },
    { Experiment::Padding, "padding" },
    { Experiment::CudaGraph, "cuda_graph" },
    { Experiment::LargerBatch, "larger_batch" },
    { Experiment::CopiedBytes, "copied_bytes" },
} };

/// What an experiment showed to take part of an operator's time.
enum class ProvenCause {
    PageFaults,
    HugePages, ///< small pages
    Denormals,
    InstructionSet,
    Reorders,
    MemoryFormat,
    Contiguous, ///< gaps or overlaps in its arguments
    Threads, ///< fewer than there are, or one if there are several
    FewerThreads, ///< more than it gains from: half of them are faster
    ColdCaches,
    Numa, ///< threads on several nodes of memory
    CoreKind, ///< threads on slower cores, too
    Quota,
    Steal,
    Launch, ///< what a call costs whatever its work
    Tf32, ///< float32 products that may not run in TF32
    CudnnBenchmark, ///< an algorithm of cuDNN that is not its fastest
    Float16, ///< float32, if that type is faster
    BFloat16,
    Padding, ///< channels or features that are no multiple of 8
    SmallGrid, ///< work that does not fill the GPU
};

template<>
inline constexpr auto enumNames<ProvenCause> = EnumNames<ProvenCause, 21> { {
    { ProvenCause::PageFaults, "page_faults" },
    { ProvenCause::HugePages, "huge_pages" },
    { ProvenCause::Denormals, "denormals" },
    { ProvenCause::InstructionSet, "instruction_set" },
    { ProvenCause::Reorders, "reorders" },
    { ProvenCause::MemoryFormat, "memory_format" },
    { ProvenCause::Contiguous, "contiguous" },
    { ProvenCause::Threads, "threads" },
    { ProvenCause::FewerThreads, "fewer_threads" },
    { ProvenCause::ColdCaches, "cold_caches" },
    { ProvenCause::Numa, "numa" },
    { ProvenCause::CoreKind, "core_kind" },
    { ProvenCause::Quota, "quota" },
    { ProvenCause::Steal, "steal" },
    { ProvenCause::Launch, "launch" },
    { ProvenCause::Tf32, "tf32" },
    { ProvenCause::CudnnBenchmark, "cudnn_benchmark" },
    { ProvenCause::Float16, "float16" },
    { ProvenCause::BFloat16, "bfloat16" },
    { ProvenCause::Padding, "padding" },
    { ProvenCause::SmallGrid, "small_grid" },
} };

/// A change is named if its ratio is below the first and its whole interval below the second, which two equal
/// processes differ by when nothing disturbs them.
inline constexpr double relevantRatio = 0.9;
inline constexpr double noEffectRatio = 0.97;

/// Time of the changed call divided by that of the unchanged call, in the rounds in which both ran.
struct ExperimentResult {
    OpenEnum<Experiment> id;
    double ratio = 1; ///< median
    std::array<double, 2> interval = { 1, 1 }; ///< 95 %
    std::int64_t rounds = 0;

    bool operator==(const ExperimentResult &) const = default;
};

/// One that applies and could not be brought to its end, by a process that was lost or a call that failed, or whose own
/// control leaves a doubt.
struct FailedExperiment {
    OpenEnum<Experiment> id;
    ComposedText failure;

    bool operator==(const FailedExperiment &) const = default;
};

/// One operator called again alone, with the arguments that it had in a run.
struct ExplainedOperator {
    std::int64_t id = 0; ///< position in Analysis::operators
    double medianNs = 0; ///< of a call as it is; on a GPU of its work alone, queued before it began
    double pageFaults = 0; ///< of a call: new pages that the kernel provides
    double busyThreads = 0; ///< CPU time of a call over its time
    std::vector<ExperimentResult> experiments; ///< those that apply
    ComposedText failure; ///< why it could not be called again; empty: it was
    /// Other programs ran meanwhile; absent if older versions looked at the whole measurement alone.
    std::optional<bool> otherLoad = std::nullopt;
    /// What it was called with; absent in files of older versions, and if the operator is not known to be safe.
    std::optional<CalledOperator> call = std::nullopt;
    std::vector<FailedExperiment> failed = {}; ///< what they would have said against a bound is not known

    bool operator==(const ExplainedOperator &) const = default;
};

/// Null if it did not fail.
[[nodiscard]] inline const FailedExperiment *failedIn(const ExplainedOperator &op, Experiment id)
{
    const auto found =
        std::ranges::find_if(op.failed, [id](const FailedExperiment &failed) { return failed.id == id; });
    return found == op.failed.end() ? nullptr : &*found;
}

/// What experiments on single operators of a model brought.
struct Explanation {
    std::string model; ///< path
    Device device;
    Execution execution;
    int threads = 0; ///< of the calls as they are
    std::vector<ExplainedOperator> operators; ///< in the order in which they were asked for
    std::vector<OpenEnum<SampleFlag>> flags; ///< of the whole measurement
    bool partial = false;

    bool operator==(const Explanation &) const = default;
};

template<> struct ResultTraits<Explanation> {
    static constexpr std::string_view record = "experiments";
    static constexpr RequestKind request = RequestKind::Explain;
    static constexpr EnumSet<RequestKind> others = {};
    static constexpr ResultOf of = ResultOf::Run;
    static bool holdsTimes(const Explanation &explanation) { return !explanation.operators.empty(); }
};

} // namespace rooflight
