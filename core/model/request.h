// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/batch.h"
#include "core/model/execution.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// How work is summed into one FLOP figure.
enum class Convention {
    Fma2, ///< a multiply-add is two, elementwise, transcendental and reductions one each
    Matrix, ///< two per multiply-add of matrix work, nothing else
    Mac, ///< one per multiply-add of matrix work, nothing else
    Torchstat, ///< column "Flops": multiply-adds, bias of convolutions, 2 per element of batch norm, pools, ReLU family
    Thop, ///< multiply-adds, 4 per element of normalization, sums of average pools, softmax, interpolation
    Fvcore, ///< multiply-adds, 2 per element of batch norm, 5 of other norms, adaptive pools, interpolation
};

template<>
inline constexpr auto enumNames<Convention> = EnumNames<Convention, 6> { {
    { Convention::Fma2, "fma2" },
    { Convention::Matrix, "matrix" },
    { Convention::Mac, "mac" },
    { Convention::Torchstat, "torchstat" },
    { Convention::Thop, "thop" },
    { Convention::Fvcore, "fvcore" },
} };

/// Their names are those of the subcommands of rooflight-cli.
enum class RequestKind {
    Inspect,
    Analyze,
    Peaks,
    Latency,
    Layers,
    Methods,
    Sweep,
    Pipeline,
    Report,
    Import,
    Remedies,
    Explain
};

template<>
inline constexpr auto enumNames<RequestKind> = EnumNames<RequestKind, 12> { {
    { RequestKind::Inspect, "inspect" },
    { RequestKind::Analyze, "analyze" },
    { RequestKind::Peaks, "peaks" },
    { RequestKind::Latency, "latency" },
    { RequestKind::Layers, "layers" },
    { RequestKind::Methods, "methods" },
    { RequestKind::Sweep, "sweep" },
    { RequestKind::Pipeline, "pipeline" },
    { RequestKind::Report, "report" },
    { RequestKind::Import, "import" },
    { RequestKind::Remedies, "remedies" },
    { RequestKind::Explain, "explain" },
} };

/// How much time the measurement of the roofs may take.
enum class Effort { Quick, Normal, Thorough };

template<>
inline constexpr auto enumNames<Effort> = EnumNames<Effort, 3> { {
    { Effort::Quick, "quick" },
    { Effort::Normal, "normal" },
    { Effort::Thorough, "thorough" },
} };

/// How long something is measured. What is not given is decided while it is measured.
struct MeasureLimits {
    std::optional<std::int64_t> warmup; ///< calls before; none: until they are steady
    std::int64_t runs = 0; ///< calls that count; 0: until the median is known well enough
    double seconds = 0; ///< spent on calls that count; 0: until the median is known well enough

    bool operator==(const MeasureLimits &) const = default;
};

/// What a sweep looks for.
struct SweepRequest {
    BatchSearch search = BatchSearch::Binary;
    std::int64_t maximumBatch = 0; ///< 0: none; memory or the time of a call ends the search
    double margin = 0.05; ///< share of the largest batch that the recommended one leaves free
    double longestCallSeconds = 2; ///< a batch that takes longer is too slow
    bool restart = false; ///< forget a sweep that was cut off
    std::int64_t step = 1; ///< between batches of a sequential search
    std::vector<std::string> axes = {}; ///< sizes to go through instead of batches, "NAME=LIST"
    std::vector<std::string> measuredAt = {}; ///< of predicted sizes, those to measure as well, "NAME=LIST"

    bool operator==(const SweepRequest &) const = default;
};

/// What follows the first model of a pipeline.
struct PipelineRequest {
    std::vector<std::string> models; ///< paths
    std::vector<std::string> hostWork; ///< between the models: busy:MS, sleep:MS, copy, or a TorchScript file

    bool operator==(const PipelineRequest &) const = default;
};

/// What AOTInductor made of a model, or why it did not.
struct CompiledVariant {
    std::string package; ///< path; empty if there is none
    double seconds = 0; ///< that compiling it took, this time or another
    ComposedText failure;

    bool operator==(const CompiledVariant &) const = default;
};

/// One job for the worker; also what a subcommand of rooflight-cli is parsed into.
struct Request {
    static constexpr int maxThreads = 4096;

    std::int64_t id = 0; ///< every record of the answer carries it
    RequestKind kind = RequestKind::Report;
    std::string model; ///< path, of Import that of a trace; empty for Peaks
    std::vector<std::string>
        inputs; ///< SPECs of docs/reference/inputs.md, in order; of a pipeline's Nth model "N/SPEC"
    std::int64_t batch = 0; ///< 0: as the input says
    std::string device = "cpu"; ///< "cpu" or "cuda:N"
    int threads = 0; ///< 0: as LibTorch would choose
    Convention convention = Convention::Fma2;
    bool trust = false; ///< run the file although it calls what is not known to be safe
    bool acceptDamaged = false; ///< open although a checksum differs
    std::vector<std::string> libraries; ///< operator libraries to load first
    std::string formulas; ///< file with formulas of the user's own; empty for none
    double timeoutSeconds = 0; ///< 0: none
    std::int64_t memoryLimitBytes = 0; ///< 0: the worker's own choice
    Effort effort = Effort::Normal;
    bool remeasure = false;
    std::string roof; ///< of Peaks: measures this one alone, and keeps what is known of the others; empty: all
    Execution execution;
    MeasureLimits limits;
    std::vector<std::string> interleave; ///< of Latency: what is interleaved with the model, as latency_variants.h says
    SweepRequest sweep;
    PipelineRequest pipeline;
    std::vector<std::string> batchDimensions; ///< "N", "NAME=N" or "none"; empty: found out by running the model
    bool unconfined = false; ///< run the model without confinement
    std::vector<std::string> dimensions; ///< sizes that an export left open, "NAME=VALUE"
    bool predict = false; ///< count without running, of Analyze and of the axes of Sweep
    std::vector<std::string> remedies; ///< identifiers of those to try; empty: all
    std::vector<std::int64_t> operators; ///< of Explain: positions in Analysis::operators
    bool replay = false; ///< of Layers: call distinct operators again in a run or two, instead of timing many runs
    bool countBytes = false; ///< with the GPU's own counters, too, of Analyze and Report
    bool compile = false; ///< of Remedies: with AOTInductor, too
    std::string saveCompiled; ///< of Remedies: where to write the faster of what was compiled; empty: nowhere

    // Known to the processes of a request, and never sent.
    CompiledVariant compiled;
    CompiledVariant compiledFrozen; ///< with constants folded
    bool runsPackage = false; ///< the model is one of these: its code is opened as a file in memory

    [[nodiscard]] bool isOnCuda() const { return device.starts_with("cuda"); }
    /// Whether nothing is run, and no weight is needed.
    [[nodiscard]] bool isOnlyCounted() const { return predict && sweep.measuredAt.empty(); }

    bool operator==(const Request &) const = default;
};

} // namespace rooflight
