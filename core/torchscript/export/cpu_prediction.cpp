// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/shape_prediction.h"

#include "core/torchscript/values/observed_calls.h"

#include <ATen/ATen.h>
#include <ATen/record_function.h>

#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

using Stack = std::vector<c10::IValue>;

constexpr std::size_t attentionArguments = 8; ///< query, key, value, mask, dropout, causal, scale, groups
constexpr std::size_t maskArgument = 3; ///< of these
constexpr std::int64_t kernelDimensions = 4; ///< batch, heads, sequence, width
constexpr std::size_t kernelArguments = 7; ///< query, key, value, dropout, causal, mask, scale
constexpr std::int64_t flashBackend = 1; ///< at::SDPBackend

Stack takeArguments(Stack &stack, std::size_t count)
{
    const auto first = stack.end() - static_cast<std::ptrdiff_t>(count);
    Stack arguments(first, stack.end());
    stack.erase(first, stack.end());
    return arguments;
}

/// What LibTorch chooses on a CPU, by sizes and types. Only off the CPU, as tensors without data are, it asks for masks
/// whose last dimension is contiguous (check_last_dim_stride_equals_1_dense() of
/// aten/src/ATen/native/transformers/sdp_utils_cpp.h): it is shown one that is.
bool cpuTakesFlash(const Stack &arguments)
{
    const at::DisableRecordFunctionGuard notTraced;
    const auto choice = c10::Dispatcher::singleton().findSchemaOrThrow("aten::_fused_sdp_choice", "");
    Stack stack = arguments;
    if (c10::IValue &mask = stack[maskArgument]; mask.isTensor() && mask.toTensor().defined())
        mask = at::empty(mask.toTensor().sizes(), mask.toTensor().options());
    choice.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &stack);
    return stack.back().toInt() == flashBackend;
}

/// As convert_boolean_attn_mask() of aten/src/ATen/native/transformers/attention.cpp.
std::optional<at::Tensor> addedMask(const c10::IValue &mask, const at::Tensor &query)
{
    if (!mask.isTensor() || !mask.toTensor().defined())
        return std::nullopt;
    const at::Tensor &given = mask.toTensor();
    if (given.scalar_type() != at::kBool)
        return given;
    const auto options = at::TensorOptions().dtype(query.dtype()).device(given.device());
    return at::where(given, at::Scalar(0.0), at::scalar_tensor(-std::numeric_limits<double>::infinity(), options));
}

constexpr std::string_view addition = "aten::add";

/// On a CPU the mask is added in place; of tensors without data LibTorch makes a new one.
class AdditionInPlace
{
public:
    AdditionInPlace()
        : m_hiddenBefore(std::exchange(observedCalls().hidden, addition))
    {
    }
    ~AdditionInPlace() { observedCalls().hidden = m_hiddenBefore; }
    AdditionInPlace(const AdditionInPlace &) = delete;
    AdditionInPlace &operator=(const AdditionInPlace &) = delete;

private:
    std::string_view m_hiddenBefore;
};

void addInPlace(Stack &stack)
{
    c10::Dispatcher::singleton().findSchemaOrThrow("aten::add_", "Tensor").callBoxed(&stack);
}

at::Tensor runMathPath(const Stack &arguments, const std::optional<at::Tensor> &mask)
{
    const AdditionInPlace inPlace;
    return std::get<0>(at::_scaled_dot_product_attention_math(
        arguments[0].toTensor(), arguments[1].toTensor(), arguments[2].toTensor(), mask, arguments[4].toDouble(),
        arguments[5].toBool(), std::nullopt, arguments[6].toOptional<double>(), arguments[7].toBool()));
}

/// Newer LibTorch adds a batch to attention without one, which its kernel then takes.
bool addsBatch()
{
    static const bool adds = [] {
        const at::DisableRecordFunctionGuard notTraced;
        const c10::IValue one(at::empty({ 1, 1, 1 }, at::TensorOptions().device(c10::kMeta)));
        return cpuTakesFlash({ one, one, one, {}, 0.0, false, {}, false });
    }();
    return adds;
}

bool lacksBatch(const Stack &arguments)
{
    return arguments[0].toTensor().dim() == 3 && arguments[1].toTensor().dim() == 3
        && arguments[2].toTensor().dim() == 3;
}

void addBatch(Stack &arguments)
{
    for (std::size_t i = 0; i < maskArgument; ++i)
        arguments[i] = arguments[i].toTensor().unsqueeze(0);
    c10::IValue &mask = arguments[maskArgument];
    while (mask.isTensor() && mask.toTensor().defined() && mask.toTensor().dim() < kernelDimensions)
        mask = mask.toTensor().unsqueeze(0);
}

at::Tensor runByKernelOrMath(const Stack &arguments)
{
    const bool flash = cpuTakesFlash(arguments);
    const at::Tensor &query = arguments[0].toTensor();
    const std::optional<at::Tensor> mask = addedMask(arguments[maskArgument], query);
    if (!flash)
        return runMathPath(arguments, mask);
    return std::get<0>(at::_scaled_dot_product_flash_attention_for_cpu(
        query, arguments[1].toTensor(), arguments[2].toTensor(), arguments[4].toDouble(), arguments[5].toBool(), mask,
        arguments[6].toOptional<double>()));
}

void runAttention(Stack &stack)
{
    Stack arguments = takeArguments(stack, attentionArguments);
    if (!lacksBatch(arguments) || !addsBatch()) {
        stack.emplace_back(runByKernelOrMath(arguments));
        return;
    }
    addBatch(arguments);
    stack.emplace_back(runByKernelOrMath(arguments).squeeze(0));
}

/// The result lies in memory as the query does; the sums have the heads behind the sequence.
void runKernel(Stack &stack)
{
    const Stack arguments = takeArguments(stack, kernelArguments);
    const at::DisableRecordFunctionGuard notTraced;
    const at::Tensor &query = arguments[0].toTensor();
    const auto sums = query.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    stack.emplace_back(at::empty_like(query));
    stack.emplace_back(
        at::empty({ query.size(0), query.size(2), query.size(1) }, query.options().dtype(sums)).transpose(1, 2));
}

/// Singular values, and eigenvalues of symmetric matrices, alone: without data LibTorch works out the vectors, too.
bool runValuesAlone(const std::string &name, Stack &stack)
{
    if (name == "aten::linalg_svdvals") { // matrix, driver
        const Stack arguments = takeArguments(stack, 2);
        stack.emplace_back(std::get<1>(
            at::_linalg_svd(arguments[0].toTensor(), false, false, arguments[1].toOptional<c10::string_view>())));
    } else if (name == "aten::linalg_eigvalsh") { // matrix, triangle
        const Stack arguments = takeArguments(stack, 2);
        stack.emplace_back(std::get<0>(at::_linalg_eigh(arguments[0].toTensor(), arguments[1].toStringView(), false)));
    } else {
        return false;
    }
    return true;
}

} // namespace

bool runAsOnCpu(const c10::OperatorHandle &op, std::vector<c10::IValue> &stack)
{
    const std::string &name = op.schema().name();
    const std::size_t arguments = op.schema().arguments().size();
    if (name == "aten::scaled_dot_product_attention" && arguments == attentionArguments)
        runAttention(stack);
    else if (name == "aten::_scaled_dot_product_flash_attention_for_cpu" && arguments == kernelArguments)
        runKernel(stack);
    else if (name == addition && op.schema().overload_name() == "Tensor" && observedCalls().hidden == addition)
        addInPlace(stack);
    else
        return op.schema().overload_name().empty() && runValuesAlone(name, stack);
    return true;
}

} // namespace rooflight
