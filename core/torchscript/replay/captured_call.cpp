// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/captured_call.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/frame_tracer.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ops/cat.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

/// Keeps arguments when the operator begins: later operators may write what it read, but not its sizes.
class CallKeeper : public FrameListener
{
public:
    explicit CallKeeper(const std::set<std::int64_t> &positions)
        : m_positions(positions)
    {
    }

    std::int64_t moduleBegan(const c10::ivalue::Object *, c10::ArrayRef<const c10::IValue>) override { return 0; }
    void moduleEnded(std::int64_t) override { }
    void operatorEnded(std::int64_t, c10::ArrayRef<const c10::IValue>) override { }

    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) override
    {
        const std::int64_t position = m_next++;
        if (!m_positions.contains(position))
            return position;
        if (std::optional<CapturedCall> call = capturedCall(position, facts, inputs))
            calls.push_back(std::move(*call));
        return position;
    }

    std::vector<CapturedCall> calls;

private:
    const std::set<std::int64_t> &m_positions;
    std::int64_t m_next = 0;
};

using TensorChange = std::function<at::Tensor(const at::Tensor &)>;

c10::IValue changed(const c10::IValue &value, const TensorChange &change)
{
    if (value.isTensor())
        return value.toTensor().defined() ? c10::IValue(change(value.toTensor())) : value;
    if (!value.isTensorList())
        return value;
    c10::List<at::Tensor> list;
    for (const at::Tensor &tensor : value.toTensorVector())
        list.push_back(change(tensor));
    return list;
}

/// \p written: whether arguments that the operator writes are changed, too.
std::optional<CapturedCall> withTensors(const CapturedCall &call, bool written, const TensorChange &change)
{
    CapturedCall other = call;
    bool any = false;
    for (std::size_t i = 0; i < other.arguments.size(); ++i) {
        if (other.written[i] && !written)
            continue;
        other.arguments[i] = changed(other.arguments[i], [&](const at::Tensor &tensor) {
            at::Tensor result = change(tensor);
            any = any || !result.is_same(tensor);
            return result;
        });
    }
    return any ? std::optional(std::move(other)) : std::nullopt;
}

/// Arguments that are the same for any number of items.
bool isShared(std::string_view argument)
{
    constexpr std::array<std::string_view, 6> shared = {
        "weight", "bias", "running_mean", "running_var", "mat2", "vec"
    };
    return std::ranges::find(shared, argument) != shared.end();
}

std::optional<std::int64_t> itemsIn(const c10::IValue &value)
{
    if (value.isTensor() && value.toTensor().defined() && value.toTensor().dim() > 0)
        return value.toTensor().size(0);
    return std::nullopt;
}

/// The first dimension of the first tensor that is not shared by all items; 0 where none has dimensions.
std::int64_t itemsOf(const CapturedCall &call)
{
    const auto &schema = call.handle.schema().arguments();
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const std::optional<std::int64_t> items = itemsIn(call.arguments[i]);
        if (items && !isShared(schema[i].name()))
            return *items;
    }
    return 0;
}

/// Reads its arguments where they lie, through LibTorch's TensorIterator: no copy is made of what is not contiguous.
bool takesAnyStrides(const std::string &name)
{
    constexpr std::array<std::string_view, 35> names = {
        "relu",    "relu6", "silu",  "sigmoid", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "elu",
        "tanh",    "exp",   "log",   "sqrt",    "rsqrt",       "erf",       "sin",      "cos",        "reciprocal",
        "neg",     "abs",   "pow",   "add",     "sub",         "mul",       "div",      "rsub",       "maximum",
        "minimum", "clamp", "where", "sum",     "mean",        "amax",      "square",   "softplus",
    };
    constexpr std::string_view prefix = "aten::";
    return name.starts_with(prefix)
        && std::ranges::find(names, std::string_view(name).substr(prefix.size())) != names.end();
}

/// Whether two of its tensors of the same sizes lie in different orders, as one that is transposed and one that is not.
bool mixesOrders(const CapturedCall &call)
{
    std::vector<at::Tensor> tensors;
    for (const c10::IValue &argument : call.arguments) {
        if (argument.isTensor() && argument.toTensor().defined() && argument.toTensor().layout() == at::kStrided)
            tensors.push_back(argument.toTensor());
    }
    return std::ranges::any_of(tensors, [&tensors](const at::Tensor &tensor) {
        return tensor.sizes() == tensors.front().sizes() && tensor.strides() != tensors.front().strides();
    });
}

std::optional<CapturedCall> withContiguousArguments(const CapturedCall &call)
{
    const bool mixed = mixesOrders(call);
    return withTensors(call, true, [mixed](const at::Tensor &tensor) {
        const bool stays = tensor.layout() != at::kStrided || (!mixed && tensor.is_non_overlapping_and_dense());
        return stays ? tensor : tensor.contiguous();
    });
}

/// Reading what all items share takes longer than what the items are: merged, it is read once.
bool hasLargeSharedArguments(const CapturedCall &call)
{
    constexpr std::int64_t smallBytes = 32'768; // a cache of the first level
    const auto &schema = call.handle.schema().arguments();
    std::int64_t shared = 0;
    std::int64_t items = 0;
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
        (isShared(schema[i].name()) ? shared : items) += bytesOfTensors({ call.arguments[i] });
    return shared > std::max(items, smallBytes);
}

std::optional<CapturedCall> withChannelsLast(const CapturedCall &call)
{
    return withTensors(call, true, [](const at::Tensor &tensor) {
        constexpr auto format = at::MemoryFormat::ChannelsLast;
        const bool isImage = tensor.layout() == at::kStrided && tensor.dim() == 4;
        return !isImage || tensor.is_contiguous(format) ? tensor : tensor.contiguous(format);
    });
}

std::optional<CapturedCall> withMergedItems(const CapturedCall &call)
{
    const std::int64_t items = itemsOf(call);
    if (items == 0 || hasLargeSharedArguments(call))
        return std::nullopt;
    CapturedCall merged = call;
    const auto &schema = call.handle.schema().arguments();
    for (std::size_t i = 0; i < merged.arguments.size(); ++i) {
        if (isShared(schema[i].name()))
            continue;
        merged.arguments[i] = changed(merged.arguments[i], [items](const at::Tensor &tensor) {
            if (tensor.layout() != at::kStrided || tensor.dim() == 0 || tensor.size(0) != items)
                return tensor;
            return at::cat(std::vector<at::Tensor>(mergedCalls, tensor));
        });
    }
    return merged;
}

std::optional<CapturedCall> withSmallFootprint(const CapturedCall &call)
{
    if (!takesAnyStrides(call.name()))
        return std::nullopt;
    constexpr std::int64_t large = 16384; // numbers: less is in a cache anyway
    constexpr std::int64_t step = 16; // numbers from one row to the next
    return withTensors(call, false, [=](const at::Tensor &tensor) {
        if (tensor.layout() != at::kStrided || tensor.dim() < 2 || tensor.numel() < large || !tensor.is_contiguous())
            return tensor;
        std::vector<std::int64_t> strides(static_cast<std::size_t>(tensor.dim()), 0);
        strides[strides.size() - 1] = 1;
        strides[strides.size() - 2] = std::min(step, tensor.size(-1));
        return tensor.as_strided(tensor.sizes(), strides);
    });
}

std::optional<CapturedCall> unchecked(const CapturedCall &call, CallChange change)
{
    switch (change) {
    case CallChange::None:
        return call;
    case CallChange::Contiguous:
        return withContiguousArguments(call);
    case CallChange::ChannelsLast:
        return withChannelsLast(call);
    case CallChange::Merged:
        return withMergedItems(call);
    case CallChange::SmallFootprint:
        return withSmallFootprint(call);
    }
    return std::nullopt;
}

} // namespace

void CapturedCall::run() const
{
    const c10::InferenceMode inference;
    torch::jit::Stack stack(arguments.begin(), arguments.end());
    handle.callBoxed(stack);
}

std::optional<CapturedCall> capturedCall(std::int64_t position, const OperatorFacts &facts,
                                         c10::ArrayRef<const c10::IValue> inputs)
{
    const auto handle = c10::Dispatcher::singleton().findSchema({ facts.name, facts.overload });
    if (!handle || inputs.size() != facts.arguments.size())
        return std::nullopt;
    CapturedCall call { position, *handle, {}, {} };
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool written = facts.arguments[i].written;
        call.arguments.push_back(written ? inputs[i].deepcopy() : inputs[i]);
        call.written.push_back(written);
    }
    return call;
}

Result<std::vector<CapturedCall>> captureCalls(LoadedModel &model, const std::vector<c10::IValue> &inputs,
                                               OperatorCatalog &operators, const std::set<std::int64_t> &positions)
{
    CallKeeper keeper(positions);
    try {
        const FrameTracer tracer(keeper, operators, FrameTracer::Values::Needed);
        model.run(inputs);
        tracer.rethrow();
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::Running);
    }
    if (keeper.calls.size() != positions.size())
        return errorOf(ErrorSentence::OtherCalls,
                       { model.path(), std::to_string(keeper.calls.size()), std::to_string(positions.size()) });
    return std::move(keeper.calls);
}

std::optional<CapturedCall> changedCall(const CapturedCall &call, CallChange change)
{
    try {
        const c10::InferenceMode inference;
        std::optional<CapturedCall> result = unchecked(call, change);
        if (result && change != CallChange::None)
            result->run();
        return result;
    } catch (const std::exception &) { // the operator does not take it so
        return std::nullopt;
    }
}

} // namespace rooflight
