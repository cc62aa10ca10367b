// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/replayed_results.h"

#include "core/torchscript/values/tensor_values.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/empty_strided.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rooflight {

namespace {

using Values = std::vector<c10::IValue>;

constexpr std::int64_t maxBytesOnCpu = std::int64_t { 256 } << 20;

/// The arguments of a call by their names.
class NamedArguments
{
public:
    NamedArguments(const c10::FunctionSchema &schema, const Values &values)
        : m_schema(schema)
        , m_values(values)
    {
    }

    [[nodiscard]] const c10::IValue *find(std::string_view name) const
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            if (m_schema.arguments()[i].name() == name)
                return &m_values[i];
        }
        return nullptr;
    }

    [[nodiscard]] std::optional<at::Tensor> tensor(std::initializer_list<std::string_view> names) const
    {
        for (const std::string_view name : names) {
            const c10::IValue *value = find(name);
            if (value && value->isTensor() && value->toTensor().defined())
                return value->toTensor();
        }
        return std::nullopt;
    }

    /// A size for each of \p rank dimensions; a single one stands for all.
    [[nodiscard]] std::vector<std::int64_t> sizes(std::string_view name, std::size_t rank, std::int64_t otherwise) const
    {
        const c10::IValue *value = find(name);
        std::vector<std::int64_t> sizes =
            value && value->isIntList() ? value->toIntVector() : std::vector<std::int64_t>();
        if (sizes.size() != rank)
            sizes.assign(rank, sizes.size() == 1 ? sizes.front() : otherwise);
        return sizes;
    }

    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise) const
    {
        const c10::IValue *value = find(name);
        return value && value->isInt() ? value->toInt() : otherwise;
    }

    [[nodiscard]] bool flag(std::string_view name) const
    {
        const c10::IValue *value = find(name);
        return value && value->isBool() && value->toBool();
    }

private:
    const c10::FunctionSchema &m_schema;
    const Values &m_values;
};

/// Sizes as torch.nn.Conv2d and torch.nn.ConvTranspose2d give them.
std::int64_t convolvedSize(std::int64_t size, std::int64_t kernel, std::int64_t stride, std::int64_t padding,
                           std::int64_t dilation)
{
    TORCH_CHECK(stride > 0, "a stride of 0");
    return (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
}

std::optional<Values> convolutionResult(const std::string &name, const NamedArguments &arguments)
{
    const auto input = arguments.tensor({ "input", "self" });
    const auto weight = arguments.tensor({ "weight" });
    if (!input || !weight || weight->dim() < 3 || input->dim() < weight->dim() - 1 || input->dim() > weight->dim())
        return std::nullopt;
    const auto rank = static_cast<std::size_t>(weight->dim()) - 2;
    const auto strides = arguments.sizes("stride", rank, 1);
    const auto paddings = arguments.sizes("padding", rank, 0);
    const auto dilations = arguments.sizes("dilation", rank, 1);
    const auto added = arguments.sizes("output_padding", rank, 0);
    const bool transposed = arguments.flag("transposed") || name.find("transpose") != std::string::npos;
    std::vector<std::int64_t> sizes = input->sizes().vec();
    const std::size_t channel = sizes.size() - rank - 1;
    sizes[channel] = transposed ? weight->size(1) * arguments.integer("groups", 1) : weight->size(0);
    for (std::size_t i = 0; i < rank; ++i) {
        std::int64_t &size = sizes[channel + 1 + i];
        const std::int64_t kernel = weight->size(static_cast<std::int64_t>(i) + 2);
        size = transposed ? (size - 1) * strides[i] - 2 * paddings[i] + dilations[i] * (kernel - 1) + added[i] + 1
                          : convolvedSize(size, kernel, strides[i], paddings[i], dilations[i]);
    }
    const auto format = input->dim() == weight->dim() ? input->suggest_memory_format() : c10::MemoryFormat::Contiguous;
    return Values { c10::IValue(at::empty(sizes, input->options(), format)) };
}

/// A result like the input; of what also gives statistics they are left empty, as outside of training.
std::optional<Values> normalizationResult(const c10::FunctionSchema &schema, const NamedArguments &arguments)
{
    const auto input = arguments.tensor({ "input", "self" });
    if (!input)
        return std::nullopt;
    Values results { c10::IValue(at::empty_like(*input)) };
    while (results.size() < schema.returns().size())
        results.emplace_back(at::empty({ 0 }, input->options()));
    return results;
}

/// Of operators that compute gradients, which argument each result is the gradient of.
const std::vector<std::string_view> *gradientsOf(const std::string &name)
{
    using Names = std::vector<std::string_view>;
    static const std::unordered_map<std::string_view, Names> gradients {
        { "aten::convolution_backward", { "input", "weight", "bias_sizes" } },
        { "aten::native_batch_norm_backward", { "input", "weight", "weight" } },
        { "aten::cudnn_batch_norm_backward", { "input", "weight", "weight" } },
        { "aten::miopen_batch_norm_backward", { "input", "weight", "weight" } },
        { "aten::native_group_norm_backward", { "input", "weight", "weight" } },
        { "aten::native_layer_norm_backward", { "input", "weight", "bias" } },
        { "aten::_scaled_dot_product_flash_attention_for_cpu_backward", { "query", "key", "value" } },
        { "aten::_scaled_dot_product_flash_attention_backward", { "query", "key", "value" } },
        { "aten::_scaled_dot_product_cudnn_attention_backward", { "query", "key", "value" } },
        { "aten::_scaled_dot_product_efficient_attention_backward", { "query", "key", "value", "attn_bias" } },
    };
    const auto found = gradients.find(name);
    return found == gradients.end() ? nullptr : &found->second;
}

/// A gradient has the shape of what it is the gradient of.
std::optional<Values> gradientResults(const std::vector<std::string_view> &names, const NamedArguments &arguments)
{
    const auto first = arguments.tensor({ names.front() });
    if (!first)
        return std::nullopt;
    const c10::IValue *asked = arguments.find("output_mask");
    Values results;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool wanted = !asked || !asked->isBoolList() || asked->toBoolList().get(i);
        const auto tensor = arguments.tensor({ names[i] });
        const c10::IValue *sizes = arguments.find(names[i]);
        if (wanted && tensor)
            results.emplace_back(at::empty_like(*tensor));
        else if (wanted && sizes && sizes->isIntList())
            results.emplace_back(at::empty(sizes->toIntVector(), first->options()));
        else
            results.emplace_back(at::Tensor());
    }
    return results;
}

/// Of other operators that compute one gradient: like the argument that it is the gradient of, by the names that
/// LibTorch gives it, or of the sizes that are given for it.
std::optional<Values> gradientResult(const c10::FunctionSchema &schema, const NamedArguments &arguments)
{
    if (schema.returns().size() != 1 || schema.returns().front().type()->kind() != c10::TypeKind::TensorType)
        return std::nullopt;
    const auto gradient = arguments.tensor({ "grad_output", "grad" });
    if (!gradient)
        return std::nullopt;
    for (const std::string_view name : { "input_sizes", "self_sizes", "input_size" }) {
        const c10::IValue *sizes = arguments.find(name);
        if (sizes && sizes->isIntList())
            return Values { c10::IValue(at::empty(sizes->toIntVector(), gradient->options())) };
    }
    if (const c10::IValue *rows = arguments.find("num_weights"); rows && rows->isInt() && gradient->dim() > 0)
        return Values { c10::IValue(at::empty({ rows->toInt(), gradient->size(-1) }, gradient->options())) };
    const auto like = arguments.tensor({ "self", "input", "output", "grad_output", "grad" });
    return Values { c10::IValue(at::empty_like(*like)) };
}

std::optional<Values> resultsByRule(const c10::FunctionSchema &schema, const Values &values)
{
    const NamedArguments arguments(schema, values);
    const std::string &name = schema.name();
    if (const std::vector<std::string_view> *gradients = gradientsOf(name))
        return gradientResults(*gradients, arguments);
    if (name.find("_backward") != std::string::npos)
        return gradientResult(schema, arguments);
    if (name.find("conv") != std::string::npos)
        return convolutionResult(name, arguments);
    if (name.find("batch_norm") != std::string::npos)
        return normalizationResult(schema, arguments);
    return std::nullopt;
}

/// Calls an operator on the CPU, and says of its results where they would lie.
class CallOnCpu
{
public:
    explicit CallOnCpu(const Values &arguments)
    {
        std::int64_t bytes = 0;
        for (const c10::IValue &argument : arguments) {
            forEachTensor(argument, [&bytes](const at::Tensor &tensor) {
                // Strides may reach far beyond the elements.
                const std::size_t stored = tensor.storage().nbytes();
                TORCH_CHECK(tensor.numel() < maxBytesOnCpu && stored < std::size_t { maxBytesOnCpu }, "too large");
                bytes += static_cast<std::int64_t>(stored);
            });
        }
        TORCH_CHECK(bytes < maxBytesOnCpu, "too large");
        for (const c10::IValue &argument : arguments)
            m_arguments.push_back(onCpu(argument));
    }

    [[nodiscard]] Values call(const c10::OperatorHandle &op, const OperatorRights &rights) const
    {
        torch::jit::Stack stack = m_arguments;
        rights.call(op, stack);
        Values results;
        for (const c10::IValue &result : stack)
            results.push_back(withoutData(result));
        return results;
    }

private:
    c10::IValue onCpu(const c10::IValue &value)
    {
        if (value.isDevice())
            return c10::Device(c10::kCPU);
        if (value.isTensor() && value.toTensor().defined())
            return tensorOnCpu(value.toTensor());
        if (!value.isTensorList())
            return value;
        c10::List<at::Tensor> list;
        for (const c10::IValue &element : value.toListRef())
            list.push_back(tensorOnCpu(element.toTensor()));
        return list;
    }

    at::Tensor tensorOnCpu(const at::Tensor &tensor)
    {
        at::Tensor made =
            at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(c10::kCPU)).zero_();
        m_origins[storageIdOf(made)] = tensor;
        return made;
    }

    [[nodiscard]] c10::IValue withoutData(const c10::IValue &result) const
    {
        if (result.isTensor() && result.toTensor().defined())
            return tensorWithoutData(result.toTensor());
        if (!result.isTensorList())
            return result;
        c10::List<at::Tensor> list;
        for (const c10::IValue &element : result.toListRef())
            list.push_back(tensorWithoutData(element.toTensor()));
        return list;
    }

    [[nodiscard]] at::Tensor tensorWithoutData(const at::Tensor &result) const
    {
        const auto options = result.options().device(c10::kMeta);
        const auto origin = m_origins.find(storageIdOf(result));
        if (origin == m_origins.end())
            return at::empty_strided(result.sizes(), result.strides(), options);
        const at::Tensor &argument = origin->second;
        const bool whole = result.sizes() == argument.sizes() && result.strides() == argument.strides();
        return whole ? argument
                     : argument.as_strided(result.sizes(), result.strides(),
                                           argument.storage_offset() + result.storage_offset());
    }

    Values m_arguments;
    std::unordered_map<std::uint64_t, at::Tensor> m_origins; ///< by the storage that stands for them on the CPU
};

} // namespace

void requireSensibleSize(const at::Tensor &tensor)
{
    constexpr std::int64_t most = std::int64_t { 1 } << 46; // as many bytes as a machine can address
    const std::size_t stored = tensor.has_storage() ? tensor.storage().nbytes() : 0;
    TORCH_CHECK(tensor.numel() < most / 16 && stored < std::size_t { most }, "no machine holds such a tensor");
}

std::vector<c10::IValue> resultsWithoutData(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments,
                                            const OperatorRights &rights)
{
    try {
        torch::jit::Stack stack = arguments;
        rights.call(op, stack);
        for (const c10::IValue &result : stack)
            forEachTensor(result, requireSensibleSize);
        return stack;
    } catch (const c10::Error &) { // no right, no rule, or arguments that do not fit, which shows again
    }
    if (std::optional<Values> results = resultsByRule(op.schema(), arguments)) {
        for (const c10::IValue &result : *results)
            forEachTensor(result, requireSensibleSize);
        return std::move(*results);
    }
    TORCH_CHECK(rights.mayCall(op.operator_name()), op.operator_name(), " needs trust");
    return CallOnCpu(arguments).call(op, rights);
}

} // namespace rooflight
