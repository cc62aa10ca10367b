// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view unit = "one an element of the broadcast result";
constexpr std::string_view unitFunction = "one an element: libraries differ in how they compute it";

/// Scale and shift what is kept; the draw itself is no arithmetic. Outside training nothing happens.
std::optional<Work> dropoutWork(const OperatorCall &call)
{
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    if (!input)
        return std::nullopt;
    return Work { .elementwise = booleanNamed(call, "train").value_or(true) ? elementsOf(*input) : Count() };
}

} // namespace

std::optional<Work> noWork(const OperatorCall &)
{
    return Work {};
}

bool worksOnIntegers(const TensorValue &tensor)
{
    switch (tensor.info.dtype) {
    case DType::Bool:
    case DType::UInt8:
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
    case DType::Int64:
        return true;
    default:
        return false;
    }
}

std::optional<Work> comparedOutput(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    return output ? std::optional(Work { .comparison = elementsOf(*output) }) : std::nullopt;
}

std::vector<CostRule> elementwiseRules()
{
    using enum OperatorFamily;
    return {
        { Elementwise,
          "aten::add aten::sub aten::rsub aten::mul aten::div aten::subtract aten::multiply aten::divide "
          "aten::true_divide aten::floor_divide aten::remainder aten::fmod aten::neg aten::negative aten::abs "
          "aten::absolute aten::reciprocal aten::square aten::sign aten::sgn aten::floor aten::ceil aten::round "
          "aten::trunc aten::frac aten::clamp aten::clamp_min aten::clamp_max aten::clip aten::maximum "
          "aten::minimum aten::fmax aten::fmin aten::nan_to_num aten::_add_relu quantized::add "
          "quantized::add_scalar quantized::mul quantized::mul_scalar",
          elementwise<1>, readAndWritten, "|out|; on integers no FLOPs", unit },
        { Elementwise, "aten::addcmul aten::addcdiv quantized::add_relu quantized::mul_relu", elementwise<2>,
          readAndWritten, "2|out|", "definition: two operations an element" },
        { Elementwise, "aten::lerp", elementwise<3>, readAndWritten, "3|out|",
          "definition: self + weight × (end - self)" },
        { Elementwise,
          "aten::exp aten::exp2 aten::expm1 aten::log aten::log2 aten::log10 aten::log1p aten::sqrt aten::rsqrt "
          "aten::pow aten::float_power aten::sin aten::cos aten::tan aten::asin aten::acos aten::atan "
          "aten::atan2 aten::sinh aten::cosh aten::asinh aten::acosh aten::atanh aten::erf aten::erfc "
          "aten::erfinv aten::logit aten::xlogy aten::hypot aten::logaddexp aten::lgamma aten::digamma "
          "aten::sinc",
          transcendental<1>, readAndWritten, "|out|", unitFunction },
        { Elementwise,
          "aten::eq aten::ne aten::lt aten::le aten::gt aten::ge aten::less aten::less_equal aten::greater "
          "aten::greater_equal aten::not_equal aten::logical_and aten::logical_or aten::logical_xor "
          "aten::logical_not aten::bitwise_and aten::bitwise_or aten::bitwise_xor aten::bitwise_not "
          "aten::bitwise_left_shift aten::bitwise_right_shift aten::__and__ aten::__or__ aten::__xor__ "
          "aten::__iand__ aten::__ior__ aten::__ixor__ aten::__lshift__ aten::__rshift__ aten::isnan "
          "aten::isinf aten::isfinite aten::isclose aten::where aten::masked_fill aten::heaviside aten::isin",
          comparedOutput, readAndWritten, "|out| comparisons: no FLOPs", unit },
        { Elementwise,
          "aten::dropout aten::native_dropout aten::feature_dropout aten::alpha_dropout "
          "aten::feature_alpha_dropout",
          dropoutWork, onlyInTraining, "0; in training |in|", "nothing to compute in inference" },
        { Elementwise,
          "aten::quantize_per_tensor aten::quantize_per_channel aten::quantize_per_tensor_dynamic "
          "aten::fake_quantize_per_tensor_affine aten::fake_quantize_per_channel_affine aten::dequantize",
          [](const OperatorCall &call) -> std::optional<Work> {
              const TensorValue *output = firstOutput(call);
              return output ? std::optional(Work { .elementwise = elementsOf(*output) * 2 }) : std::nullopt;
          },
          readAndWritten, "2|out|", "scale and zero point" },
    };
}

} // namespace ridgepoint
