// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/energy.h"
#include "core/model/execution.h"
#include "core/model/paired_trials.h"
#include "core/model/samples.h"
#include "core/results/explanation/explanation.h"
#include "core/results/result_traits.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

struct CompiledVariant;
struct Request;

/// What can be changed about a run without changing the model's source.
enum class RemedyId {
    Frozen,
    OptimizedForInference,
    ChannelsLast,
    BFloat16,
    Float16,
    FpmathBFloat16, ///< inside float32: what oneDNN computes, if it gains by it
    DynamicInt8, ///< of linear layers
    Tf32,
    Threads, ///< half of them
    OneThread, ///< if half of them are more
    Affinity, ///< a core for each of them
    KeepMemory,
    Jemalloc,
    Tcmalloc,
    HugePages,
    FlushDenormals,
    CudaGraph,
    CudnnBenchmark,
    Compiled, ///< by AOTInductor
    CompiledFrozen, ///< the same with constants folded
    Batch, ///< more items a run: throughput
};

template<>
inline constexpr auto enumNames<RemedyId> = EnumNames<RemedyId, 21> { {
    { RemedyId::Frozen, "frozen" },
    { RemedyId::OptimizedForInference, "optimized_for_inference" },
    { RemedyId::ChannelsLast, "channels_last" },
    { RemedyId::BFloat16, "bfloat16" },
    { RemedyId::Float16, "float16" },
    { RemedyId::FpmathBFloat16, "fpmath_bfloat16" },
    { RemedyId::DynamicInt8, "dynamic_int8" },
    { RemedyId::Tf32, "tf32" },
    { RemedyId::Threads, "threads" },
    { RemedyId::OneThread, "one_thread" },
    { RemedyId::Affinity, "affinity" },
    { RemedyId::KeepMemory, "keep_memory" },
    { RemedyId::Jemalloc, "jemalloc" },
    { RemedyId::Tcmalloc, "tcmalloc" },
    { RemedyId::HugePages, "huge_pages" },
    { RemedyId::FlushDenormals, "flush_denormals" },
    { RemedyId::CudaGraph, "cuda_graph" },
    { RemedyId::CudnnBenchmark, "cudnn_benchmark" },
    { RemedyId::Compiled, "compiled" },
    { RemedyId::CompiledFrozen, "compiled_frozen" },
    { RemedyId::Batch, "batch" },
} };

/// How a remedy compares with the model as it is.
enum class RemedyVerdict {
    Faster, ///< the interval of the ratio lies below 1
    Slower, ///< the interval lies above 1
    Same, ///< the interval holds 1 and nothing further than 2 % from it
    Unsure, ///< the interval holds 1 and is wider, or the trial decides nothing
};

template<>
inline constexpr auto enumNames<RemedyVerdict> = EnumNames<RemedyVerdict, 4> { {
    { RemedyVerdict::Faster, "faster" },
    { RemedyVerdict::Slower, "slower" },
    { RemedyVerdict::Same, "same" },
    { RemedyVerdict::Unsure, "unsure" },
} };

/// Why a remedy was not timed.
enum class RemedyObstacle {
    None,
    OnlyOnGpu,
    OnlyOnCpu,
    AlreadySo, ///< the model runs so as it is
    OneThread, ///< there is no other number of threads, or another remedy has it
    OneCpu, ///< that the process may use: threads have no choice
    NoBFloat16, ///< the CPU has no instructions for it
    NotFloat32, ///< the model is run in another type
    NotInstalled, ///< its library is not there
    NoLinear, ///< no linear layer has weights of float32
    NoImages, ///< no input has four dimensions
    NoBatch, ///< no dimension of the inputs is known to be the batch
    NoLargerBatch, ///< none is faster an item
    NotAsked, ///< it takes so long that it is tried only if the request says so
    NotAsExported, ///< the model is converted as it is loaded, and what is compiled is the file
    Failed, ///< the model does not run so
};

template<>
inline constexpr auto enumNames<RemedyObstacle> = EnumNames<RemedyObstacle, 16> { {
    { RemedyObstacle::None, "none" },
    { RemedyObstacle::OnlyOnGpu, "only_on_gpu" },
    { RemedyObstacle::OnlyOnCpu, "only_on_cpu" },
    { RemedyObstacle::AlreadySo, "already_so" },
    { RemedyObstacle::OneThread, "one_thread" },
    { RemedyObstacle::OneCpu, "one_cpu" },
    { RemedyObstacle::NoBFloat16, "no_bfloat16" },
    { RemedyObstacle::NotFloat32, "not_float32" },
    { RemedyObstacle::NotInstalled, "not_installed" },
    { RemedyObstacle::NoLinear, "no_linear" },
    { RemedyObstacle::NoImages, "no_images" },
    { RemedyObstacle::NoBatch, "no_batch" },
    { RemedyObstacle::NoLargerBatch, "no_larger_batch" },
    { RemedyObstacle::NotAsked, "not_asked" },
    { RemedyObstacle::NotAsExported, "not_as_exported" },
    { RemedyObstacle::Failed, "failed" },
} };

/// How a run under another setup compares with the model as it is, over the rounds in which both ran. Zeros while
/// nothing was measured.
struct MeasuredChange {
    double medianNs = 0; ///< of a run, of all its items
    std::int64_t rounds = 0;
    double ratio = 0; ///< median over the rounds of its time an item over that of the model as it is
    std::array<double, 2> ratioInterval = { 0, 0 }; ///< 95 %; it holds against the control, too
    std::optional<double> maxAbsError; ///< of its outputs; none if they have other sizes
    std::optional<double> maxRelError; ///< the same over the largest absolute value of that output
    std::int64_t peakBytes = 0; ///< most memory that its process held, or that LibTorch reserved on a GPU
    std::optional<TrialControl> control = std::nullopt; ///< of its rounds; absent if older versions timed none
    std::optional<EnergyUse> energy = std::nullopt; ///< of a run, of all its items; absent if none was measured

    [[nodiscard]] bool isMeasured() const { return rounds > 0; }

    bool operator==(const MeasuredChange &) const = default;
};

/// One remedy: timed, or why not.
struct Remedy {
    OpenEnum<RemedyId> id;
    OpenEnum<RemedyObstacle> obstacle = RemedyObstacle::None;
    ComposedText failure; ///< of RemedyObstacle::Failed: why
    RunSetup setup; ///< with it alone
    MeasuredChange change;
    double compileSeconds = 0; ///< that compiling took, once; 0 if nothing was compiled

    [[nodiscard]] bool applies() const { return obstacle == RemedyObstacle::None; }

    bool operator==(const Remedy &) const = default;
};

/// Several remedies at once.
struct RemedyCombination {
    std::vector<OpenEnum<RemedyId>> ids;
    RunSetup setup;
    MeasuredChange change;

    bool operator==(const RemedyCombination &) const = default;
};

/// Everything that was tried, and the best of it. The model as it is and each change ran in rounds, in processes of
/// their own, so that what drifts meets all of them alike.
struct Remedies {
    std::string model; ///< path
    Device device;
    RunSetup setup; ///< of the model as it is
    double medianNs = 0; ///< of the model as it is
    std::array<double, 2> medianInterval = { 0, 0 }; ///< 95 %
    std::int64_t peakBytes = 0;
    std::vector<OpenEnum<SampleFlag>> flags; ///< of the whole measurement
    std::vector<Remedy> remedies;
    std::vector<RemedyCombination> combinations; ///< of those that made it faster, timed again
    /// Of one or more, timed again; of none if nothing is faster. The best of the first trial if the second decides
    /// nothing.
    RemedyCombination best = {};
    bool partial = false;
    std::optional<Conditions> conditions;
    std::optional<EnergyUse> energy = std::nullopt; ///< of the model as it is, or why there is none for all

    bool operator==(const Remedies &) const = default;
};

/// What is said of \p remedy, which is one of \p remedies': if it is the best, what the second trial measured, so that
/// its row agrees with the headline.
[[nodiscard]] const MeasuredChange &latestChange(const Remedies &remedies, const Remedy &remedy);

template<> struct ResultTraits<Remedies> {
    static constexpr std::string_view record = "remedies";
    static constexpr RequestKind request = RequestKind::Remedies;
    static constexpr EnumSet<RequestKind> others = {};
    static constexpr ResultOf of = ResultOf::Run;
    static bool holdsTimes(const Remedies &remedies) { return remedies.medianNs > 0; }
};

/// By verdictOfRatio(). Fewer than six rounds, which give no interval of 95 %, only show that something is far slower,
/// and that from three on.
[[nodiscard]] RemedyVerdict verdictOf(const MeasuredChange &change);

/// Why the first of its trials that decides nothing does not; None if all decide.
[[nodiscard]] TrialDoubt doubtOf(const Remedies &remedies);

/// What disturbed the measurement: flags of it, "control_differs" and "no_control", each once.
[[nodiscard]] std::vector<std::string> disturbancesOf(const Remedies &remedies);

/// \p base with one remedy more. \p value: the threads or the batch of those that have a number.
[[nodiscard]] RunSetup withRemedy(const RunSetup &base, RemedyId id, std::int64_t value = 0);

/// Whether both change the same thing: at most one of them can be had.
[[nodiscard]] bool excludeEachOther(RemedyId a, RemedyId b);

/// "bfloat16", "8 threads". \p setup has the number of those that have one.
[[nodiscard]] ComposedText remedyName(RemedyId id, const RunSetup &setup);
/// The same; the identifier of one that a newer version wrote.
[[nodiscard]] ComposedText nameOf(const Remedy &remedy);

/// Why it was not timed: "only on a GPU", or what the model's process says; empty if it applies.
[[nodiscard]] ComposedText reasonOf(const Remedy &remedy);

/// How to get \p setup if \p base is how the model runs: lines of Python for somebody who has the module as `model`
/// and its input as `x`, and a command of ours for the file \p model.
struct HowTo {
    std::string python;
    std::string commandLine;

    bool operator==(const HowTo &) const = default;
};

/// True for the remedies that AOTInductor compiles, and for no other.
[[nodiscard]] constexpr bool isCompiled(RemedyId id)
{
    return id == RemedyId::Compiled || id == RemedyId::CompiledFrozen;
}

/// What the request has of that remedy: null if nothing is compiled for it.
[[nodiscard]] const CompiledVariant *compiledVariant(const Request &request, RemedyId id);
[[nodiscard]] CompiledVariant *compiledVariant(Request &request, RemedyId id);

/// The library that allocates under \p setup, by the name that the loader knows; null: the C library.
[[nodiscard]] const char *allocatorLibrary(const RunSetup &setup);

/// The remedy by which the model is compiled under \p setup.
[[nodiscard]] std::optional<RemedyId> compiledBy(const RunSetup &setup);

[[nodiscard]] HowTo howTo(const RunSetup &setup, const RunSetup &base, const std::string &model);

/// What can be tried on the whole model against a cause that experiments found in one of its operators; nothing if
/// no remedy is for it.
[[nodiscard]] std::optional<RemedyId> remedyFor(ProvenCause cause);

} // namespace rooflight
