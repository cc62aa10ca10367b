// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/changed_call.h"

#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/Context.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

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

/// Without its name space; empty where it is not of LibTorch.
std::string_view ownName(const CapturedCall &call)
{
    constexpr std::string_view prefix = "aten::";
    const std::string_view name = call.name();
    return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
}

/// Reads its arguments where they lie, through LibTorch's TensorIterator: no copy is made of what is not contiguous.
bool takesAnyStrides(const CapturedCall &call)
{
    constexpr std::array<std::string_view, 35> names = {
        "relu",    "relu6", "silu",  "sigmoid", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "elu",
        "tanh",    "exp",   "log",   "sqrt",    "rsqrt",       "erf",       "sin",      "cos",        "reciprocal",
        "neg",     "abs",   "pow",   "add",     "sub",         "mul",       "div",      "rsub",       "maximum",
        "minimum", "clamp", "where", "sum",     "mean",        "amax",      "square",   "softplus",
    };
    return std::ranges::find(names, ownName(call)) != names.end();
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
    if (items == 0)
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
    if (!takesAnyStrides(call))
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

bool isConvolution(const CapturedCall &call)
{
    constexpr std::array<std::string_view, 9> names = { "conv1d",           "conv2d",           "conv3d",
                                                        "conv_transpose1d", "conv_transpose2d", "conv_transpose3d",
                                                        "convolution",      "_convolution",     "_convolution_mode" };
    return std::ranges::find(names, ownName(call)) != names.end();
}

c10::IValue *argumentOf(CapturedCall &call, std::string_view name)
{
    const auto &schema = call.handle.schema().arguments();
    const auto found = std::ranges::find(schema, name, &c10::Argument::name);
    return found == schema.end() ? nullptr : &call.arguments[static_cast<std::size_t>(found - schema.begin())];
}

/// The same with a truth for this argument; nothing where it has no such argument or it is so already.
std::optional<CapturedCall> withTruth(const CapturedCall &call, std::string_view name, bool truth)
{
    CapturedCall other = call;
    c10::IValue *argument = argumentOf(other, name);
    if (!argument || !argument->isBool() || argument->toBool() == truth)
        return std::nullopt;
    *argument = truth;
    return other;
}

/// Whether it has floating-point tensors, all of them float32.
bool isFloat32(const CapturedCall &call)
{
    std::size_t floats = 0;
    std::size_t others = 0;
    for (const c10::IValue &argument : call.arguments) {
        if (argument.isTensor() && argument.toTensor().defined() && argument.toTensor().is_floating_point())
            ++(argument.toTensor().scalar_type() == at::kFloat ? floats : others);
    }
    return floats > 0 && others == 0;
}

/// Dimensions of an argument, counted from the last where negative, that are channels or features.
struct PaddedArgument {
    std::string_view name;
    std::array<std::int64_t, 2> dimensions; ///< the same twice where it is one
};

constexpr std::array convolutionPadding { PaddedArgument { "input", { 1, 1 } }, PaddedArgument { "weight", { 0, 1 } },
                                          PaddedArgument { "bias", { 0, 0 } } };
constexpr std::array linearPadding { PaddedArgument { "input", { -1, -1 } }, PaddedArgument { "weight", { -2, -1 } },
                                     PaddedArgument { "bias", { -1, -1 } } };
constexpr std::array productPadding { PaddedArgument { "self", { -2, -1 } },   PaddedArgument { "mat1", { -2, -1 } },
                                      PaddedArgument { "mat2", { -2, -1 } },   PaddedArgument { "batch1", { -2, -1 } },
                                      PaddedArgument { "batch2", { -2, -1 } }, PaddedArgument { "other", { -2, -1 } } };

bool isProduct(const CapturedCall &call)
{
    constexpr std::array<std::string_view, 6> names = { "mm", "bmm", "addmm", "baddbmm", "addbmm", "matmul" };
    return std::ranges::find(names, ownName(call)) != names.end();
}

/// What of a call is padded; nothing of what is neither a product nor a convolution, and of convolutions of groups or
/// transposed ones, whose channels lie otherwise.
std::span<const PaddedArgument> paddingOf(CapturedCall &call)
{
    if (ownName(call) == "linear")
        return linearPadding;
    if (isProduct(call))
        return productPadding;
    const c10::IValue *groups = argumentOf(call, "groups");
    const c10::IValue *transposed = argumentOf(call, "transposed");
    const bool plain = isConvolution(call) && !ownName(call).starts_with("conv_transpose") && groups && groups->isInt()
        && groups->toInt() == 1 && !(transposed && transposed->isBool() && transposed->toBool());
    return plain ? std::span<const PaddedArgument>(convolutionPadding) : std::span<const PaddedArgument>();
}

/// Sizes of 1 are broadcast, and stay.
at::Tensor padded(const at::Tensor &tensor, const std::array<std::int64_t, 2> &dimensions)
{
    constexpr std::int64_t multiple = 8;
    const std::int64_t rank = tensor.dim();
    std::vector<std::int64_t> behind(static_cast<std::size_t>(2 * rank), 0); // before and behind, the last one first
    bool any = false;
    for (const std::int64_t wanted : dimensions) {
        const std::int64_t dimension = wanted < 0 ? rank + wanted : wanted;
        if (dimension < 0 || dimension >= rank || tensor.size(dimension) <= 1)
            continue;
        const std::int64_t missing = (multiple - tensor.size(dimension) % multiple) % multiple;
        behind[static_cast<std::size_t>(2 * (rank - 1 - dimension) + 1)] = missing;
        any = any || missing > 0;
    }
    return any ? at::constant_pad_nd(tensor, behind, 0) : tensor;
}

std::optional<CapturedCall> withPadding(const CapturedCall &call)
{
    CapturedCall other = call;
    bool any = false;
    for (const auto &[name, dimensions] : paddingOf(other)) {
        c10::IValue *argument = argumentOf(other, name);
        if (!argument || !argument->isTensor() || !argument->toTensor().defined())
            continue;
        at::Tensor wider = padded(argument->toTensor(), dimensions);
        any = any || !wider.is_same(argument->toTensor());
        *argument = std::move(wider);
    }
    return any ? std::optional(std::move(other)) : std::nullopt;
}

/// Nothing where it is so already, or computes no products of float32.
std::optional<CapturedCall> withTf32(const CapturedCall &call, bool allowed)
{
    const bool convolves = isConvolution(call);
    if (!isFloat32(call) || (!convolves && !isProduct(call) && ownName(call) != "linear"))
        return std::nullopt;
    CapturedCall other = call;
    if (argumentOf(other, "allow_tf32")) // of a trace, which keeps what held when it was made
        return withTruth(call, "allow_tf32", allowed);
    at::Context &context = at::globalContext();
    if ((convolves ? context.allowTF32CuDNN() : context.allowTF32CuBLAS()) == allowed)
        return std::nullopt;
    other.tf32 = allowed ? Tf32::Allowed : Tf32::Forbidden;
    return other;
}

/// Where a trace keeps that it was off; else the choice of the process is enough.
std::optional<CapturedCall> withBenchmark(const CapturedCall &call)
{
    if (!isConvolution(call))
        return std::nullopt;
    std::optional<CapturedCall> asked = withTruth(call, "benchmark", true);
    return asked ? std::move(asked) : std::optional(call);
}

std::optional<CapturedCall> withType(const CapturedCall &call, at::ScalarType type)
{
    if (!isFloat32(call))
        return std::nullopt;
    return withTensors(call, true, [type](const at::Tensor &tensor) {
        return tensor.scalar_type() == at::kFloat && tensor.layout() == at::kStrided ? tensor.to(type) : tensor;
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
        return hasLargeSharedArguments(call) ? std::nullopt : withMergedItems(call);
    case CallChange::LargerBatch:
        return withMergedItems(call);
    case CallChange::SmallFootprint:
        return withSmallFootprint(call);
    case CallChange::Tf32:
    case CallChange::NoTf32:
        return withTf32(call, change == CallChange::Tf32);
    case CallChange::CudnnBenchmark:
        return withBenchmark(call);
    case CallChange::Float16:
        return withType(call, at::kHalf);
    case CallChange::BFloat16:
        return withType(call, at::kBFloat16);
    case CallChange::Padded:
        return withPadding(call);
    case CallChange::CopiedBytes:
        break;
    }
    return std::nullopt;
}

std::int64_t elementsIn(const std::vector<c10::IValue> &values)
{
    std::int64_t elements = 0;
    for (const c10::IValue &value : values)
        forEachTensor(value, [&elements](const at::Tensor &tensor) { elements += tensor.numel(); });
    return elements;
}

/// Those of a type that LibTorch takes indices in.
std::int64_t indicesIn(const c10::IValue &value)
{
    std::int64_t indices = 0;
    forEachTensor(value, [&indices](const at::Tensor &tensor) {
        if (tensor.dim() > 0 && (tensor.scalar_type() == at::kLong || tensor.scalar_type() == at::kInt))
            indices += tensor.numel();
    });
    return indices;
}

/// What an index picks is as much work as before, however large the tensor that it is picked from, or written to.
bool keepsAnIndex(const CapturedCall &call, const CapturedCall &merged)
{
    const auto &schema = call.handle.schema().arguments();
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const std::int64_t indices = isShared(schema[i].name()) ? 0 : indicesIn(call.arguments[i]);
        if (indices > 0 && indicesIn(merged.arguments[i]) != mergedCalls * indices)
            return true;
    }
    return false;
}

/// Makes both calls: else the same work would count as that of so many calls.
bool hasMergedWork(const CapturedCall &call, const CapturedCall &merged)
{
    if (keepsAnIndex(call, merged))
        return false;
    const std::int64_t elements = elementsIn(call.results());
    return elements > 0 && elementsIn(merged.results()) == mergedCalls * elements;
}

/// Of the exception that is being handled: it says nothing of what the operator takes.
bool tellsOfNoMemory()
{
    return currentExceptionAsError({}, ModelStage::Running).code == ErrorCode::OutOfMemory;
}

} // namespace

std::optional<CapturedCall> changedCall(const CapturedCall &call, CallChange change)
{
    try {
        const c10::InferenceMode inference;
        std::optional<CapturedCall> result = unchecked(call, change);
        if (!result || change == CallChange::None)
            return result;
        if (change == CallChange::Merged || change == CallChange::LargerBatch)
            return hasMergedWork(call, *result) ? std::move(result) : std::nullopt;
        result->run();
        return result;
    } catch (const std::exception &) {
        if (tellsOfNoMemory())
            throw;
        return std::nullopt; // the operator does not take it so
    }
}

std::optional<CapturedCall> copyOfBytes(const CapturedCall &call, std::int64_t bytes)
{
    const auto handle = c10::Dispatcher::singleton().findSchema({ "aten::copy_", "" });
    const auto onDevice = std::ranges::find_if(call.arguments, [](const c10::IValue &argument) {
        return argument.isTensor() && argument.toTensor().defined();
    });
    if (!handle || onDevice == call.arguments.end() || bytes < 2)
        return std::nullopt;
    try {
        const c10::InferenceMode inference;
        const auto options = onDevice->toTensor().options().dtype(at::kByte).layout(at::kStrided).memory_format({});
        const at::Tensor from = at::empty({ bytes / 2 }, options);
        CapturedCall copy { call.position, *handle, { at::empty_like(from), from, false }, { true, false, false } };
        copy.run();
        return copy;
    } catch (const std::exception &) {
        if (tellsOfNoMemory())
            throw;
        return std::nullopt;
    }
}

} // namespace rooflight
