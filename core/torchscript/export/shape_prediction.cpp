// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/shape_prediction.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/export/input_sizes.h"
#include "core/torchscript/values/observed_calls.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ExpandUtils.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>
#include <torch/library.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

namespace rooflight {

namespace {

using Arguments = std::vector<c10::IValue>;

/// A key that no backend and no mode of LibTorch uses: what is registered for it sees each call before all others.
constexpr c10::DispatchKey interceptingKey = c10::DispatchKey::TESTING_ONLY_GenericMode;

/// What the intercepting function needs, one for each thread.
struct ThreadState {
    const LoadedExport *exported = nullptr;
    SymbolValues symbols;
    ComposedText obstacle;
    bool otherLayouts = false; ///< a transform lay otherwise than the file says, and so does what follows
    std::unordered_set<c10::OperatorName> withoutRule; ///< LibTorch cannot work out their results
};

thread_local ThreadState state;

/// Why the run cannot go on, once.
[[noreturn]] void giveUp(const char *phrase, std::vector<ComposedText> arguments)
{
    state.obstacle = phraseWith(phrase, std::move(arguments));
    throw std::runtime_error(state.obstacle.text);
}

ComposedText placeOf(const ExportCall &call)
{
    return call.layer.empty() ? ComposedText(call.name) : phraseWith(phrases::within, { call.name, call.layer });
}

[[noreturn]] void dependsOnData(const SizeExpression &size, const ExportCall &call)
{
    std::vector<std::string> names;
    size.collectSymbols(names);
    std::erase_if(names, [](const std::string &name) { return state.symbols.contains(name); });
    if (names.empty())
        giveUp(phrases::noKnownFormula, { placeOf(call) });
    giveUp(phrases::dependsOnData, { names.front(), placeOf(call) });
}

std::int64_t valueOf(const SizeExpression &size, const ExportCall &call)
{
    const std::optional<std::int64_t> value = size.evaluate(state.symbols);
    if (!value)
        dependsOnData(size, call);
    return *value;
}

std::vector<std::int64_t> valuesOf(const std::vector<SizeExpression> &sizes, const ExportCall &call)
{
    std::vector<std::int64_t> values;
    values.reserve(sizes.size());
    for (const SizeExpression &size : sizes)
        values.push_back(valueOf(size, call));
    return values;
}

const ExportTensor *tensorInFile(const ExportValue &value)
{
    const auto &tensors = state.exported->program->graph.tensors;
    const auto found = value.named ? tensors.find(value.text) : tensors.end();
    return found != tensors.end() && found->second.strided ? &found->second : nullptr;
}

at::Tensor emptyTensor(const std::vector<std::int64_t> &sizes, const std::vector<std::int64_t> &strides,
                       c10::ScalarType type)
{
    const at::DisableRecordFunctionGuard notTraced;
    return at::empty_strided(sizes, strides, at::TensorOptions().dtype(type).device(c10::kMeta));
}

/// A tensor as the file describes it; one that is not defined where it has none.
std::optional<c10::IValue> tensorOf(const ExportValue &value, const ExportCall &call)
{
    if (value.type == ExportType::None)
        return c10::IValue(at::Tensor());
    const ExportTensor *const meta = tensorInFile(value);
    if (meta == nullptr)
        return std::nullopt;
    return c10::IValue(
        emptyTensor(valuesOf(meta->sizes, call), valuesOf(meta->strides, call), scalarTypeOf(meta->dtype)));
}

std::optional<c10::IValue> numberOf(const ExportValue &value, const ExportCall &call)
{
    if (!value.named)
        return std::nullopt;
    const auto &sizes = state.exported->program->graph.sizes;
    if (const auto size = sizes.find(value.text); size != sizes.end())
        return c10::IValue(valueOf(size->second, call));
    giveUp(phrases::dependsOnData, { value.text, placeOf(call) });
}

std::optional<c10::IValue> listOf(const ExportValue &value, const ExportCall &call)
{
    c10::List<at::Tensor> tensors;
    for (const ExportValue &item : value.items) {
        const std::optional<c10::IValue> tensor = tensorOf(item, call);
        if (!tensor)
            return std::nullopt;
        tensors.push_back(tensor->toTensor());
    }
    return c10::IValue(std::move(tensors));
}

/// The argument that an operator changes and gives back.
std::optional<c10::IValue> changedArgument(const c10::FunctionSchema &schema, const c10::AliasInfo &alias,
                                           const Arguments &arguments)
{
    for (std::size_t i = 0; alias.isWrite() && i < arguments.size(); ++i) {
        const c10::AliasInfo *const given = schema.arguments()[i].alias_info();
        if (given != nullptr && given->beforeSets() == alias.beforeSets())
            return arguments[i];
    }
    return std::nullopt;
}

/// Results as the file describes them; nothing if it does not.
std::optional<Arguments> resultsInFile(const c10::FunctionSchema &schema, const ExportCall *call,
                                       const Arguments &arguments)
{
    Arguments results;
    for (std::size_t i = 0; i < schema.returns().size(); ++i) {
        std::optional<c10::IValue> result;
        const ExportValue *const value = call != nullptr && i < call->outputs.size() ? &call->outputs[i] : nullptr;
        if (const c10::AliasInfo *const alias = schema.returns()[i].alias_info())
            result = changedArgument(schema, *alias, arguments);
        else if (value == nullptr)
            result = std::nullopt;
        else if (value->type == ExportType::List)
            result = listOf(*value, *call);
        else if (value->type == ExportType::Tensor || value->type == ExportType::None)
            result = tensorOf(*value, *call);
        else
            result = numberOf(*value, *call);
        if (!result)
            return std::nullopt;
        results.push_back(std::move(*result));
    }
    return results;
}

at::Tensor emptyLike(const at::Tensor &tensor, c10::ScalarType type)
{
    return emptyTensor(tensor.sizes().vec(), tensor.strides().vec(), type);
}

/// A new tensor of the common size of all arguments that are tensors.
at::Tensor emptyOfAll(const Arguments &arguments, c10::ScalarType type)
{
    std::vector<std::int64_t> sizes;
    for (const c10::IValue &argument : arguments) {
        if (argument.isTensor())
            sizes = at::infer_size(sizes, argument.toTensor().sizes());
    }
    const at::DisableRecordFunctionGuard notTraced;
    return at::empty(sizes, at::TensorOptions().dtype(type).device(c10::kMeta));
}

/// Results, as on a CPU, of operators inside of others that LibTorch has no rule for.
std::optional<Arguments> resultsByRule(const c10::FunctionSchema &schema, const Arguments &arguments)
{
    const std::string &name = schema.name();
    const auto typeOf = [&arguments](std::size_t i) { return arguments[i].toTensor().scalar_type(); };
    if (name == "aten::where" && arguments.size() == 3) // the condition stands first
        return Arguments { c10::IValue(emptyOfAll(arguments, typeOf(2))) };
    if (name == "aten::_safe_softmax" || (name == "aten::abs" && !c10::isComplexType(typeOf(0))))
        return Arguments { c10::IValue(emptyOfAll(arguments, typeOf(0))) };
    if (name == "aten::abs")
        return Arguments { c10::IValue(emptyLike(arguments[0].toTensor(), c10::toRealValueType(typeOf(0)))) };
    if (name == "aten::dot")
        return Arguments { c10::IValue(emptyOfAll({}, typeOf(0))) };
    if (name == "aten::_weight_norm_interface") { // directions, lengths; the second result are norms
        const c10::ScalarType norms = c10::isReducedFloatingType(typeOf(1)) ? c10::kFloat : typeOf(1);
        return Arguments { c10::IValue(emptyLike(arguments[0].toTensor(), typeOf(0))),
                           c10::IValue(emptyLike(arguments[1].toTensor(), norms)) };
    }
    return std::nullopt;
}

/// New tensors lie in the file's default device, unless it says otherwise.
void placeNewTensors(const c10::FunctionSchema &schema, c10::ArrayRef<c10::IValue> given, torch::jit::Stack &stack)
{
    const std::size_t first = stack.size() - given.size();
    bool hasTensor = false;
    for (const c10::IValue &argument : given)
        forEachTensor(argument, [&hasTensor](const at::Tensor &) { hasTensor = true; });
    for (std::size_t i = 0; i < given.size() && !hasTensor; ++i) {
        if (schema.arguments()[i].name() == "device" && given[i].isNone())
            stack[first + i] = c10::Device(c10::kMeta);
    }
}

bool differInMemory(const at::Tensor &tensor, const std::vector<std::int64_t> &strides)
{
    for (std::size_t i = 0; i < strides.size(); ++i) {
        if (tensor.sizes()[i] > 1 && tensor.strides()[i] != strides[i])
            return true;
    }
    return false;
}

/// Fewer where one has no value.
std::vector<std::int64_t> knownValues(const std::vector<SizeExpression> &sizes)
{
    std::vector<std::int64_t> values;
    for (const SizeExpression &size : sizes) {
        if (const std::optional<std::int64_t> value = size.evaluate(state.symbols))
            values.push_back(*value);
    }
    return values;
}

/// The file has the layout of a general rule, the operators inside of these that of a CPU.
bool isTransform(std::string_view name)
{
    return name.starts_with("aten::fft_") || name.starts_with("aten::_fft_") || name == "aten::stft";
}

/// A new tensor in the order of dimensions that the file has for it.
void layOut(c10::IValue &result, const ExportValue &value, std::string_view name,
            const std::set<std::uint64_t> &argumentStorages)
{
    const ExportTensor *const meta = result.isTensor() ? tensorInFile(value) : nullptr;
    if (meta == nullptr || !result.toTensor().defined() || argumentStorages.contains(storageIdOf(result.toTensor())))
        return;
    const at::Tensor &tensor = result.toTensor();
    const std::vector<std::int64_t> sizes = knownValues(meta->sizes);
    const std::vector<std::int64_t> strides = knownValues(meta->strides);
    if (strides.size() != sizes.size() || tensor.sizes() != c10::IntArrayRef(sizes) || !differInMemory(tensor, strides))
        return;
    if (isTransform(name))
        state.otherLayouts = true;
    else
        result = emptyTensor(sizes, strides, tensor.scalar_type());
}

void layOutAll(const ExportCall *call, const Arguments &arguments, c10::ArrayRef<c10::IValue> results,
               torch::jit::Stack &stack)
{
    if (call == nullptr || state.otherLayouts)
        return;
    std::set<std::uint64_t> storages;
    for (const c10::IValue &argument : arguments)
        forEachTensor(argument, [&storages](const at::Tensor &tensor) { storages.insert(storageIdOf(tensor)); });
    const std::size_t first = stack.size() - results.size();
    for (std::size_t i = 0; i < std::min(results.size(), call->outputs.size()); ++i)
        layOut(stack[first + i], call->outputs[i], call->name, storages);
}

/// Whether what an operator consists of is run, rather than the operator as a whole.
bool isLookedInto(const c10::OperatorHandle &op)
{
    return observedCalls().open == 0 && op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd);
}

/// Whether an observer would see none of the work of an operator when its results came out of the file.
bool consistsOfOthers(const c10::OperatorHandle &op)
{
    return observedCalls().observing && isLookedInto(op);
}

/// Whether LibTorch worked out the results, which then stand on the stack.
bool ranWithoutData(const c10::OperatorHandle &op, c10::DispatchKeySet below, torch::jit::Stack &stack)
{
    if (state.withoutRule.contains(op.operator_name()))
        return false;
    // What an operator consists of is looked at where it is not counted as a whole.
    std::optional<c10::impl::ExcludeDispatchKeyGuard> once;
    const bool looksInside = isLookedInto(op);
    if (!looksInside)
        once.emplace(c10::DispatchKeySet(interceptingKey));
    try {
        op.redispatchBoxed(below, &stack);
        return true;
    } catch (const c10::NotImplementedError &) {
        state.withoutRule.insert(op.operator_name());
    } catch (const c10::Error &failure) { // of kernels that were made for one device
        if (saysTensorTooLarge(failure.what_without_backtrace()))
            throw;
    } catch (const std::runtime_error &) { // a part gave up: without an observer the file's results do for the whole
        if (!looksInside || consistsOfOthers(op))
            throw;
        state.obstacle = {};
    }
    return false;
}

/// Whether an operator makes a number of a tensor: a branch, a loop or a size depends on it.
bool readsData(const std::string &name)
{
    return name == "aten::item" || name == "aten::_local_scalar_dense" || name == "aten::is_nonzero";
}

/// Why the operators that another one consists of are not those of a run; null if they are.
const char *differenceWithoutData(const std::string &name, const Arguments &arguments)
{
    if (name == "aten::linalg_matrix_rank")
        return phrases::otherWay;
    const bool isWeighted = name == "aten::cross_entropy_loss" && arguments[2].isTensor()
        && arguments[2].toTensor().defined() && !arguments[1].toTensor().is_floating_point();
    return isWeighted && arguments[5].toDouble() > 0 ? phrases::leavesOutClasses : nullptr;
}

[[noreturn]] void giveUpOnNumber(const ExportCall *node)
{
    if (node != nullptr && !node->outputs.empty() && node->outputs[0].type != ExportType::Tensor)
        static_cast<void>(numberOf(node->outputs[0], *node));
    if (node == nullptr || node->layer.empty())
        giveUp(phrases::numberFromData, {});
    giveUp(phrases::numberFromDataIn, { node->layer });
}

void predict(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    if (runAsOnCpu(op, *stack))
        return;
    const c10::FunctionSchema &schema = op.schema();
    const std::size_t count = schema.arguments().size();
    const auto lowest = static_cast<std::ptrdiff_t>(stack->size() - count);
    placeNewTensors(schema, c10::ArrayRef<c10::IValue>(*stack).slice(stack->size() - count), *stack);
    const Arguments arguments(stack->begin() + lowest, stack->end());
    const ExportCall *const node = currentCall(*state.exported);
    const ExportCall *const call = node != nullptr && node->name == schema.name() ? node : nullptr;
    const auto place = [&] { return call == nullptr ? ComposedText(schema.name()) : placeOf(*call); };
    const char *const difference = differenceWithoutData(schema.name(), arguments);
    if (difference && consistsOfOthers(op))
        giveUp(difference, { place() });
    const c10::DispatchKeySet below = keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, interceptingKey);
    if (ranWithoutData(op, below, *stack)) {
        const std::size_t returns = schema.returns().size();
        layOutAll(call, arguments, c10::ArrayRef<c10::IValue>(*stack).slice(stack->size() - returns), *stack);
        return;
    }
    stack->erase(stack->begin() + std::min(lowest, static_cast<std::ptrdiff_t>(stack->size())), stack->end());
    if (readsData(schema.name()))
        giveUpOnNumber(node);
    if (consistsOfOthers(op))
        giveUp(phrases::partsNeedData, { schema.name() });
    std::optional<Arguments> results;
    if (const std::optional<at::Tensor> transformed = fourierResult(schema.name(), arguments))
        results = Arguments { c10::IValue(*transformed) };
    if (!results && state.otherLayouts)
        results = resultsByRule(schema, arguments);
    if (!results)
        results = resultsInFile(schema, call, arguments);
    if (!results)
        results = resultsByRule(schema, arguments);
    if (!results)
        giveUp(phrases::unknownResults, { place() });
    stack->insert(stack->end(), std::make_move_iterator(results->begin()), std::make_move_iterator(results->end()));
}

} // namespace

ShapePrediction::ShapePrediction(const LoadedExport &exported, const std::vector<c10::IValue> &inputs)
    : m_intercepted(c10::DispatchKeySet(interceptingKey))
{
    state.exported = &exported;
    state.obstacle = {};
    state.otherLayouts = false;
    state.symbols = symbolsIn(exported, inputs);
}

ShapePrediction::~ShapePrediction()
{
    state.exported = nullptr;
}

ComposedText ShapePrediction::obstacle() const
{
    return state.obstacle;
}

} // namespace rooflight

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, library)
{
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&rooflight::predict>());
}
