// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/run_recorder.h"

#include "core/cost/call/call_arguments.h"
#include "core/cost/torchstat.h"
#include "core/torchscript/values/tensor_values.h"

#include <algorithm>
#include <set>

namespace ridgepoint {

namespace {

/// The type an operator works in: the first floating-point tensor among inputs and outputs, else the first tensor.
DType workingType(const OperatorCall &call)
{
    DType first = DType::Unknown;
    DType floating = DType::Unknown;
    const auto look = [&](const TensorValue &tensor) {
        const DType dtype = tensor.info.dtype;
        if (first == DType::Unknown)
            first = dtype;
        if (floating == DType::Unknown && isFloatingPoint(dtype))
            floating = dtype;
    };
    forEachArgumentTensor(call, [&look](const Argument &, const TensorValue &tensor) { look(tensor); });
    std::ranges::for_each(call.outputs, look);
    return floating != DType::Unknown ? floating : first;
}

DType firstType(c10::ArrayRef<const c10::IValue> values)
{
    DType dtype = DType::Unknown;
    for (const c10::IValue &value : values) {
        forEachTensor(value, [&dtype](const at::Tensor &tensor) {
            if (dtype == DType::Unknown || (!isFloatingPoint(dtype) && tensor.is_floating_point()))
                dtype = dtypeOf(tensor.scalar_type());
        });
    }
    return dtype;
}

bool isMask(const c10::IValue &value)
{
    return value.isTensor() && value.toTensor().defined()
        && (value.toTensor().scalar_type() == at::kBool || value.toTensor().scalar_type() == at::kByte);
}

/// A mask picks as many elements as are true, which only its data shows.
void countTrueElements(const c10::IValue &value, ArgumentValue &described)
{
    if (auto *tensor = std::get_if<TensorValue>(&described); tensor && isMask(value))
        tensor->trueElements = trueElementsOf(value.toTensor());
    auto *list = std::get_if<std::vector<TensorValue>>(&described);
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (isMask(value.toListRef()[i]))
            (*list)[i].trueElements = trueElementsOf(value.toListRef()[i].toTensor());
    }
}

std::int64_t bytesMoved(const Cost &cost)
{
    return cost.bytesRead + cost.bytesWritten;
}

} // namespace

RunRecorder::RunRecorder(ModuleIndex &modules, const CostModel &costs, Convention convention)
    : m_modules(modules)
    , m_costs(costs)
    , m_convention(convention)
{
}

std::int64_t RunRecorder::moduleBegan(const c10::ivalue::Object *module, c10::ArrayRef<const c10::IValue> inputs)
{
    const ModuleIndex::Entry &entry = m_modules.find(module);
    Layer layer;
    layer.id = static_cast<std::int64_t>(m_layers.size());
    layer.parent = m_open.empty() ? -1 : m_open.back().id;
    layer.path = entry.path;
    layer.type = entry.type;
    layer.call = m_callsOfPath[entry.path]++;
    layer.parameters = entry.parameters;
    layer.dtype = firstType(inputs);
    if (!m_open.empty())
        layerOf(m_open.back()).leaf = false;
    OpenLayer &gathered = m_open.emplace_back();
    gathered.id = layer.id;
    gathered.inputBytes = bytesOfTensors(inputs, &layer.inputShapes);
    m_layers.push_back(std::move(layer));
    return gathered.id;
}

/// Notes the tensors that outlive the call; returns their bytes. A call that made none hands its inputs back.
std::int64_t RunRecorder::takeOutputs(Layer &layer, OpenLayer &gathered)
{
    std::vector<c10::IValue> outputs;
    std::unordered_set<const c10::TensorImpl *> seen;
    for (WeakTensor &made : gathered.made) {
        const auto alive = made.lock();
        if (alive && seen.insert(alive.get()).second)
            outputs.emplace_back(at::Tensor(alive));
    }
    if (outputs.empty()) {
        layer.outputShapes = layer.inputShapes;
        return gathered.inputBytes;
    }
    if (!m_open.empty()) {
        for (const c10::IValue &output : outputs)
            m_open.back().made.emplace_back(output.toTensor().getIntrusivePtr());
    }
    return bytesOfTensors(outputs, &layer.outputShapes);
}

void RunRecorder::moduleEnded(std::int64_t frame)
{
    OpenLayer gathered = std::move(m_open.back());
    m_open.pop_back();
    Layer &layer = m_layers[static_cast<std::size_t>(frame)];

    std::int64_t bound = gathered.inputBytes + takeOutputs(layer, gathered);
    for (const std::uint64_t storage : gathered.persistentStorages)
        bound += m_modules.persistentBytes(storage);
    // A layer that reads a few rows of a table, or only passes a view on, moves less than all it was handed.
    layer.bytesLowerBound = std::min(bound, bytesMoved(layer.cost));

    const auto weight = [](const Cost &cost) { return std::pair { cost.macs, bytesMoved(cost) }; };
    const auto heaviest = std::ranges::max_element(gathered.byFamily, {}, weight);
    if (bytesMoved(*heaviest) > 0)
        layer.family = static_cast<OperatorFamily>(heaviest - gathered.byFamily.begin());
    else if (layer.leaf)
        layer.family = OperatorFamily::View;

    if (m_convention == Convention::Torchstat && layer.leaf)
        keepTorchstatRow(torchstatRow(layer, gathered.calls), layer.path);
    if (!m_open.empty())
        handUp(layer, gathered);
}

/// A module has one row, at the place of its first call with the figures of its last one: torchstat's hook stores them
/// in the module.
void RunRecorder::keepTorchstatRow(TorchstatRow row, const std::string &path)
{
    const auto [found, isNew] = m_torchstatRowOf.try_emplace(path, m_torchstat.size());
    if (isNew)
        m_torchstat.push_back(std::move(row));
    else
        m_torchstat[found->second] = std::move(row);
}

/// Adds what a layer did to the layer that called it.
void RunRecorder::handUp(const Layer &layer, OpenLayer &gathered)
{
    OpenLayer &above = m_open.back();
    layerOf(above).cost += layer.cost;
    layerOf(above).operators += layer.operators;
    above.persistentStorages.merge(gathered.persistentStorages);
    for (std::size_t family = 0; family < familyCount; ++family)
        above.byFamily[family] += gathered.byFamily[family];
}

std::int64_t RunRecorder::operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs)
{
    m_call = {};
    m_call.name = facts.name;
    m_call.overload = facts.overload;
    m_call.arguments.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool described = i < facts.arguments.size();
        addArgument(described ? facts.arguments[i] : OperatorFacts::ArgumentFacts {}, inputs[i]);
    }
    return static_cast<std::int64_t>(m_operators.size());
}

void RunRecorder::addArgument(const OperatorFacts::ArgumentFacts &facts, const c10::IValue &value)
{
    std::vector<TensorValue> weights;
    std::vector<TensorValue> biases;
    forEachPacked(value, [&](const c10::IValue &object) {
        const PackedWeights &packed = m_modules.packedWeights(object);
        weights.insert(weights.end(), packed.weights.begin(), packed.weights.end());
        biases.insert(biases.end(), packed.biases.begin(), packed.biases.end());
    });
    if (weights.empty()) {
        m_call.arguments.push_back({ facts.name, facts.written, argumentValueOf(value) });
        if (facts.name == "mask" || facts.name == "indices")
            countTrueElements(value, m_call.arguments.back().value);
    } else if (value.isList()) {
        weights.insert(weights.end(), biases.begin(), biases.end());
        m_call.arguments.push_back({ facts.name, facts.written, std::move(weights) });
    } else {
        m_call.arguments.push_back({ facts.name, facts.written, weights.front() });
        // Unpacked operators take the bias as an argument of its own.
        if (!biases.empty())
            m_call.arguments.push_back({ "bias", false, biases.front() });
    }
}

void RunRecorder::operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue> outputs)
{
    for (const c10::IValue &output : outputs) {
        forEachTensor(output, [this](const at::Tensor &tensor) {
            m_call.outputs.push_back(tensorValueOf(tensor));
            if (!m_open.empty())
                m_open.back().made.emplace_back(tensor.getIntrusivePtr());
        });
    }

    Operator op;
    op.id = frame;
    op.layer = m_open.empty() ? 0 : m_open.back().id;
    op.name = m_call.name;
    op.dtype = workingType(m_call);
    forEachArgumentTensor(
        m_call, [&op](const Argument &, const TensorValue &tensor) { op.inputShapes.push_back(tensor.info.shape); });
    for (const TensorValue &output : m_call.outputs)
        op.outputShapes.push_back(output.info.shape);

    const OperatorCost cost = m_costs.costOf(m_call, m_convention);
    op.family = cost.family;
    op.known = cost.known;
    op.cost = cost.cost;
    op.work = cost.work;
    op.workingSetBytes = cost.workingSetBytes;
    if (!op.known)
        addUnknown(op, cost.reason);
    account(op, m_call);
    m_operators.push_back(std::move(op));
}

void RunRecorder::account(const Operator &op, const OperatorCall &call)
{
    if (m_open.empty())
        return;
    OpenLayer &gathered = m_open.back();
    Layer &layer = layerOf(gathered);
    layer.cost += op.cost;
    if (layer.dtype == DType::Unknown || (!isFloatingPoint(layer.dtype) && isFloatingPoint(op.dtype)))
        layer.dtype = op.dtype;
    if (op.family != OperatorFamily::View)
        ++layer.operators;
    gathered.byFamily[static_cast<std::size_t>(op.family)] += op.cost;
    if (bytesMoved(op.cost) > 0) {
        forEachArgumentTensor(call, [&](const Argument &, const TensorValue &tensor) {
            if (m_modules.persistentBytes(tensor.storage) > 0)
                gathered.persistentStorages.insert(tensor.storage);
        });
    }
    if (m_convention == Convention::Torchstat)
        gathered.calls.push_back(call);
}

void RunRecorder::addUnknown(const Operator &op, const std::string &reason)
{
    UnknownOperator &unknown = m_unknown[op.name];
    unknown.name = op.name;
    ++unknown.count;
    unknown.bytes += bytesMoved(op.cost);
    if (unknown.reason.empty())
        unknown.reason = reason;
    const std::string path = m_open.empty() ? std::string() : layerOf(m_open.back()).path;
    if (std::ranges::find(unknown.layers, path) == unknown.layers.end())
        unknown.layers.push_back(path);
}

void RunRecorder::finish(Analysis &analysis)
{
    std::set<std::string_view> names;
    for (const Operator &op : m_operators) {
        if (op.known && names.insert(op.name).second)
            analysis.formulas.push_back(m_costs.formulaOf(op.name).value());
    }
    std::ranges::sort(analysis.formulas, {}, &UsedFormula::name);
    for (auto &[name, unknown] : m_unknown) {
        analysis.totals.unknownOperators += unknown.count;
        analysis.unknown.push_back(std::move(unknown));
    }
    if (!m_layers.empty()) {
        const Layer &root = m_layers.front();
        analysis.totals.cost = root.cost;
        analysis.totals.bytesLowerBound = root.bytesLowerBound;
        analysis.totals.operators = root.operators;
    }
    analysis.torchstat = std::move(m_torchstat);
    analysis.convention = name(m_convention);
    analysis.layers = std::move(m_layers);
    analysis.layers.shrink_to_fit(); // they are kept as long as the model is looked at
    analysis.operators = std::move(m_operators);
    analysis.operators.shrink_to_fit();
}

} // namespace ridgepoint
