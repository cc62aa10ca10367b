// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

namespace rooflight {

namespace {

constexpr std::string_view onePerActivation =
    QT_TRANSLATE_NOOP("Formulas", "one per element, as DeepSpeed and torchstat count activations");
constexpr std::string_view passes =
    QT_TRANSLATE_NOOP("Formulas", "definition: maximum, subtraction, exponential, sum, division");

std::optional<Work> softmaxWork(const OperatorCall &call)
{
    return workOn(firstOutput(call), softmax);
}

} // namespace

std::vector<CostRule> activationRules()
{
    using enum OperatorFamily;
    return {
        { Activation,
          "aten::relu aten::relu6 aten::hardtanh aten::leaky_relu aten::prelu aten::_prelu_kernel aten::rrelu "
          "aten::rrelu_with_noise aten::threshold aten::hardswish aten::hardsigmoid aten::hardshrink aten::softshrink "
          "quantized::relu6 "
          "quantized::leaky_relu quantized::prelu quantized::hardswish quantized::threshold",
          elementwise<1>, "|out|", onePerActivation },
        { Activation,
          "aten::sigmoid aten::tanh aten::gelu aten::silu aten::mish aten::elu aten::celu aten::selu "
          "aten::softplus aten::log_sigmoid aten::log_sigmoid_forward aten::glu quantized::sigmoid "
          "quantized::elu quantized::celu",
          transcendental<1>, "|out|", onePerFunction },
        { Activation,
          "aten::softmax aten::_softmax aten::log_softmax aten::_log_softmax aten::_masked_softmax "
          "aten::_safe_softmax aten::special_softmax aten::special_log_softmax aten::_sparse_softmax "
          "aten::_sparse_log_softmax aten::_nested_tensor_softmax_with_shape quantized::softmax",
          softmaxWork, "5|out|", passes },
    };
}

} // namespace rooflight
