// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/run_recorder.h"

#include "core/cost/call/call_arguments.h"
#include "core/cost/torchstat.h"
#include "core/torchscript/values/tensor_values.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>

namespace rooflight {

namespace {

/// The key with the most multiply-adds, then bytes; the first of equal ones; \p none when no cost moves a byte.
template<typename Key> Key heaviest(const std::map<Key, Cost> &costs, Key none)
{
    std::pair<std::int64_t, std::int64_t> most;
    for (const auto &[key, cost] : costs) {
        const std::int64_t bytes = cost.bytes();
        if (bytes > 0 && std::pair(cost.macs, bytes) > most) {
            most = { cost.macs, bytes };
            none = key;
        }
    }
    return none;
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

std::vector<Shape> shapesOf(c10::ArrayRef<const c10::IValue> values)
{
    std::vector<Shape> shapes;
    for (const c10::IValue &value : values)
        forEachTensor(value,
                      [&shapes](const at::Tensor &tensor) { shapes.push_back(tensorValueOf(tensor).info.shape); });
    return shapes;
}

bool isMask(const c10::IValue &value)
{
    return value.isTensor() && value.toTensor().defined() && !value.toTensor().is_meta()
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

/// How long the groups of a grouped product are, only the data of its offsets shows.
void readGroupEnds(const c10::IValue &value, ArgumentValue &described)
{
    auto *const tensor = std::get_if<TensorValue>(&described);
    if (tensor && isDefined(*tensor) && !value.toTensor().is_meta())
        tensor->groupEnds = integersIn(value.toTensor());
}

} // namespace

void WorkByKind::add(OperatorFamily family, DType dtype, const Cost &cost)
{
    m_costs[{ family, dtype }] += cost;
}

void WorkByKind::add(const WorkByKind &other)
{
    for (const auto &[kind, cost] : other.m_costs)
        m_costs[kind] += cost;
}

OperatorFamily WorkByKind::family() const
{
    std::map<OperatorFamily, Cost> costs;
    for (const auto &[kind, cost] : m_costs)
        costs[kind.first] += cost;
    return heaviest(costs, OperatorFamily::Other);
}

DType WorkByKind::dtypeOf(OperatorFamily family) const
{
    std::map<DType, Cost> costs;
    for (const auto &[kind, cost] : m_costs) {
        if (kind.first == family)
            costs[kind.second] += cost;
    }
    return heaviest(costs, DType::Unknown);
}

bool StorageLedger::note(const at::Tensor &tensor)
{
    const std::uint64_t storage = storageIdOf(tensor);
    if (storage == 0 || m_met.contains(storage))
        return false;
    m_met.emplace(storage, tensor.storage().getWeakStorageImpl());
    return true;
}

bool StorageLedger::isAlive(std::uint64_t storage) const
{
    const auto met = m_met.find(storage);
    return met == m_met.end() || !met->second.expired();
}

RunRecorder::RunRecorder(ModuleIndex &modules, const CostModel &costs, Convention convention,
                         const LoadedExport *exported)
    : m_modules(modules)
    , m_costs(costs)
    , m_convention(convention)
    , m_exported(exported)
{
}

std::int64_t RunRecorder::moduleBegan(const c10::ivalue::Object *module, c10::ArrayRef<const c10::IValue> inputs)
{
    return layerBegan(m_modules.find(module), inputs);
}

std::int64_t RunRecorder::layerBegan(const ModuleIndex::Entry &entry, c10::ArrayRef<const c10::IValue> inputs)
{
    Layer layer;
    layer.id = static_cast<std::int64_t>(m_layers.size());
    layer.parent = m_open.empty() ? -1 : m_open.back().id;
    layer.path = entry.path;
    layer.type = entry.type;
    layer.call = m_callsOfPath[entry.path]++;
    layer.parameters = entry.parameters;
    layer.dtype = firstType(inputs);
    for (const c10::IValue &input : inputs)
        forEachTensor(input, [this](const at::Tensor &tensor) { meet(tensor); });
    if (!m_open.empty())
        layerOf(m_open.back()).leaf = false;
    OpenLayer &gathered = m_open.emplace_back();
    gathered.id = layer.id;
    gathered.place = entry.place;
    layer.inputShapes = shapesOf(inputs);
    m_fused.layerBegan();
    m_layers.push_back(std::move(layer));
    return gathered.id;
}

/// The tensors made inside that outlive the call. Those of a layer are made in the layer that called it, too.
std::vector<TensorValue> RunRecorder::takeOutputs(OpenLayer &gathered)
{
    std::vector<TensorValue> outputs;
    std::unordered_set<const c10::TensorImpl *> seen;
    for (WeakTensor &made : gathered.made) {
        const auto alive = made.lock();
        if (!alive || !seen.insert(alive.get()).second)
            continue;
        outputs.push_back(tensorValueOf(at::Tensor(alive)));
        if (!m_open.empty())
            m_open.back().made.emplace_back(alive);
    }
    return outputs;
}

void RunRecorder::setKind(Layer &layer, const WorkByKind &work)
{
    layer.family = work.family();
    if (const DType dtype = work.dtypeOf(layer.family); dtype != DType::Unknown)
        layer.dtype = dtype;
    if (layer.leaf && layer.cost.bytes() == 0)
        layer.family = OperatorFamily::View;
}

void RunRecorder::moduleEnded(std::int64_t frame)
{
    OpenLayer gathered = std::move(m_open.back());
    m_open.pop_back();
    Layer &layer = m_layers[static_cast<std::size_t>(frame)];

    const std::vector<TensorValue> outputs = takeOutputs(gathered);
    std::ranges::transform(outputs, std::back_inserter(layer.outputShapes),
                           [](const TensorValue &output) { return output.info.shape; });
    if (outputs.empty()) // it returns what it was given
        layer.outputShapes = layer.inputShapes;
    const auto isAlive = [this](std::uint64_t storage) { return m_storages.isAlive(storage); };
    layer.bytesLowerBound = m_fused.layerEnded(outputs, isAlive).value();
    setKind(layer, gathered.work);

    if (m_convention == Convention::Torchstat && layer.leaf)
        keepTorchstatRow({ gathered.place, torchstatRow(layer, gathered.calls) }, layer.path);
    if (!m_open.empty())
        handUp(layer, gathered);
}

/// A module has one row with the figures of its last call: torchstat's hook stores them in the module.
void RunRecorder::keepTorchstatRow(PlacedRow row, const std::string &path)
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
    above.work.add(gathered.work);
}

std::int64_t RunRecorder::operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs)
{
    m_call = {};
    m_call.name = facts.name;
    m_call.overload = facts.overload;
    const ExportCall *const node = m_exported ? currentCall(*m_exported) : nullptr;
    m_node = node ? node->node : std::string();
    m_call.arguments.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool described = i < facts.arguments.size();
        addArgument(described ? facts.arguments[i] : OperatorFacts::ArgumentFacts {}, inputs[i]);
    }
    return static_cast<std::int64_t>(m_operators.size());
}

/// Memory that is first met when it is used was there before, but for numbers of the program that became tensors, which
/// no operator shows.
void RunRecorder::meet(const at::Tensor &tensor)
{
    if (!m_storages.note(tensor) || m_open.empty() || tensor.dim() > 0)
        return;
    if (const std::uint64_t storage = storageIdOf(tensor); m_modules.persistentBytes(storage) == 0)
        m_fused.allocated(storage);
}

void RunRecorder::addArgument(const OperatorFacts::ArgumentFacts &facts, const c10::IValue &value)
{
    forEachTensor(value, [this](const at::Tensor &tensor) { meet(tensor); });
    std::vector<TensorValue> weights;
    std::vector<TensorValue> biases;
    forEachPacked(value, [&](const c10::IValue &object) {
        const PackedWeights &packed = m_modules.packedWeights(object);
        addConvolutionSettings(packed);
        weights.insert(weights.end(), packed.weights.begin(), packed.weights.end());
        biases.insert(biases.end(), packed.biases.begin(), packed.biases.end());
    });
    if (weights.empty()) {
        m_call.arguments.push_back({ facts.name, facts.written, argumentValueOf(value) });
        if (facts.name == "mask" || facts.name == "indices")
            countTrueElements(value, m_call.arguments.back().value);
        else if (facts.name == "offs")
            readGroupEnds(value, m_call.arguments.back().value);
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

/// Operators on floating-point numbers take them as arguments.
void RunRecorder::addConvolutionSettings(const PackedWeights &packed)
{
    const auto add = [this](const char *name, const std::vector<std::int64_t> &values) {
        if (!values.empty() && !m_call.find(name))
            m_call.arguments.push_back({ name, false, values });
    };
    add("stride", packed.stride);
    add("padding", packed.padding);
    add("dilation", packed.dilation);
}

/// What the call wrote into a buffer or a parameter of the model: it gives its new value back, too, but the layer gives
/// nothing.
bool RunRecorder::isChangedState(const TensorValue &output) const
{
    if (m_modules.persistentBytes(output.storage) == 0)
        return false;
    bool isWritten = false;
    forEachArgumentTensor(m_call, [&](const Argument &argument, const TensorValue &tensor) {
        isWritten = isWritten || (argument.written && tensor.storage == output.storage);
    });
    return isWritten;
}

void RunRecorder::addOutputs(c10::ArrayRef<const c10::IValue> outputs)
{
    for (const c10::IValue &output : outputs) {
        forEachTensor(output, [this](const at::Tensor &tensor) {
            m_call.outputs.push_back(tensorValueOf(tensor));
            if (m_storages.note(tensor))
                m_fused.allocated(storageIdOf(tensor));
            if (!m_open.empty() && !isChangedState(m_call.outputs.back()))
                m_open.back().made.emplace_back(tensor.getIntrusivePtr());
        });
    }
}

void RunRecorder::operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue> outputs)
{
    addOutputs(outputs);
    Operator op;
    op.id = frame;
    op.layer = m_open.empty() ? 0 : m_open.back().id;
    op.name = m_call.name;
    op.node = m_node;
    forEachArgumentTensor(
        m_call, [&op](const Argument &, const TensorValue &tensor) { op.inputShapes.push_back(tensor.info.shape); });
    for (const TensorValue &output : m_call.outputs)
        op.outputShapes.push_back(output.info.shape);

    m_call.choice = m_choice;
    if (const std::optional<RowChoice> made = choiceOf(m_call))
        m_choice = made;
    const OperatorCost cost = m_costs.costOf(m_call, m_convention);
    op.family = cost.family;
    op.dtype = cost.dtype;
    op.known = cost.known;
    op.cost = cost.cost;
    op.work = cost.work;
    op.workingSetBytes = cost.workingSetBytes;
    op.groupEstimate = cost.groupEstimate;
    if (!op.known)
        addUnknown(op, cost.reason);
    m_reuse.add(cost.touches);
    noteSources(op, cost.touches);
    account(op, cost);
    m_operators.push_back(std::move(op));
}

void RunRecorder::noteSources(Operator &op, const MemoryTouches &touches)
{
    for (const MemoryTouch &touch : touches) {
        const auto writer = m_writers.find(touch.region.storage());
        if (writer != m_writers.end() && touch.read > 0)
            op.sources.push_back(writer->second);
    }
    std::ranges::sort(op.sources);
    const auto rest = std::unique(op.sources.begin(), op.sources.end());
    op.sources.erase(rest, op.sources.end());
    for (const MemoryTouch &touch : touches) {
        if (touch.region.storage() != 0 && touch.written > 0)
            m_writers[touch.region.storage()] = op.id;
    }
}

void RunRecorder::account(const Operator &op, const OperatorCost &cost)
{
    if (m_open.empty())
        return;
    OpenLayer &gathered = m_open.back();
    Layer &layer = layerOf(gathered);
    layer.cost += op.cost;
    if (layer.dtype == DType::Unknown)
        layer.dtype = op.dtype;
    if (op.family != OperatorFamily::View)
        ++layer.operators;
    gathered.work.add(op.family, op.dtype, op.cost);
    m_fused.touched(cost.touches);
    if (m_convention == Convention::Torchstat)
        gathered.calls.push_back(m_call);
}

void RunRecorder::addUnknown(const Operator &op, const ComposedText &reason)
{
    UnknownOperator &unknown = m_unknown[op.name];
    unknown.name = op.name;
    ++unknown.count;
    unknown.bytes = (Count(unknown.bytes) + Count(op.cost.bytes())).value();
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
    std::vector<std::vector<MemoryReuse>> reuse =
        m_reuse.evaluate([this](std::uint64_t storage) { return m_modules.persistentBytes(storage) > 0; });
    for (std::size_t i = 0; i < m_operators.size(); ++i)
        m_operators[i].reuse = std::move(reuse[i]);
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
    // As torchstat walks the modules: as they were registered, not as they are called.
    std::ranges::stable_sort(m_torchstat, {}, &PlacedRow::place);
    std::ranges::transform(m_torchstat, std::back_inserter(analysis.torchstat), &PlacedRow::row);
    analysis.convention = name(m_convention);
    analysis.layers = std::move(m_layers);
    analysis.layers.shrink_to_fit(); // they are kept as long as the model is looked at
    analysis.operators = std::move(m_operators);
    analysis.operators.shrink_to_fit();
}

} // namespace rooflight
