// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr std::string_view onePerBroadcastElement =
    QT_TRANSLATE_NOOP("Formulas", "one per element of the broadcast result");
constexpr std::string_view complexArithmetic = QT_TRANSLATE_NOOP(
    "Formulas", "one per element of the broadcast result; complex by LAPACK Working Note 41 and the textbook quotient");

/// Scale and shift what is kept; the draw itself is no arithmetic. Outside training there is no work.
std::optional<Work> dropoutWork(const OperatorCall &call)
{
    return workOn(tensorNamed(call, { "input", "self" }), { .elementwise = isTraining(call) ? 1 : 0 });
}

} // namespace

std::optional<Work> noWork(const OperatorCall &)
{
    return Work {};
}

bool worksOnIntegers(const TensorValue &tensor)
{
    // Quantised types stand for real numbers.
    static constexpr std::array integers = { DType::Bool,  DType::UInt8,  DType::Int8,   DType::Int16, DType::Int32,
                                             DType::Int64, DType::UInt16, DType::UInt32, DType::UInt64 };
    return std::ranges::find(integers, tensor.info.dtype) != integers.end();
}

namespace {

bool isComplex(const TensorValue &tensor)
{
    static constexpr std::array complexTypes = { DType::Complex32, DType::Complex64, DType::Complex128 };
    return std::ranges::find(complexTypes, tensor.info.dtype) != complexTypes.end();
}

/// An operation of two operands that takes \p ofComplex real operations where both are complex.
template<int ofComplex> std::optional<Work> ofPairs(const OperatorCall &call)
{
    std::optional<Work> work = elementwise<1>(call);
    int complexOperands = 0;
    forEachArgumentTensor(call, [&](const Argument &argument, const TensorValue &tensor) {
        complexOperands += argument.name != "out" && isComplex(tensor);
    });
    if (work && complexOperands >= 2)
        work->elementwise = elementsOf(*firstOutput(call)) * ofComplex;
    return work;
}

} // namespace

Count realAdditions(const TensorValue &tensor)
{
    return isComplex(tensor) ? 2 : 1;
}

Count realMultiplyAdds(const TensorValue &tensor)
{
    return isComplex(tensor) ? 4 : 1;
}

std::optional<Work> workOn(const TensorValue *tensor, const Work &perElement)
{
    return tensor ? std::optional(perElement * elementsOf(*tensor)) : std::nullopt;
}

std::optional<Work> comparedOutput(const OperatorCall &call)
{
    return workOn(firstOutput(call), { .comparison = 1 });
}

std::vector<CostRule> elementwiseRules()
{
    using enum OperatorFamily;
    return {
        { Elementwise, "aten::mul aten::multiply", ofPairs<6>,
          QT_TRANSLATE_NOOP("Formulas", "|out|; on integers no FLOPs; for two complex operands 6|out|"),
          complexArithmetic },
        { Elementwise, "aten::div aten::divide aten::true_divide", ofPairs<11>,
          QT_TRANSLATE_NOOP("Formulas", "|out|; for two complex operands 11|out|"), complexArithmetic },
        { Elementwise,
          "aten::add aten::sub aten::rsub aten::subtract aten::floor_divide aten::remainder aten::fmod aten::neg "
          "aten::negative aten::abs aten::absolute aten::reciprocal aten::square aten::sign aten::sgn aten::floor "
          "aten::ceil aten::round aten::trunc aten::fix aten::frac aten::clamp aten::clamp_min aten::clamp_max "
          "aten::clip aten::maximum aten::minimum aten::fmax aten::fmin aten::nan_to_num aten::copysign "
          "aten::deg2rad aten::rad2deg aten::ldexp aten::nextafter aten::gcd aten::lcm aten::conj_physical "
          "aten::_conj_physical aten::heaviside aten::_masked_scale",
          elementwise<1>, QT_TRANSLATE_NOOP("Formulas", "|out|; on integers no FLOPs; on complex numbers 2|out|"),
          onePerBroadcastElement },
        { Elementwise, "aten::addcmul aten::addcdiv aten::_add_relu", elementwise<2>, "2|out|",
          QT_TRANSLATE_NOOP("Formulas", "definition: two operations per element, the scalar factor not counted") },
        { Elementwise, "aten::lerp", elementwise<3>, "3|out|",
          QT_TRANSLATE_NOOP("Formulas", "definition: self + weight × (end - self)") },
        { Elementwise, "aten::addr", elementwise<2>, "2|out|",
          QT_TRANSLATE_NOOP("Formulas", "definition: one product, one addition") },
        { Elementwise,
          "aten::exp aten::exp2 aten::expm1 aten::log aten::log2 aten::log10 aten::log1p aten::sqrt aten::rsqrt "
          "aten::pow aten::float_power aten::sin aten::cos aten::tan aten::asin aten::acos aten::atan "
          "aten::atan2 aten::sinh aten::cosh aten::asinh aten::acosh aten::atanh aten::erf aten::erfc "
          "aten::erfinv aten::logit aten::xlogy aten::hypot aten::logaddexp aten::logaddexp2 aten::lgamma "
          "aten::mvlgamma aten::digamma aten::polygamma aten::igamma aten::igammac aten::sinc aten::i0 aten::angle "
          "aten::special_airy_ai aten::special_bessel_j0 aten::special_bessel_j1 aten::special_bessel_y0 "
          "aten::special_bessel_y1 aten::special_chebyshev_polynomial_t aten::special_chebyshev_polynomial_u "
          "aten::special_chebyshev_polynomial_v aten::special_chebyshev_polynomial_w aten::special_entr "
          "aten::special_erfcx aten::special_hermite_polynomial_h aten::special_hermite_polynomial_he "
          "aten::special_i0e aten::special_i1 aten::special_i1e aten::special_laguerre_polynomial_l "
          "aten::special_legendre_polynomial_p aten::special_log_ndtr aten::special_modified_bessel_i0 "
          "aten::special_modified_bessel_i1 aten::special_modified_bessel_k0 aten::special_modified_bessel_k1 "
          "aten::special_ndtri aten::special_scaled_modified_bessel_k0 aten::special_scaled_modified_bessel_k1 "
          "aten::special_shifted_chebyshev_polynomial_t aten::special_shifted_chebyshev_polynomial_u "
          "aten::special_shifted_chebyshev_polynomial_v aten::special_shifted_chebyshev_polynomial_w "
          "aten::special_spherical_bessel_j0 aten::special_xlog1py aten::special_zeta",
          transcendental<1>, QT_TRANSLATE_NOOP("Formulas", "|out|; on complex numbers 2|out|"), onePerFunction },
        { Elementwise, "aten::polar",
          [](const OperatorCall &call) { return workOn(firstOutput(call), { .elementwise = 2, .transcendental = 2 }); },
          "4|out|", QT_TRANSLATE_NOOP("Formulas", "definition: sine and cosine, each times the radius") },
        { Elementwise,
          "aten::eq aten::ne aten::lt aten::le aten::gt aten::ge aten::less aten::less_equal aten::greater "
          "aten::greater_equal aten::not_equal aten::logical_and aten::logical_or aten::logical_xor "
          "aten::logical_not aten::bitwise_and aten::bitwise_or aten::bitwise_xor aten::bitwise_not "
          "aten::bitwise_left_shift aten::bitwise_right_shift aten::__and__ aten::__or__ aten::__xor__ "
          "aten::__iand__ aten::__ior__ aten::__ixor__ aten::__lshift__ aten::__rshift__ aten::__ilshift__ "
          "aten::__irshift__ aten::isnan aten::isinf aten::isneginf aten::isposinf aten::isfinite aten::isclose "
          "aten::where aten::masked_fill aten::isin aten::signbit aten::frexp",
          comparedOutput, QT_TRANSLATE_NOOP("Formulas", "|out| comparisons: no FLOPs"), onePerBroadcastElement },
        { Elementwise,
          "aten::dropout aten::feature_dropout aten::alpha_dropout aten::feature_alpha_dropout quantized::dropout",
          dropoutWork, QT_TRANSLATE_NOOP("Formulas", "0; in training |in|"),
          QT_TRANSLATE_NOOP("Formulas", "nothing to compute in inference"), onlyInTraining },
        { Elementwise, "aten::native_dropout aten::_fused_dropout", dropoutWork,
          QT_TRANSLATE_NOOP("Formulas", "0; in training |in|"),
          QT_TRANSLATE_NOOP("Formulas", "nothing to compute in inference") },
    };
}

} // namespace rooflight
