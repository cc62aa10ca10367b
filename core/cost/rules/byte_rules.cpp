// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/byte_rules.h"

#include "core/base/translation_mark.h"

#include "core/base/count.h"
#include "core/cost/call/call_arguments.h"
#include "core/cost/call/memory_region.h"
#include "core/cost/call/operator_call.h"
#include "core/cost/rules/resampling.h"

#include <algorithm>
#include <optional>

namespace rooflight {

namespace {

bool isMask(const TensorValue &index)
{
    return index.info.dtype == DType::Bool || index.info.dtype == DType::UInt8;
}

Count trueElements(const TensorValue &mask)
{
    return mask.trueElements >= 0 ? Count(mask.trueElements) : elementsOf(mask);
}

/// Sizes that are broadcast together, the last dimension first.
class BroadcastSizes
{
public:
    void add(const Shape &shape)
    {
        m_sizes.resize(std::max(m_sizes.size(), shape.size()), 1);
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (m_sizes[i] == 1)
                m_sizes[i] = shape[shape.size() - 1 - i];
        }
    }
    [[nodiscard]] Count elements() const { return elementsOf(m_sizes); }

private:
    Shape m_sizes;
};

/// Indices of as many dimensions as the list is long, a mask of as many as it has; None leaves a dimension whole.
std::optional<Count> pickedByIndices(const OperatorCall &call, const TensorValue &target)
{
    BroadcastSizes indexed;
    Count whole = 1;
    std::size_t dimension = 0;
    const Shape &shape = target.info.shape;
    for (const TensorValue &index : tensorsNamed(call, "indices")) {
        if (dimension >= shape.size())
            return std::nullopt;
        if (isDefined(index))
            indexed.add(isMask(index) ? Shape { trueElements(index).value() } : index.info.shape);
        else
            whole *= shape[dimension];
        dimension += isDefined(index) && isMask(index) ? index.info.shape.size() : 1;
    }
    for (; dimension < shape.size(); ++dimension)
        whole *= shape[dimension];
    return indexed.elements() * whole;
}

/// An index along one dimension picks slices.
std::optional<Count> pickedSlices(const OperatorCall &call, const TensorValue &target, const TensorValue &index)
{
    const auto length = dimensionOf(target, integerNamed(call, "dim").value_or(0));
    return length ? std::optional(elementsOf(index) * (elementsOf(target) / *length)) : std::nullopt;
}

/// Elements of its target that an operator writes which scatters values by indices or by a mask; `nullopt` if the
/// arguments do not say. A mask whose true elements were not counted picks all.
std::optional<Count> pickedElements(const OperatorCall &call)
{
    const TensorValue *target = tensorNamed(call, { "self" });
    if (!target)
        return std::nullopt;
    if (call.find("indices"))
        return pickedByIndices(call, *target);
    if (const TensorValue *mask = tensorNamed(call, { "mask" }))
        return trueElements(*mask);
    const TensorValue *index = tensorNamed(call, { "index" });
    if (!index)
        return std::nullopt;
    const bool isOnePerElement = bareName(call.name).starts_with("scatter") || bareName(call.name) == "put";
    return isOnePerElement ? std::optional(elementsOf(*index)) : pickedSlices(call, *target, *index);
}

/// Arguments of ATen that only take the result, as in "aten::add.out". In-place operators end in an underscore and
/// change what they also read, and so do running statistics.
bool onlyTakesResult(const OperatorCall &call, const Argument &argument)
{
    if (argument.name == "out")
        return argument.written;
    return argument.written && call.name.starts_with("aten::") && !call.name.ends_with('_')
        && !argument.name.starts_with("running_");
}

/// Some quantised operators are asked to work in place by an argument, which their schema does not show.
bool worksInPlaceByArgument(const OperatorCall &call)
{
    return booleanNamed(call, "inplace").value_or(false);
}

bool isView(const OperatorCall &call, const TensorValue &output)
{
    if (worksInPlaceByArgument(call))
        return false;
    bool sharesRead = false;
    bool sharesWritten = false;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (shareStorage(tensor, output))
            (argument.written ? sharesWritten : sharesRead) = true;
    });
    return sharesRead && !sharesWritten;
}

bool writesArguments(const OperatorCall &call)
{
    return worksInPlaceByArgument(call) || std::ranges::any_of(call.arguments, &Argument::written);
}

void addReads(MemoryTouches &touches, const OperatorCall &call)
{
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (!onlyTakesResult(call, argument))
            touches.read(tensor);
    });
}

void addWrites(MemoryTouches &touches, const OperatorCall &call)
{
    for (const TensorValue &output : call.outputs) {
        if (isDefined(output) && !isView(call, output))
            touches.write(output);
    }
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        // A result argument may have grown during the call: the output has its true size.
        const bool isOutput =
            std::ranges::any_of(call.outputs, [&](const TensorValue &output) { return shareStorage(output, tensor); });
        if (argument.written && !isOutput)
            touches.write(tensor);
    });
}

bool makesOnlyViews(const OperatorCall &call)
{
    return outputsShareInputs(call) && !writesArguments(call);
}

MemoryTouches generalTouches(const OperatorCall &call)
{
    MemoryTouches touches;
    if (makesOnlyViews(call))
        return touches;
    addReads(touches, call);
    addWrites(touches, call);
    return touches;
}

MemoryTouches overwrittenTouches(const OperatorCall &call)
{
    MemoryTouches touches;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (!argument.written)
            touches.read(tensor);
    });
    addWrites(touches, call);
    return touches;
}

MemoryTouches onlyWrittenTouches(const OperatorCall &call)
{
    MemoryTouches touches;
    if (!makesOnlyViews(call))
        addWrites(touches, call);
    return touches;
}

MemoryTouches noTouches(const OperatorCall &)
{
    return {};
}

/// The table that a gather takes rows from.
const TensorValue *tableOf(const OperatorCall &call)
{
    return tensorNamed(call, { "weight", "self", "input" });
}

Count bytesOfElements(const TensorValue &tensor, Count elements)
{
    return std::min(elements * itemSize(tensor.info.dtype), MemoryRegion(tensor).bytes());
}

/// As the general rule, but of one tensor only \p part is read.
MemoryTouches touchesWithPart(const OperatorCall &call, const TensorValue &tensor, Count part)
{
    MemoryTouches touches;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &other) {
        if (&other != &tensor && !onlyTakesResult(call, argument))
            touches.read(other);
    });
    touches.add(tensor, part, 0);
    addWrites(touches, call);
    return touches;
}

/// Of the table as many elements as \p like has.
MemoryTouches gatheredLike(const OperatorCall &call, const TensorValue *like)
{
    const TensorValue *table = tableOf(call);
    if (!table || !like || makesOnlyViews(call))
        return generalTouches(call);
    return touchesWithPart(call, *table, bytesOfElements(*table, elementsOf(*like)));
}

MemoryTouches gatheredTouches(const OperatorCall &call)
{
    return gatheredLike(call, firstOutput(call));
}

/// Rows of packed tables hold their scales, too: a row has its share of the true size.
MemoryTouches gatheredRowTouches(const OperatorCall &call)
{
    const TensorValue *table = tableOf(call);
    const TensorValue *indices = tensorNamed(call, { "indices" });
    if (!table || !indices || table->info.shape.empty())
        return generalTouches(call);
    const Count whole = MemoryRegion(*table).bytes();
    const Count picked = whole / table->info.shape.front() * elementsOf(*indices);
    return touchesWithPart(call, *table, std::min(picked, whole));
}

MemoryTouches gatheredByTargetTouches(const OperatorCall &call)
{
    return gatheredLike(call, tensorNamed(call, { "target" }));
}

bool accumulates(const OperatorCall &call)
{
    return call.name.find("add") != std::string::npos || call.find("reduce") != nullptr
        || booleanNamed(call, "accumulate").value_or(false);
}

bool isSource(const Argument &argument)
{
    return argument.name == "src" || argument.name == "source";
}

/// In place an operator that scatters reads and writes only what it picks.
MemoryTouches scatteredTouches(const OperatorCall &call)
{
    const TensorValue *target = tensorNamed(call, { "self" });
    const auto picked = pickedElements(call);
    if (!target || !picked || !writesArguments(call) || !call.name.ends_with('_'))
        return generalTouches(call);
    MemoryTouches touches;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (!isSource(argument) && &tensor != target)
            touches.read(tensor);
    });
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (isSource(argument))
            touches.add(tensor, bytesOfElements(tensor, *picked), 0);
    });
    const Count changed = bytesOfElements(*target, *picked);
    touches.add(*target, accumulates(call) ? changed : Count(), changed);
    return touches;
}

MemoryTouches dropoutTouches(const OperatorCall &call)
{
    return isTraining(call) ? generalTouches(call) : MemoryTouches {};
}

MemoryTouches touchesButSelf(const OperatorCall &call)
{
    MemoryTouches touches;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (argument.name != "self" && !onlyTakesResult(call, argument))
            touches.read(tensor);
    });
    addWrites(touches, call);
    return touches;
}

MemoryTouches normalizedTouches(const OperatorCall &call)
{
    MemoryTouches touches = generalTouches(call);
    const bool updates =
        booleanNamed(call, "training").value_or(false) || booleanNamed(call, "use_input_stats").value_or(false);
    if (!updates)
        return touches;
    for (const std::string_view name : { "running_mean", "running_var" }) {
        const Argument *argument = call.find(name);
        const TensorValue *tensor = tensorNamed(call, { name });
        if (tensor && !argument->written)
            touches.write(*tensor);
    }
    return touches;
}

MemoryTouches sampledTouches(const OperatorCall &call, std::optional<Count> samples)
{
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    const TensorValue *output = firstOutput(call);
    if (!input || !output || !samples)
        return generalTouches(call);
    return touchesWithPart(call, *input, bytesOfElements(*input, elementsOf(*output) * *samples));
}

template<int samples> MemoryTouches sampledTouches(const OperatorCall &call)
{
    return sampledTouches(call, Count(samples));
}

MemoryTouches sampledOnGridTouches(const OperatorCall &call)
{
    return sampledTouches(call, gridSamples(call));
}

MemoryTouches sampledInBoxesTouches(const OperatorCall &call)
{
    constexpr std::int64_t corners = 4;
    const auto points = boxPoints(call);
    return sampledTouches(call, points ? std::optional(*points * corners) : std::nullopt);
}

} // namespace

bool outputsShareInputs(const OperatorCall &call)
{
    const auto sharesInput = [&call](const TensorValue &output) {
        bool shares = false;
        forEachArgumentTensor(call, [&](const Argument &, const TensorValue &tensor) {
            shares = shares || shareStorage(tensor, output);
        });
        return shares;
    };
    return !call.outputs.empty() && std::ranges::all_of(call.outputs, sharesInput);
}

constinit const ByteRule readAndWritten { generalTouches,
                                          QT_TRANSLATE_NOOP("Formulas", "inputs read, outputs written") };
constinit const ByteRule overwritten { overwrittenTouches,
                                       QT_TRANSLATE_NOOP("Formulas", "sources read, target written") };
constinit const ByteRule onlyWritten { onlyWrittenTouches, QT_TRANSLATE_NOOP("Formulas", "outputs written") };
constinit const ByteRule untouched { noTouches, QT_TRANSLATE_NOOP("Formulas", "none") };
constinit const ByteRule gathered {
    gatheredTouches, QT_TRANSLATE_NOOP("Formulas", "selected elements and indices read, output written")
};
constinit const ByteRule gatheredRows {
    gatheredRowTouches, QT_TRANSLATE_NOOP("Formulas", "selected rows and indices read, output written")
};
constinit const ByteRule gatheredByTarget {
    gatheredByTargetTouches, QT_TRANSLATE_NOOP("Formulas", "selected elements and target read, output written")
};
constinit const ByteRule scattered {
    scatteredTouches, QT_TRANSLATE_NOOP("Formulas", "in place: values and indices read, selected elements written")
};
constinit const ByteRule onlyInTraining { dropoutTouches, QT_TRANSLATE_NOOP("Formulas", "none outside training") };
constinit const ByteRule selfUnread { touchesButSelf,
                                      QT_TRANSLATE_NOOP("Formulas", "inputs except self read, output written") };
constinit const ByteRule withRunningStatistics {
    normalizedTouches, QT_TRANSLATE_NOOP("Formulas", "inputs and 4 values per channel read, output written")
};
constinit const ByteRule sampledOnce {
    sampledTouches<1>, QT_TRANSLATE_NOOP("Formulas", "at most 1 sample per output read, output written")
};
constinit const ByteRule sampledLinear {
    sampledTouches<2>, QT_TRANSLATE_NOOP("Formulas", "at most 2 samples per output read, output written")
};
constinit const ByteRule sampledBilinear {
    sampledTouches<4>, QT_TRANSLATE_NOOP("Formulas", "at most 4 samples per output read, output written")
};
constinit const ByteRule sampledTrilinear {
    sampledTouches<8>, QT_TRANSLATE_NOOP("Formulas", "at most 8 samples per output read, output written")
};
constinit const ByteRule sampledBicubic {
    sampledTouches<16>, QT_TRANSLATE_NOOP("Formulas", "at most 16 samples per output read, output written")
};
constinit const ByteRule sampledOnGrid {
    sampledOnGridTouches, QT_TRANSLATE_NOOP("Formulas", "grid and at most its samples per output read, output written")
};
constinit const ByteRule sampledInBoxes {
    sampledInBoxesTouches,
    QT_TRANSLATE_NOOP("Formulas", "boxes and at most their samples per output read, output written")
};

} // namespace rooflight
