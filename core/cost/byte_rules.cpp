// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/byte_rules.h"

#include "core/cost/call_arguments.h"
#include "core/cost/memory_region.h"

#include <algorithm>

namespace ridgepoint {

namespace {

/// Arguments of ATen that only take the result, as in "aten::add.out". In-place operators end in an underscore and
/// change what they also read, and so do running statistics.
bool onlyTakesResult(const OperatorCall &call, const Argument &argument)
{
    return argument.written && call.name.starts_with("aten::") && !call.name.ends_with('_')
        && !argument.name.starts_with("running_");
}

bool isView(const OperatorCall &call, const TensorValue &output)
{
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
    return std::ranges::any_of(call.arguments, &Argument::written);
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
        // A result argument may have grown during the call: the output tells its true size.
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

/// Everything that is read but the table, and of the table \p picked elements.
Count readWithPicked(const OperatorCall &call, const TensorValue &table, Count picked)
{
    DistinctMemory others;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (&tensor != &table && !onlyTakesResult(call, argument))
            others.add(tensor);
    });
    const Count pickedBytes = picked * itemSize(table.info.dtype);
    return others.bytes() + std::min(pickedBytes, MemoryRegion(table).bytes());
}

OperatorBytes gatheredBytes(const OperatorCall &call)
{
    const TensorValue *table = tableOf(call);
    const TensorValue *output = firstOutput(call);
    if (!table || !output || makesOnlyViews(call))
        return generalBytes(call);
    return bytes(readWithPicked(call, *table, elementsOf(*output)), writtenBytes(call));
}

OperatorBytes gatheredBagBytes(const OperatorCall &call)
{
    const TensorValue *table = tableOf(call);
    const TensorValue *indices = tensorNamed(call, { "indices" });
    if (!table || !indices || table->info.shape.empty())
        return generalBytes(call);
    const Count picked = elementsOf(*indices) * table->info.shape.back();
    return bytes(readWithPicked(call, *table, picked), writtenBytes(call));
}

bool accumulates(const OperatorCall &call)
{
    return call.name.find("add") != std::string::npos || call.find("reduce") != nullptr
        || booleanNamed(call, "accumulate").value_or(false);
}

/// Elements that a scatter changes: those it is given, or one per index when it is given a single value.
Count scatteredElements(const OperatorCall &call)
{
    const TensorValue *values = tensorNamed(call, { "src", "source", "values" });
    if (values && elementsOf(*values) > 1)
        return elementsOf(*values);
    Count indices;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        if (argument.name == "index" || argument.name == "indices" || argument.name == "mask")
            indices = std::max(indices, elementsOf(tensor));
    });
    return indices;
}

OperatorBytes scatteredBytes(const OperatorCall &call)
{
    const TensorValue *target = tensorNamed(call, { "self" });
    if (!target || !writesArguments(call) || !call.name.ends_with('_'))
        return generalBytes(call);
    const Count changed =
        std::min(scatteredElements(call) * itemSize(target->info.dtype), MemoryRegion(*target).bytes());
    const Count read = readWithPicked(call, *target, accumulates(call) ? scatteredElements(call) : Count());
    return bytes(read, changed);
}

OperatorBytes dropoutBytes(const OperatorCall &call)
{
    return booleanNamed(call, "train").value_or(true) ? generalBytes(call) : OperatorBytes {};
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

template<int Samples> OperatorBytes sampledBytes(const OperatorCall &call)
{
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    const TensorValue *output = firstOutput(call);
    if (!input || !output)
        return generalBytes(call);
    return bytes(readWithPicked(call, *input, elementsOf(*output) * Samples), writtenBytes(call));
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
constinit const ByteRule gatheredBags { gatheredBagBytes, "picked rows and indices read, output written" };
constinit const ByteRule scattered { scatteredBytes, "in place: values and indices read, picked elements written" };
constinit const ByteRule onlyInTraining { dropoutBytes, "none outside training" };
constinit const ByteRule withRunningStatistics { normalizedBytes,
                                                 "inputs and 4 values a channel read, output written" };
constinit const ByteRule sampledOnce { sampledBytes<1>, "at most 1 sample an output read, output written" };
constinit const ByteRule sampledLinear { sampledBytes<2>, "at most 2 samples an output read, output written" };
constinit const ByteRule sampledBilinear { sampledBytes<4>, "at most 4 samples an output read, output written" };
constinit const ByteRule sampledTrilinear { sampledBytes<8>, "at most 8 samples an output read, output written" };
constinit const ByteRule sampledBicubic { sampledBytes<16>, "at most 16 samples an output read, output written" };

} // namespace ridgepoint
