// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/count.h"
#include "core/base/enum_names.h"
#include "core/model/device.h"
#include "core/model/tensor_info.h"
#include "core/results/result_traits.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// How a model's file was made. Export: by torch.export; Compiled: by AOTInductor; Profile: no model, a trace of
/// PyTorch's profiler; the others are TorchScript.
enum class ModelForm { Script, Trace, Frozen, Export, Compiled, Profile };

template<>
inline constexpr auto enumNames<ModelForm> = EnumNames<ModelForm, 6> { {
    { ModelForm::Script, "script" },
    { ModelForm::Trace, "trace" },
    { ModelForm::Frozen, "frozen" },
    { ModelForm::Export, "export" },
    { ModelForm::Compiled, "compiled" },
    { ModelForm::Profile, "profile" },
} };
template<> inline constexpr auto fromName<ModelForm> = valueOfNameOr<ModelForm::Script>;

/// Where the shape of an input came from.
enum class InputSource { Given, Traced, Inferred };

template<>
inline constexpr auto enumNames<InputSource> = EnumNames<InputSource, 3> { {
    { InputSource::Given, "given" },
    { InputSource::Traced, "traced" },
    { InputSource::Inferred, "inferred" },
} };
template<> inline constexpr auto fromName<InputSource> = valueOfNameOr<InputSource::Given>;

struct ModelIdentity {
    std::string path;
    std::string sha256; ///< of the whole file, lower-case hexadecimal; empty if it was only counted
    ModelForm form = ModelForm::Script;
    std::int64_t parameters =
        0; ///< elements; tied weights once; no buffers; of a frozen file the floating-point constants
    std::int64_t parameterBytes = 0;
    std::int64_t bufferBytes = 0;
    bool trainingMode = false; ///< its code runs dropout or statistics of the batch, whatever it is asked for
    bool changesInputs = false; ///< a run was seen to write to its inputs
    /// SHA-256 of the names, sizes and checksums of all records, which costs next to nothing; empty if an earlier
    /// version wrote it, and of what is no archive.
    std::string contentsSha256 = {};

    bool operator==(const ModelIdentity &) const = default;
};

struct ModelInput {
    std::string name;
    TensorInfo tensor;
    InputSource source = InputSource::Given;

    bool operator==(const ModelInput &) const = default;
};

/// Where counts of multiply-adds stop: half of where FLOPs stop, which are so never less than two a multiply-add.
inline constexpr std::int64_t mostMacs = Count::most / 2;

/// Work and unfused memory traffic. Bytes are the sum over operators.
struct Cost {
    std::int64_t macs = 0; ///< multiply-adds of matrix work, bias excluded, whatever the convention
    std::int64_t flops = 0; ///< under the convention of the analysis
    std::int64_t bytesRead = 0;
    std::int64_t bytesWritten = 0;

    [[nodiscard]] std::int64_t bytes() const { return bytesRead + bytesWritten; } ///< both directions

    /// One of them stopped at the end of its range: what was to be counted is that much or more.
    [[nodiscard]] bool isAtLeast() const
    {
        return macs >= mostMacs || flops >= Count::most || bytesRead >= Count::most || bytesWritten >= Count::most;
    }

    bool operator==(const Cost &) const = default;
    Cost &operator+=(const Cost &other);
};

/// Work of one operator call, by class. A multiply-add is one mac here and two FLOPs in the default convention.
struct OperatorWork {
    std::int64_t macs = 0; ///< multiply-adds of matrix work, bias excluded
    std::int64_t biasAdds = 0; ///< additions of a bias in matrix work
    std::int64_t elementwise = 0; ///< additions, multiplications and the like, one each
    std::int64_t transcendental = 0; ///< exp, log, tanh, ...: one each
    std::int64_t reduction = 0; ///< additions of sums and means
    std::int64_t comparison = 0; ///< comparisons and integer work: no FLOPs
    std::int64_t avoidableMacs = 0; ///< of macs, those with a factor that is known to be zero: padding, causal masks

    /// Under the default convention: what judges, whatever convention describes.
    [[nodiscard]] std::int64_t flops() const;

    bool operator==(const OperatorWork &) const = default;
    OperatorWork &operator+=(const OperatorWork &other);

    /// Multiply-adds above mostMacs stop there.
    void limit();
};

/// Kind of work of an operator; decides colour and shape on the chart.
enum class OperatorFamily {
    Convolution,
    Matrix, ///< linear, matmul and the like, attention, recurrent
    Normalization,
    Activation,
    Pooling,
    Elementwise,
    Reduction,
    Movement, ///< copies, concatenation, padding, gathers: no arithmetic
    View, ///< shares its input's memory: free
    Other, ///< no formula known, or one of the user's own that names no family
};

template<>
inline constexpr auto enumNames<OperatorFamily> = EnumNames<OperatorFamily, 10> { {
    { OperatorFamily::Convolution, "convolution" },
    { OperatorFamily::Matrix, "matrix" },
    { OperatorFamily::Normalization, "normalization" },
    { OperatorFamily::Activation, "activation" },
    { OperatorFamily::Pooling, "pooling" },
    { OperatorFamily::Elementwise, "elementwise" },
    { OperatorFamily::Reduction, "reduction" },
    { OperatorFamily::Movement, "movement" },
    { OperatorFamily::View, "view" },
    { OperatorFamily::Other, "other" },
} };
template<> inline constexpr auto fromName<OperatorFamily> = valueOfNameOr<OperatorFamily::Other>;

/// Part of the memory traffic of an operator: what comes back after the same amount of other memory.
struct MemoryReuse {
    std::int64_t bytes = 0;
    /// Distinct memory touched since these bytes were last touched, they included; runs follow each other without end.
    /// Of what is written: all that the operator touches.
    std::int64_t distanceBytes = 0;
    bool constant = false; ///< parameters, buffers and constants, which only the next run comes back to
    bool written = false; ///< false: read

    bool operator==(const MemoryReuse &) const = default;
};

/// For a grouped product that was counted without data: how many of its groups, such as the experts of a mixture, have
/// a part.
struct GroupEstimate {
    std::int64_t groups = 0;
    std::int64_t most = 0; ///< groups that can have one
    double expected = 0; ///< if each row falls to any group with equal probability: what the cost is counted with
    std::int64_t leastBytesRead = 0; ///< if all rows fall to one group
    std::int64_t mostBytesRead = 0;

    bool operator==(const GroupEstimate &) const = default;
};

struct Operator {
    std::int64_t id = 0; ///< position in Analysis::operators
    std::int64_t layer = 0; ///< id of the layer that called it
    std::string name; ///< for example "aten::conv2d"
    OperatorFamily family = OperatorFamily::Other;
    bool known = false; ///< false: no formula, macs and flops are unknown, not zero
    Cost cost;
    OperatorWork work; ///< the same work by class, whatever the convention; all zero when not known
    std::int64_t workingSetBytes = 0; ///< distinct memory of all its inputs and outputs, each in full
    std::vector<Shape> inputShapes; ///< tensors only
    std::vector<Shape> outputShapes;
    DType dtype = DType::Unknown; ///< of the operands of its arithmetic, see docs/reference/numbers.md
    std::vector<MemoryReuse> reuse = {}; ///< adds up to the bytes of cost; empty in files of version 0.1.0
    /// Operators before it whose results it reads: the last of each to write the memory. Ascending; none for what reads
    /// inputs and weights only, and in files of version 0.1.0.
    std::vector<std::int64_t> sources = {};
    std::optional<GroupEstimate> groupEstimate = {}; ///< if bytes depend on data that were not there
    std::string node = {}; ///< of a torch.export file, the name of its node in the graph; else empty

    bool operator==(const Operator &) const = default;
};

/// One call of one module. A module called twice is two layers with equal path and call 0 and 1.
struct Layer {
    std::int64_t id = 0; ///< position in Analysis::layers; 0 is the model itself
    std::int64_t parent = -1; ///< -1 for the model itself
    std::string path; ///< dotted, for example "layer1.0.conv1"; empty for the model itself
    std::string type; ///< class of the module, for example "Conv2d"
    int call = 0; ///< 0 for the first call of this module
    bool leaf = true; ///< no other layer hangs below it
    std::int64_t parameters = 0; ///< elements of this module and all below it, tied weights once
    Cost cost; ///< of the whole subtree
    std::int64_t bytesLowerBound = 0; ///< as if all inside were fused; never above the bytes of cost
    std::int64_t operators = 0; ///< operators of the whole subtree, views excluded
    OperatorFamily family = OperatorFamily::Other; ///< of the operators that take most of its work
    std::vector<Shape> inputShapes;
    std::vector<Shape> outputShapes;
    DType dtype = DType::Unknown;

    bool operator==(const Layer &) const = default;
};

/// What every table, text and picture calls a layer: its path, of the model itself its class, "(model)" if that is
/// not known; " #2" for the second call, and so on.
[[nodiscard]] std::string layerName(const std::string &path, const std::string &type, int call = 0);

/// The name of a Layer, or of what was kept of one.
[[nodiscard]] std::string layerName(const auto &layer)
{
    return layerName(layer.path, layer.type, layer.call);
}

/// True for the id of one of this many layers or operators.
[[nodiscard]] inline bool exists(std::int64_t id, std::size_t count)
{
    return id >= 0 && static_cast<std::size_t>(id) < count;
}

/// A parent comes before its layers; in a damaged file it may not.
[[nodiscard]] inline bool hasParent(const Layer &layer, std::size_t count)
{
    return exists(layer.parent, count) && layer.parent < layer.id;
}

/// Operators of one name that no formula covers.
struct UnknownOperator {
    std::string name;
    std::int64_t count = 0;
    std::vector<std::string> layers; ///< paths
    std::int64_t bytes = 0;
    ComposedText reason; ///< why the formula that there is did not fit; empty: there is none

    bool operator==(const UnknownOperator &) const = default;
};

struct Totals {
    Cost cost;
    std::int64_t bytesLowerBound = 0;
    std::int64_t operators = 0;
    std::int64_t unknownOperators = 0;
    /// Most memory that inputs, results and temporaries held at one time; absent if nothing was allocated: counts
    /// without a run, imported traces.
    std::optional<std::int64_t> peakActivationBytes;

    bool operator==(const Totals &) const = default;
};

/// One row of torchstat's table: a leaf module, in torchstat's own units and words. "flops" are multiply-adds plus
/// bias there, "madd" multiplications and additions; batch is left out of shapes, memory and madd.
struct TorchstatRow {
    std::int64_t layer = 0;
    Shape inputShape;
    Shape outputShape;
    std::int64_t parameters = 0; ///< of this module alone
    double memoryMb = 0; ///< output elements * 4 / 2^20
    std::int64_t madd = 0;
    std::int64_t flops = 0;
    std::int64_t bytesRead = 0;
    std::int64_t bytesWritten = 0;
    bool known = false; ///< torchstat has a formula for this kind of module; else the figures are ours

    bool operator==(const TorchstatRow &) const = default;
};

/// How the operators of one name were counted.
struct UsedFormula {
    std::string name; ///< of the operator
    std::string work; ///< formula of its work
    std::string bytes; ///< how its memory traffic is counted
    std::string source; ///< where the formula comes from

    bool operator==(const UsedFormula &) const = default;
};

/// What a GPU's own counters saw in its memory for one run, the mean of several: whatever the GPU did meanwhile.
struct CountedBytes {
    std::int64_t read = 0;
    std::int64_t written = 0;

    bool operator==(const CountedBytes &) const = default;
};

/// What one observed run of a model found, or what it would find.
struct Analysis {
    ModelIdentity model;
    Device device;
    std::vector<ModelInput> inputs;
    std::string convention = "fma2";
    Totals totals;
    std::vector<Layer> layers; ///< parents before children
    std::vector<Operator> operators; ///< in order of execution
    std::vector<UnknownOperator> unknown;
    std::vector<UsedFormula> formulas; ///< of the operators that have one, by name
    std::vector<TorchstatRow> torchstat; ///< only under the convention "torchstat"
    bool predicted = false; ///< nothing was run: the sizes of all tensors were worked out
    std::optional<CountedBytes> counted; ///< on a GPU, if it was asked for and the driver allows it

    bool operator==(const Analysis &) const = default;
};

template<> struct ResultTraits<Analysis> {
    static constexpr std::string_view record = "analysis";
    static constexpr RequestKind request = RequestKind::Analyze;
    static constexpr EnumSet<RequestKind> others = { RequestKind::Layers, RequestKind::Report, RequestKind::Import };
    static constexpr ResultOf of = ResultOf::File;
};

/// What the GPU's counters saw over the computed bytes; absent where either is.
[[nodiscard]] std::optional<double> countedShare(const Analysis &analysis);

/// Whether they are more than 20 % of the computed bytes away from them.
[[nodiscard]] bool differsFromCounted(const Analysis &analysis);

/// How much of a model the formulas cover. Views are left out: they are free, and there is nothing to know.
struct Coverage {
    std::int64_t operators = 0;
    std::int64_t knownOperators = 0; ///< with a formula
    std::int64_t bytes = 0; ///< that the operators move
    std::int64_t knownBytes = 0;
    double timeNs = 0; ///< of the operators that were timed
    double knownTimeNs = 0;

    // Shares that have a formula, from 0 to 1. A model without operators or bytes is covered.
    [[nodiscard]] double shareOfOperators() const;
    [[nodiscard]] double shareOfBytes() const;
    /// Nothing if no operator was timed.
    [[nodiscard]] std::optional<double> shareOfTime() const;

    bool operator==(const Coverage &) const = default;
};

/// \p timesNs are those of the operators, if any was timed.
[[nodiscard]] Coverage coverageOf(const Analysis &analysis, std::span<const std::optional<double>> timesNs = {});

/// What torchstat prints below its table: sums over the rows, each module once. A module that torchstat has no formula
/// for adds parameters and memory only, as there. Source: torchstat's reporter.py (github.com/Swall0w/torchstat).
struct TorchstatTotals {
    std::int64_t parameters = 0;
    double memoryMb = 0; ///< of 2^20 bytes
    std::int64_t madd = 0;
    std::int64_t flops = 0;
    std::int64_t bytesRead = 0;
    std::int64_t bytesWritten = 0;

    bool operator==(const TorchstatTotals &) const = default;
};

[[nodiscard]] TorchstatTotals torchstatTotals(const std::vector<TorchstatRow> &rows);

} // namespace rooflight
