// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/cost/rules/cost_rule.h"
#include "core/cost/rules/pooling.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace rooflight {

namespace {

constexpr std::string_view convolutionGradientCounter = "PyTorch torch/utils/flop_counter.py, conv_backward_flop";
constexpr std::string_view attentionCounter =
    QT_TRANSLATE_NOOP("Formulas", "PyTorch torch/utils/flop_counter.py, sdpa_backward_flop_count; softmax is added");
constexpr std::string_view chainRule = QT_TRANSLATE_NOOP("Formulas", "derivative of the definition");
constexpr std::string_view channelNormFolded = QT_TRANSLATE_NOOP(
    "Formulas", "derivative with constants combined per channel: two sums, then two scales and a shift");
constexpr std::string_view unit = QT_TRANSLATE_NOOP("Formulas", "one per element, as for the activation");
constexpr std::string_view spread = QT_TRANSLATE_NOOP("Formulas", "each gradient is added where its value came from");

const TensorValue *gradientOf(const OperatorCall &call)
{
    return tensorNamed(call, { "grad_output", "grad_out", "grad_out_", "grad" });
}

/// The forward call that a gradient belongs to: the same arguments, and a result of the incoming gradient's shape.
std::optional<OperatorCall> forwardOf(const OperatorCall &call)
{
    const TensorValue *gradient = gradientOf(call);
    if (!gradient)
        return std::nullopt;
    OperatorCall forward = call;
    forward.outputs = { *gradient };
    std::erase_if(forward.arguments, [](const Argument &argument) { return argument.name.starts_with("grad_o"); });
    return forward;
}

/// Which gradients are asked for: all where the call does not say.
std::array<bool, 3> maskOf(const OperatorCall &call)
{
    std::array<bool, 3> asked { true, true, true };
    const Argument *argument = call.find("output_mask");
    const auto *mask = argument ? std::get_if<std::vector<bool>>(&argument->value) : nullptr;
    for (std::size_t i = 0; mask && i < asked.size(); ++i)
        asked.at(i) = i < mask->size() && (*mask)[i];
    return asked;
}

/// The gradients of the input and of the weight take as many multiply-adds as the convolution itself.
std::optional<Work> convolutionGradient(const OperatorCall &call)
{
    const auto forward = forwardOf(call);
    const auto work = forward ? convolutionWork(*forward) : std::nullopt;
    if (!work)
        return std::nullopt;
    const auto [input, weight, bias] = maskOf(call);
    const Count products = (input ? 1 : 0) + (weight ? 1 : 0);
    const Count summed = bias ? elementsOf(*gradientOf(call)) * realAdditions(*gradientOf(call)) : Count();
    return Work { .macs = work->macs * products, .reduction = summed, .avoidableMacs = work->avoidableMacs * products };
}

/// Scores again, gradients of scores, values, queries and keys: three products over the width of the query and two
/// over that of the value. Of softmax: subtraction and exponential of each score, subtraction and product of its
/// gradient; a product and a sum for each element of the result.
std::optional<Work> attentionGradient(const OperatorCall &call)
{
    const auto forward = forwardOf(call);
    const auto work = forward ? attentionWork(*forward) : std::nullopt;
    if (!work)
        return std::nullopt;
    const Count width = *dimensionOf(*tensorNamed(call, { "query" }), -1);
    const Count valueWidth = *dimensionOf(*tensorNamed(call, { "value" }), -1);
    const Count perScore = width + valueWidth;
    const Count perGradient = width * 3 + valueWidth * 2;
    if (perScore == Count())
        return Work {};
    const Count scores = work->macs / perScore;
    const Count elements = elementsOf(*gradientOf(call));
    return Work { .macs = scores * perGradient,
                  .elementwise = scores * 3 + elements,
                  .transcendental = scores,
                  .reduction = elements,
                  .avoidableMacs = work->avoidableMacs / perScore * perGradient };
}

/// Sums of the gradient and of its product with the input: 3. Scale of the gradient, scale of the input, two
/// additions: 4; with known statistics only the first.
std::optional<Work> channelNormGradient(const OperatorCall &call)
{
    const auto [input, weight, bias] = maskOf(call);
    const bool measured = booleanNamed(call, "train").value_or(true);
    const bool sums = (input && measured) || weight || bias;
    const int applied = !input ? 0 : measured ? 4 : 1;
    return workOn(gradientOf(call), { .elementwise = applied + (sums ? 1 : 0), .reduction = sums ? 2 : 0 });
}

/// Of the input: product with the weight, then as for channels. Of the weight: normalised input 2, product and sum. Of
/// the bias: a sum.
std::optional<Work> layerNormGradient(const OperatorCall &call)
{
    const auto [input, weight, bias] = maskOf(call);
    const bool scaled = tensorNamed(call, { "weight" }) != nullptr;
    Work work;
    if (input)
        work = { .elementwise = scaled ? 6 : 5, .reduction = 2 };
    if (scaled && weight) {
        work.elementwise += 3;
        work.reduction += 1;
    }
    if (tensorNamed(call, { "bias" }) && bias)
        work.reduction += 1;
    return workOn(gradientOf(call), work);
}

template<int elementwise, int transcendental = 0, int reduction = 0>
std::optional<Work> onGradient(const OperatorCall &call)
{
    return workOn(gradientOf(call),
                  { .elementwise = elementwise, .transcendental = transcendental, .reduction = reduction });
}

template<WorkRule rule> std::optional<Work> asForward(const OperatorCall &call)
{
    const auto forward = forwardOf(call);
    return forward ? rule(*forward) : std::nullopt;
}

template<int perElement> std::optional<Work> onTarget(const OperatorCall &call)
{
    return workOn(tensorNamed(call, { "target" }), { .elementwise = perElement });
}

template<int perElement> std::optional<Work> onInput(const OperatorCall &call)
{
    return workOn(tensorNamed(call, { "self" }), { .elementwise = perElement });
}

/// A row for each index.
std::optional<Work> bagGradient(const OperatorCall &call)
{
    const TensorValue *indices = tensorNamed(call, { "indices" });
    const TensorValue *gradient = gradientOf(call);
    const auto width = gradient ? dimensionOf(*gradient, -1) : std::nullopt;
    if (!indices || !width)
        return std::nullopt;
    return Work { .reduction = elementsOf(*indices) * *width };
}

std::vector<CostRule> activationGradients()
{
    using enum OperatorFamily;
    return {
        { Activation,
          "aten::threshold_backward aten::hardtanh_backward aten::leaky_relu_backward aten::hardswish_backward "
          "aten::hardsigmoid_backward aten::hardshrink_backward aten::softshrink_backward "
          "aten::rrelu_with_noise_backward",
          onGradient<1>, "|grad|", unit },
        { Activation,
          "aten::gelu_backward aten::silu_backward aten::elu_backward aten::softplus_backward "
          "aten::log_sigmoid_backward",
          onGradient<1, 1>, QT_TRANSLATE_NOOP("Formulas", "2|grad|: the derivative and the product with it"), unit },
        { Activation, "aten::sigmoid_backward aten::tanh_backward", onGradient<3>, "3|grad|", chainRule },
        { Activation, "aten::_softmax_backward_data", onGradient<3, 0, 1>, "4|grad|", chainRule },
        { Activation, "aten::_log_softmax_backward_data", onGradient<2, 1, 1>, "4|grad|", chainRule },
    };
}

std::vector<CostRule> poolingGradients()
{
    using enum OperatorFamily;
    return {
        { Pooling,
          "aten::max_pool2d_with_indices_backward aten::max_pool3d_with_indices_backward "
          "aten::adaptive_max_pool2d_backward aten::adaptive_max_pool3d_backward",
          onGradient<0, 0, 1>, "|grad|", spread, selfUnread },
        { Pooling, "aten::avg_pool2d_backward aten::avg_pool3d_backward", asForward<averagePoolWork>,
          QT_TRANSLATE_NOOP("Formulas", "sum of the windows without padding + |grad| divisions"), spread, selfUnread },
        { Pooling,
          "aten::_adaptive_avg_pool2d_backward aten::_adaptive_avg_pool3d_backward "
          "aten::adaptive_avg_pool3d_backward",
          asForward<adaptiveAveragePoolWork>, QT_TRANSLATE_NOOP("Formulas", "sum of the windows + |grad| divisions"),
          spread, selfUnread },
    };
}

std::vector<CostRule> lossGradients()
{
    using enum OperatorFamily;
    return {
        { Reduction, "aten::nll_loss_backward aten::nll_loss2d_backward", onTarget<1>, "|target|", chainRule,
          selfUnread },
        { Reduction, "aten::mse_loss_backward", onInput<2>, "2|in|", chainRule },
        { Reduction, "aten::smooth_l1_loss_backward aten::huber_loss_backward", onInput<3>, "3|in|", chainRule },
        { Reduction, "aten::binary_cross_entropy_backward", onInput<5>, "5|in|", chainRule },
    };
}

std::vector<CostRule> tableGradients()
{
    using enum OperatorFamily;
    return {
        { Elementwise, "aten::native_dropout_backward", onGradient<2>, "2|grad|",
          QT_TRANSLATE_NOOP("Formulas", "definition: mask and scale") },
        { Movement, "aten::embedding_dense_backward", onGradient<0, 0, 1>, "|grad|", spread },
        { Movement, "aten::_embedding_bag_dense_backward", bagGradient,
          QT_TRANSLATE_NOOP("Formulas", "|indices| × width"), spread },
        { Movement, "aten::slice_backward aten::select_backward aten::diagonal_backward", noWork, "0",
          QT_TRANSLATE_NOOP("Formulas", "moves elements") },
        { Elementwise,
          "aten::upsample_nearest1d_backward aten::upsample_nearest2d_backward aten::upsample_nearest3d_backward",
          onGradient<0, 0, 1>, "|grad|", spread },
        { Elementwise, "aten::upsample_bilinear2d_backward", onGradient<4, 0, 4>,
          QT_TRANSLATE_NOOP("Formulas", "8|grad|: 4 weights, 4 additions"), spread },
    };
}

} // namespace

std::vector<CostRule> gradientRules()
{
    using enum OperatorFamily;
    std::vector<CostRule> rules {
        { Convolution, "aten::convolution_backward aten::convolution_backward_overrideable", convolutionGradient,
          QT_TRANSLATE_NOOP(
              "Formulas",
              "as the convolution for each requested gradient, of the input and of the weight; bias: |grad| additions"),
          convolutionGradientCounter },
        { Matrix,
          "aten::_scaled_dot_product_flash_attention_backward "
          "aten::_scaled_dot_product_flash_attention_for_cpu_backward "
          "aten::_scaled_dot_product_efficient_attention_backward "
          "aten::_scaled_dot_product_cudnn_attention_backward",
          attentionGradient,
          QT_TRANSLATE_NOOP("Formulas", "B × H × Sq × Sk × (3 E + 2 Ev) MAC + 4 per score for softmax + 2|grad|"),
          attentionCounter },
        { Normalization,
          "aten::native_batch_norm_backward aten::cudnn_batch_norm_backward aten::miopen_batch_norm_backward "
          "aten::batch_norm_backward aten::native_group_norm_backward",
          channelNormGradient,
          QT_TRANSLATE_NOOP("Formulas", "7|in|; 3|in| without the input's gradient, 4|in| with known statistics"),
          channelNormFolded },
        { Normalization, "aten::native_layer_norm_backward", layerNormGradient,
          QT_TRANSLATE_NOOP("Formulas",
                            "8|in| for the input, 7|in| without weight; 4|in| for the weight, |in| for the bias"),
          chainRule },
    };
    for (const auto gradients : { activationGradients, poolingGradients, lossGradients, tableGradients })
        std::ranges::move(gradients(), std::back_inserter(rules));
    return rules;
}

} // namespace rooflight
