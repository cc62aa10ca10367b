// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/byte_rules.h"

#include "core/cost/call/call_arguments.h"
#include "core/cost/call/memory_region.h"
#include "core/cost/rules/picked_elements.h"
#include "core/cost/rules/resampling.h"

#include <algorithm>

namespace ridgepoint {

namespace {

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

Count readBytes(const OperatorCall &call)
{
    DistinctMemory memory;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (!onlyTakesResult(call, argument))
            memory.add(tensor);
    });
    return memory.bytes();
}

Count writtenBytes(const OperatorCall &call)
{
    DistinctMemory memory;
    for (const TensorValue &output : call.outputs) {
        if (isDefined(output) && !isView(call, output))
            memory.add(output);
    }
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        // A result argument may have grown during the call: the output has its true size.
        const bool isOutput =
            std::ranges::any_of(call.outputs, [&](const TensorValue &output) { return shareStorage(output, tensor); });
        if (argument.written && !isOutput)
            memory.add(tensor);
    });
    return memory.bytes();
}

bool makesOnlyViews(const OperatorCall &call)
{
    return outputsShareInputs(call) && !writesArguments(call);
}

OperatorBytes bytes(Count read, Count written)
{
    return { read.value(), written.value() };
}

OperatorBytes generalBytes(const OperatorCall &call)
{
    return makesOnlyViews(call) ? OperatorBytes {} : bytes(readBytes(call), writtenBytes(call));
}

OperatorBytes overwrittenBytes(const OperatorCall &call)
{
    DistinctMemory read;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (!argument.written)
            read.add(tensor);
    });
    return bytes(read.bytes(), writtenBytes(call));
}

OperatorBytes onlyWrittenBytes(const OperatorCall &call)
{
    return makesOnlyViews(call) ? OperatorBytes {} : bytes(0, writtenBytes(call));
}

OperatorBytes noBytes(const OperatorCall &)
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

/// Everything that is read but one tensor, and of that one \p part.
Count readWithPart(const OperatorCall &call, const TensorValue &tensor, Count part)
{
    DistinctMemory others;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &other) {
        if (&other != &tensor && !onlyTakesResult(call, argument))
            others.add(other);
    });
    return others.bytes() + part;
}

/// Of the table as many elements as \p like has.
OperatorBytes gatheredLike(const OperatorCall &call, const TensorValue *like)
{
    const TensorValue *table = tableOf(call);
    if (!table || !like || makesOnlyViews(call))
        return generalBytes(call);
    return bytes(readWithPart(call, *table, bytesOfElements(*table, elementsOf(*like))), writtenBytes(call));
}

OperatorBytes gatheredBytes(const OperatorCall &call)
{
    return gatheredLike(call, firstOutput(call));
}

/// Rows of packed tables hold their scales, too: a row has its share of the true size.
OperatorBytes gatheredRowBytes(const OperatorCall &call)
{
    const TensorValue *table = tableOf(call);
    const TensorValue *indices = tensorNamed(call, { "indices" });
    if (!table || !indices || table->info.shape.empty())
        return generalBytes(call);
    const Count whole = MemoryRegion(*table).bytes();
    const Count picked = whole / table->info.shape.front() * elementsOf(*indices);
    return bytes(readWithPart(call, *table, std::min(picked, whole)), writtenBytes(call));
}

OperatorBytes gatheredByTargetBytes(const OperatorCall &call)
{
    return gatheredLike(call, tensorNamed(call, { "target" }));
}

bool accumulates(const OperatorCall &call)
{
    return call.name.find("add") != std::string::npos || call.find("reduce") != nullptr
        || booleanNamed(call, "accumulate").value_or(false);
}

/// In place an operator that scatters reads and writes only what it picks.
OperatorBytes scatteredBytes(const OperatorCall &call)
{
    const TensorValue *target = tensorNamed(call, { "self" });
    const auto picked = pickedElements(call);
    if (!target || !picked || !writesArguments(call) || !call.name.ends_with('_'))
        return generalBytes(call);
    DistinctMemory others;
    Count partly;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (argument.name == "src" || argument.name == "source")
            partly += bytesOfElements(tensor, *picked);
        else if (&tensor != target)
            others.add(tensor);
    });
    const Count changed = bytesOfElements(*target, *picked);
    return bytes(others.bytes() + partly + (accumulates(call) ? changed : Count()), changed);
}

OperatorBytes dropoutBytes(const OperatorCall &call)
{
    return isTraining(call) ? generalBytes(call) : OperatorBytes {};
}

OperatorBytes normalizedBytes(const OperatorCall &call)
{
    OperatorBytes result = generalBytes(call);
    const bool updates =
        booleanNamed(call, "training").value_or(false) || booleanNamed(call, "use_input_stats").value_or(false);
    if (!updates)
        return result;
    DistinctMemory statistics;
    for (const std::string_view name : { "running_mean", "running_var" }) {
        const Argument *argument = call.find(name);
        const TensorValue *tensor = tensorNamed(call, { name });
        if (tensor && !argument->written)
            statistics.add(*tensor);
    }
    return bytes(result.read, statistics.bytes() + result.written);
}

OperatorBytes sampledBytes(const OperatorCall &call, std::optional<Count> samples)
{
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    const TensorValue *output = firstOutput(call);
    if (!input || !output || !samples)
        return generalBytes(call);
    const Count part = bytesOfElements(*input, elementsOf(*output) * *samples);
    return bytes(readWithPart(call, *input, part), writtenBytes(call));
}

template<int samples> OperatorBytes sampledBytes(const OperatorCall &call)
{
    return sampledBytes(call, Count(samples));
}

OperatorBytes sampledOnGridBytes(const OperatorCall &call)
{
    return sampledBytes(call, gridSamples(call));
}

OperatorBytes sampledInBoxesBytes(const OperatorCall &call)
{
    constexpr std::int64_t neighbours = 4;
    const auto points = boxPoints(call);
    return sampledBytes(call, points ? std::optional(*points * neighbours) : std::nullopt);
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

constinit const ByteRule readAndWritten { generalBytes, "inputs read, outputs written" };
constinit const ByteRule overwritten { overwrittenBytes, "sources read, target written" };
constinit const ByteRule onlyWritten { onlyWrittenBytes, "outputs written" };
constinit const ByteRule untouched { noBytes, "none" };
constinit const ByteRule gathered { gatheredBytes, "picked elements and indices read, output written" };
constinit const ByteRule gatheredRows { gatheredRowBytes, "picked rows and indices read, output written" };
constinit const ByteRule gatheredByTarget { gatheredByTargetBytes, "picked elements and target read, output written" };
constinit const ByteRule scattered { scatteredBytes, "in place: values and indices read, picked elements written" };
constinit const ByteRule onlyInTraining { dropoutBytes, "none outside training" };
constinit const ByteRule withRunningStatistics { normalizedBytes,
                                                 "inputs and 4 values a channel read, output written" };
constinit const ByteRule sampledOnce { sampledBytes<1>, "at most 1 sample an output read, output written" };
constinit const ByteRule sampledLinear { sampledBytes<2>, "at most 2 samples an output read, output written" };
constinit const ByteRule sampledBilinear { sampledBytes<4>, "at most 4 samples an output read, output written" };
constinit const ByteRule sampledTrilinear { sampledBytes<8>, "at most 8 samples an output read, output written" };
constinit const ByteRule sampledBicubic { sampledBytes<16>, "at most 16 samples an output read, output written" };
constinit const ByteRule sampledOnGrid { sampledOnGridBytes,
                                         "grid and at most its samples an output read, output written" };
constinit const ByteRule sampledInBoxes { sampledInBoxesBytes,
                                          "boxes and at most their samples an output read, output written" };

} // namespace ridgepoint
