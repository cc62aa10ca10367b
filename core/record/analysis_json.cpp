// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/count.h"
#include "core/model/coverage.h"
#include "core/record/json_bodies.h"

namespace ridgepoint {

namespace {

void append(OutJson &json, const Cost &cost)
{
    json["macs"] = cost.macs;
    json["flops"] = cost.flops;
    json["bytes_read"] = cost.bytesRead;
    json["bytes_written"] = cost.bytesWritten;
}

/// Reads work or traffic. Whoever adds two of them, or takes a logarithm, may rely on the range.
void readAmount(const InJson &json, const char *key, std::int64_t &amount)
{
    read(json, key, amount);
    if (amount < 0 || amount > Count::most)
        throw FormatError("is out of range", key);
}

void readCost(const InJson &json, Cost &cost)
{
    readAmount(json, "macs", cost.macs);
    readAmount(json, "flops", cost.flops);
    readAmount(json, "bytes_read", cost.bytesRead);
    readAmount(json, "bytes_written", cost.bytesWritten);
}

/// Ids are positions: whoever holds an analysis may use them as an index without looking.
void requireConsistentIds(const Analysis &analysis)
{
    const auto layerCount = static_cast<std::int64_t>(analysis.layers.size());
    for (std::int64_t position = 0; position < layerCount; ++position) {
        const Layer &layer = analysis.layers[static_cast<std::size_t>(position)];
        if (layer.id != position)
            throw FormatError("differs from the layer's position", "layers.id");
        if (layer.parent < -1 || layer.parent >= position)
            throw FormatError("names no layer that comes before", "layers.parent");
    }
    for (std::size_t position = 0; position < analysis.operators.size(); ++position) {
        const Operator &op = analysis.operators[position];
        if (op.id != static_cast<std::int64_t>(position))
            throw FormatError("differs from the operator's position", "operators.id");
        if (op.layer < 0 || op.layer >= layerCount)
            throw FormatError("names no layer", "operators.layer");
    }
    for (const TorchstatRow &row : analysis.torchstat) {
        if (row.layer < 0 || row.layer >= layerCount)
            throw FormatError("names no layer", "torchstat.layer");
    }
}

} // namespace

void to_json(OutJson &json, const ModelIdentity &model)
{
    json = {
        { "path", model.path },
        { "sha256", model.sha256 },
        { "form", name(model.form) },
        { "parameters", model.parameters },
        { "parameter_bytes", model.parameterBytes },
        { "buffers_bytes", model.bufferBytes },
    };
}

void from_json(const InJson &json, ModelIdentity &model)
{
    read(json, "path", model.path);
    read(json, "sha256", model.sha256);
    readName(json, "form", model.form, modelFormFromName);
    read(json, "parameters", model.parameters);
    read(json, "parameter_bytes", model.parameterBytes);
    read(json, "buffers_bytes", model.bufferBytes);
}

void from_json(const InJson &json, TensorInfo &tensor)
{
    read(json, "shape", tensor.shape);
    readName(json, "dtype", tensor.dtype, dtypeFromName);
}

static void to_json(OutJson &json, const ModelInput &input)
{
    json = {
        { "name", input.name },
        { "shape", input.tensor.shape },
        { "dtype", name(input.tensor.dtype) },
        { "source", name(input.source) },
    };
}

static void from_json(const InJson &json, ModelInput &input)
{
    read(json, "name", input.name);
    from_json(json, input.tensor);
    readName(json, "source", input.source, inputSourceFromName);
}

static void to_json(OutJson &json, const Totals &totals)
{
    append(json, totals.cost);
    json["bytes_lower_bound"] = totals.bytesLowerBound;
    json["operators"] = totals.operators;
    json["unknown_operators"] = totals.unknownOperators;
    json["peak_activation_bytes"] = totals.peakActivationBytes;
}

static void from_json(const InJson &json, Totals &totals)
{
    readCost(json, totals.cost);
    readAmount(json, "bytes_lower_bound", totals.bytesLowerBound);
    readAmount(json, "operators", totals.operators);
    readAmount(json, "unknown_operators", totals.unknownOperators);
    readAmount(json, "peak_activation_bytes", totals.peakActivationBytes);
}

static void to_json(OutJson &json, const Layer &layer)
{
    json["id"] = layer.id;
    json["parent"] = layer.parent;
    json["path"] = layer.path;
    json["type"] = layer.type;
    json["call"] = layer.call;
    json["leaf"] = layer.leaf;
    json["parameters"] = layer.parameters;
    append(json, layer.cost);
    json["bytes_lower_bound"] = layer.bytesLowerBound;
    json["operators"] = layer.operators;
    json["family"] = name(layer.family);
    json["input_shapes"] = layer.inputShapes;
    json["output_shapes"] = layer.outputShapes;
    json["dtype"] = name(layer.dtype);
}

void from_json(const InJson &json, Layer &layer)
{
    read(json, "id", layer.id);
    read(json, "parent", layer.parent);
    read(json, "path", layer.path);
    read(json, "type", layer.type);
    read(json, "call", layer.call);
    read(json, "leaf", layer.leaf);
    read(json, "parameters", layer.parameters);
    readCost(json, layer.cost);
    readAmount(json, "bytes_lower_bound", layer.bytesLowerBound);
    read(json, "operators", layer.operators);
    readName(json, "family", layer.family, operatorFamilyFromName);
    read(json, "input_shapes", layer.inputShapes);
    read(json, "output_shapes", layer.outputShapes);
    readName(json, "dtype", layer.dtype, dtypeFromName);
}

static void to_json(OutJson &json, const OperatorWork &work)
{
    json = OutJson::object(); // most operators do one class of work: the others are left out
    const auto append = [&json](const char *key, std::int64_t amount) {
        if (amount > 0)
            json[key] = amount;
    };
    append("macs", work.macs);
    append("bias_adds", work.biasAdds);
    append("elementwise", work.elementwise);
    append("transcendental", work.transcendental);
    append("reduction", work.reduction);
    append("comparison", work.comparison);
}

static void from_json(const InJson &json, OperatorWork &work)
{
    readAmount(json, "macs", work.macs);
    readAmount(json, "bias_adds", work.biasAdds);
    readAmount(json, "elementwise", work.elementwise);
    readAmount(json, "transcendental", work.transcendental);
    readAmount(json, "reduction", work.reduction);
    readAmount(json, "comparison", work.comparison);
}

static void to_json(OutJson &json, const Operator &op)
{
    json["id"] = op.id;
    json["layer"] = op.layer;
    json["name"] = op.name;
    json["family"] = name(op.family);
    json["known"] = op.known;
    append(json, op.cost);
    json["work"] = op.work;
    json["working_set_bytes"] = op.workingSetBytes;
    json["input_shapes"] = op.inputShapes;
    json["output_shapes"] = op.outputShapes;
    json["dtype"] = name(op.dtype);
}

void from_json(const InJson &json, Operator &op)
{
    read(json, "id", op.id);
    read(json, "layer", op.layer);
    read(json, "name", op.name);
    readName(json, "family", op.family, operatorFamilyFromName);
    read(json, "known", op.known);
    readCost(json, op.cost);
    read(json, "work", op.work);
    readAmount(json, "working_set_bytes", op.workingSetBytes);
    read(json, "input_shapes", op.inputShapes);
    read(json, "output_shapes", op.outputShapes);
    readName(json, "dtype", op.dtype, dtypeFromName);
}

static void to_json(OutJson &json, const UnknownOperator &unknown)
{
    json = {
        { "name", unknown.name },   { "count", unknown.count },   { "layers", unknown.layers },
        { "bytes", unknown.bytes }, { "reason", unknown.reason },
    };
}

static void from_json(const InJson &json, UnknownOperator &unknown)
{
    read(json, "name", unknown.name);
    read(json, "count", unknown.count);
    read(json, "layers", unknown.layers);
    readAmount(json, "bytes", unknown.bytes);
    read(json, "reason", unknown.reason);
}

static void to_json(OutJson &json, const UsedFormula &formula)
{
    json = {
        { "name", formula.name },
        { "work", formula.work },
        { "bytes", formula.bytes },
        { "source", formula.source },
    };
}

static void from_json(const InJson &json, UsedFormula &formula)
{
    read(json, "name", formula.name);
    read(json, "work", formula.work);
    read(json, "bytes", formula.bytes);
    read(json, "source", formula.source);
}

void to_json(OutJson &json, const Coverage &coverage)
{
    json = {
        { "operators", coverage.shareOfOperators() },
        { "bytes", coverage.shareOfBytes() },
    };
    if (const std::optional<double> time = coverage.shareOfTime())
        json["time"] = *time;
}

static void to_json(OutJson &json, const TorchstatRow &row)
{
    json = {
        { "layer", row.layer },           { "input_shape", row.inputShape }, { "output_shape", row.outputShape },
        { "parameters", row.parameters }, { "memory_mb", row.memoryMb },     { "madd", row.madd },
        { "flops", row.flops },           { "bytes_read", row.bytesRead },   { "bytes_written", row.bytesWritten },
        { "known", row.known },
    };
}

static void from_json(const InJson &json, TorchstatRow &row)
{
    read(json, "layer", row.layer);
    read(json, "input_shape", row.inputShape);
    read(json, "output_shape", row.outputShape);
    read(json, "parameters", row.parameters);
    read(json, "memory_mb", row.memoryMb);
    readAmount(json, "madd", row.madd);
    readAmount(json, "flops", row.flops);
    readAmount(json, "bytes_read", row.bytesRead);
    readAmount(json, "bytes_written", row.bytesWritten);
    read(json, "known", row.known);
}

void to_json(OutJson &json, const Analysis &analysis)
{
    json["model"] = analysis.model;
    json["device"] = analysis.device;
    json["inputs"] = analysis.inputs;
    json["convention"] = analysis.convention;
    json["totals"] = analysis.totals;
    json["layers"] = OutJson::array();
    json["operators"] = OutJson::array();
    json["coverage"] = coverageOf(analysis);
    json["unknown"] = analysis.unknown;
    json["formulas"] = analysis.formulas;
    if (!analysis.torchstat.empty())
        json["torchstat"] = analysis.torchstat;
}

void from_json(const InJson &json, Analysis &analysis)
{
    read(json, "model", analysis.model);
    read(json, "device", analysis.device);
    read(json, "inputs", analysis.inputs);
    read(json, "convention", analysis.convention);
    read(json, "totals", analysis.totals);
    read(json, "layers", analysis.layers);
    read(json, "operators", analysis.operators);
    read(json, "unknown", analysis.unknown);
    read(json, "formulas", analysis.formulas);
    read(json, "torchstat", analysis.torchstat);
}

std::vector<LongList> longListsOf(const Analysis &analysis)
{
    return { longList("layers", analysis.layers), longList("operators", analysis.operators) };
}

void takeLists(Analysis &analysis, LongLists &lists)
{
    if (lists.problem)
        throw *lists.problem;
    analysis.layers = std::move(lists.layers);
    analysis.operators = std::move(lists.operators);
    requireConsistentIds(analysis);
}

} // namespace ridgepoint
