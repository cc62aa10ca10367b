// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/captured_call.h"

#include "core/torchscript/values/tensor_values.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include <cmath>
#include <exception>
#include <limits>

namespace rooflight {

namespace {

bool isPlain(const at::Tensor &tensor)
{
    return tensor.layout() == at::kStrided && tensor.is_cpu() && !tensor.is_quantized() && !tensor.is_nested()
        && tensor.has_storage();
}

/// The smallest number with a full mantissa.
double smallestNormal(at::ScalarType type)
{
    switch (type) {
    case at::kHalf:
        return std::numeric_limits<at::Half>::min();
    case at::kDouble:
        return std::numeric_limits<double>::min();
    default:
        return std::numeric_limits<float>::min(); // bfloat16 has the same
    }
}

class Describer
{
public:
    CalledArgument describe(const c10::Argument &schema, const c10::IValue &value)
    {
        CalledArgument argument { .name = schema.name(), .byName = schema.kwarg_only() };
        if (value.isTensor() && value.toTensor().defined())
            addTensor(value.toTensor(), ArgumentKind::Tensor, argument);
        else if (value.isNone() || value.isTensor())
            argument.kind = ArgumentKind::None;
        else if (value.isList())
            describeList(value.toListRef(), argument);
        else if (value.isDevice())
            argument.kind = value.toDevice().is_cpu() ? ArgumentKind::Cpu : ArgumentKind::Other;
        else
            describeScalar(value, argument);
        return argument;
    }

private:
    static constexpr std::size_t longestText = 64; ///< of a mode; a longer one is the model's own

    static void describeScalar(const c10::IValue &value, CalledArgument &argument)
    {
        if (value.isBool()) {
            argument.kind = ArgumentKind::Boolean;
            argument.integers = { value.toBool() ? 1 : 0 };
        } else if (value.isInt()) {
            argument.kind = ArgumentKind::Integer;
            argument.integers = { value.toInt() };
        } else if (value.isDouble()) {
            argument.kind = ArgumentKind::Number;
            addNumber(value.toDouble(), argument);
        } else if (value.isString() && value.toStringRef().size() <= longestText) {
            argument.kind = ArgumentKind::Text;
            argument.text = value.toStringRef();
        } else {
            argument.kind = ArgumentKind::Other;
        }
    }

    /// JSON has no word for what is not finite: a text says it.
    static void addNumber(double number, CalledArgument &argument)
    {
        if (std::isfinite(number))
            argument.numbers.push_back(number);
        else
            argument.text = std::isnan(number) ? "nan" : (number < 0 ? "-inf" : "inf");
    }

    void describeList(c10::ArrayRef<c10::IValue> list, CalledArgument &argument)
    {
        argument.kind = ArgumentKind::Integers; // where it is empty, too: all empty lists look alike
        for (const c10::IValue &element : list) {
            if (element.isTensor() || element.isNone()) {
                addTensor(element.isTensor() ? element.toTensor() : at::Tensor(), ArgumentKind::Tensors, argument);
            } else if (element.isBool() || element.isInt()) {
                argument.kind = element.isBool() ? ArgumentKind::Booleans : ArgumentKind::Integers;
                argument.integers.push_back(element.isBool() ? (element.toBool() ? 1 : 0) : element.toInt());
            } else if (element.isDouble() && std::isfinite(element.toDouble())) {
                argument.kind = ArgumentKind::Numbers;
                argument.numbers.push_back(element.toDouble());
            } else {
                argument.kind = ArgumentKind::Other;
            }
            if (argument.kind == ArgumentKind::Other)
                return;
        }
    }

    void addTensor(const at::Tensor &tensor, ArgumentKind kind, CalledArgument &argument)
    {
        argument.kind = tensor.defined() && !isPlain(tensor) ? ArgumentKind::Other : kind;
        if (argument.kind == ArgumentKind::Other)
            return;
        argument.tensors.push_back(tensor.defined() ? described(tensor) : CalledTensor {});
        m_tensors.push_back(tensor);
    }

    CalledTensor described(const at::Tensor &tensor)
    {
        CalledTensor result;
        result.info = { tensor.sizes().vec(), dtypeOf(tensor.scalar_type()) };
        result.strides = tensor.strides().vec();
        result.offset = tensor.storage_offset();
        for (std::size_t i = 0; i < m_tensors.size() && result.sameAs < 0; ++i) {
            const at::Tensor &other = m_tensors[i];
            if (other.defined() && other.const_data_ptr() == tensor.const_data_ptr() && other.sizes() == tensor.sizes()
                && other.strides() == tensor.strides() && other.scalar_type() == tensor.scalar_type())
                result.sameAs = static_cast<std::int64_t>(i);
        }
        if (tensor.numel() > 0)
            describeNumbers(tensor, result);
        return result;
    }

    static void describeNumbers(const at::Tensor &tensor, CalledTensor &result)
    {
        const at::ScalarType type = tensor.scalar_type();
        if (at::isIntegralType(type, /*includeBool=*/false)) {
            const at::Tensor wide = tensor.to(at::kLong);
            result.range = { wide.min().item<std::int64_t>(), wide.max().item<std::int64_t>() };
            result.negative = result.range->front() < 0;
        } else if (type == at::kFloat || type == at::kDouble || type == at::kHalf || type == at::kBFloat16) {
            result.negative = tensor.lt(0).any().item<bool>();
            const at::Tensor size = tensor.abs();
            const at::Tensor denormal = size.gt(0).logical_and_(size.lt(smallestNormal(type)));
            result.denormals =
                static_cast<double>(denormal.sum().item<std::int64_t>()) / static_cast<double>(tensor.numel());
        }
    }

    std::vector<at::Tensor> m_tensors; ///< of the call so far
};

} // namespace

std::optional<CalledOperator> describedCall(const CapturedCall &call)
try {
    const c10::InferenceMode inference;
    CalledOperator described { call.name(), call.handle.operator_name().overload_name, {} };
    Describer describer;
    const auto &schema = call.handle.schema().arguments();
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
        described.arguments.push_back(describer.describe(schema[i], call.arguments[i]));
    return described;
} catch (const std::exception &) {
    return std::nullopt;
}

} // namespace rooflight
