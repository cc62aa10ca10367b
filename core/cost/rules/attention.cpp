// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::string_view attentionFlopCounter =
    QT_TRANSLATE_NOOP("Formulas", "PyTorch torch/utils/flop_counter.py, sdpa_flop_count; softmax is added");
constexpr std::string_view layout =
    QT_TRANSLATE_NOOP("Formulas", "PyTorch aten/src/ATen/native/transformers: the operators that it calls");

/// Of the pairs of queries and keys those that a causal mask hides: query i attends to keys 0 to i.
Count maskedMacs(const OperatorCall &call, Count macs, Count queries, Count keys)
{
    if (!booleanNamed(call, "is_causal").value_or(false))
        return 0;
    // Query i attends to i + 1 keys, but never more than there are.
    const Count growing = std::min(queries, keys);
    const Count attended = growing * (growing + 1) / 2 + (queries - growing) * keys;
    return macs - macs / (queries * keys) * attended;
}

/// Kernels under the operators above, with heads behind the sequence: [B, S, H, E], or packed sequences [sum of S, H,
/// E], of which only the longest is known.
std::optional<Work> flashKernelWork(const OperatorCall &call)
{
    const TensorValue *query = tensorNamed(call, { "query" });
    const TensorValue *key = tensorNamed(call, { "key" });
    const TensorValue *value = tensorNamed(call, { "value" });
    if (!query || !key || !value || query->info.shape.size() < 3 || key->info.shape.size() != query->info.shape.size())
        return std::nullopt;
    const Count width = *dimensionOf(*query, -1);
    const auto longest = integerNamed(call, key->info.shape.size() == 3 ? "max_k" : "max_seqlen_k");
    const Count keys = key->info.shape.size() == 3 && longest ? Count(*longest) : *dimensionOf(*key, -3);
    const Count scores = elementsOf(*query) / width * keys;
    Work work = softmax * scores;
    work.macs = scores * (width + *dimensionOf(*value, -1));
    if (query->info.shape.size() == 4)
        work.avoidableMacs = maskedMacs(call, work.macs, *dimensionOf(*query, -3), keys);
    return work;
}

/// Biases are added to all of Q, K and V; Q is scaled.
std::optional<Work> rescaledProjectionsWork(const OperatorCall &call)
{
    const TensorValue *projections = tensorNamed(call, { "qkv" });
    if (!projections)
        return std::nullopt;
    return Work { .elementwise = elementsOf(*projections) + elementsOf(*projections) / 3 };
}

struct AttentionSizes {
    Count queryRows; ///< of all sequences of the batch
    Count paddedQueryRows; ///< as many for each sequence as for the longest: scores are computed on padded tensors
    Count keyRows;
    Count keys; ///< of one sequence
    Count width;
    Count heads;
};

/// Projections in and out, scores, softmax, weighted sum of the values.
Work multiHeadWork(const AttentionSizes &sizes)
{
    const Count projectedRows = sizes.queryRows * 2 + sizes.keyRows * 2;
    const Count pairs = sizes.paddedQueryRows * sizes.keys;
    Work work = softmax * (pairs * sizes.heads);
    work.macs = projectedRows * sizes.width * sizes.width + pairs * sizes.width * 2;
    work.biasAdds = projectedRows * sizes.width;
    return work;
}

std::optional<AttentionSizes> attentionSizes(const TensorValue *query, const TensorValue *key,
                                             std::optional<std::int64_t> heads)
{
    if (!query || !key || !heads || query->info.shape.size() != 3 || key->info.shape.size() != 3)
        return std::nullopt;
    const Count width = query->info.shape[2];
    return AttentionSizes { .queryRows = elementsOf(*query) / width,
                            .paddedQueryRows = Count(query->info.shape[0]) * query->info.shape[1],
                            .keyRows = elementsOf(*key) / width,
                            .keys = key->info.shape[1],
                            .width = width,
                            .heads = *heads };
}

std::optional<Work> nativeMultiHeadWork(const OperatorCall &call)
{
    const auto sizes =
        attentionSizes(tensorNamed(call, { "query" }), tensorNamed(call, { "key" }), integerNamed(call, "num_head"));
    return sizes ? std::optional(multiHeadWork(*sizes)) : std::nullopt;
}

/// Attention, two linear layers, two normalizations (5 an element), two residual additions, one activation.
std::optional<Work> encoderLayerWork(const OperatorCall &call)
{
    const TensorValue *source = tensorNamed(call, { "src" });
    const TensorValue *widening = tensorNamed(call, { "ffn_weight_1" });
    const auto sizes = attentionSizes(source, source, integerNamed(call, "num_heads"));
    const auto hidden = widening ? dimensionOf(*widening, 0) : std::nullopt;
    if (!sizes || !hidden)
        return std::nullopt;
    const Count rows = sizes->queryRows;
    const Count elements = rows * sizes->width;
    Work work = multiHeadWork(*sizes);
    work.macs += elements * *hidden * 2;
    work.biasAdds += rows * (*hidden + sizes->width);
    work.reduction += elements * 2 * 3;
    work.elementwise += elements * 2 * 2 + elements * 2;
    (booleanNamed(call, "use_gelu").value_or(false) ? work.transcendental : work.elementwise) += rows * *hidden;
    return work;
}

} // namespace

std::optional<Work> attentionWork(const OperatorCall &call)
{
    const TensorValue *query = tensorNamed(call, { "query", "q" });
    const TensorValue *key = tensorNamed(call, { "key", "k" });
    const TensorValue *value = tensorNamed(call, { "value", "v" });
    const TensorValue *output = firstOutput(call);
    if (!query || !key || !value || !output)
        return std::nullopt;
    const auto width = dimensionOf(*query, -1);
    const auto valueWidth = dimensionOf(*value, -1);
    const auto keys = dimensionOf(*key, -2);
    if (!width || !valueWidth || !keys || query->info.shape.size() < 3)
        return std::nullopt;
    const Count scores = elementsOf(*output) / *valueWidth * *keys;
    Work work = softmax * scores;
    work.macs = scores * (*width + *valueWidth);
    work.avoidableMacs = maskedMacs(call, work.macs, *dimensionOf(*query, -2), *keys);
    if (tensorNamed(call, { "attn_mask", "attn_bias" }))
        work.elementwise += scores;
    return work;
}

std::vector<CostRule> attentionRules()
{
    using enum OperatorFamily;
    return {
        { Matrix,
          "aten::_scaled_dot_product_flash_attention "
          "aten::_scaled_dot_product_flash_attention_for_cpu aten::_scaled_dot_product_efficient_attention "
          "aten::_scaled_dot_product_cudnn_attention aten::_scaled_dot_product_fused_attention_overrideable",
          attentionWork,
          QT_TRANSLATE_NOOP("Formulas",
                            "B × H × Sq × Sk × (E + Ev) MAC + 5 per score for softmax + 1 for a mask; pairs that a "
                            "causal mask hides are counted"),
          attentionFlopCounter },
        { Matrix, "aten::_triton_scaled_dot_attention", attentionWork,
          QT_TRANSLATE_NOOP("Formulas", "B × H × Sq × Sk × (E + Ev) MAC + 5 per score for softmax"),
          attentionFlopCounter },
        { Matrix, "aten::_flash_attention_forward aten::_efficient_attention_forward aten::_cudnn_attention_forward",
          flashKernelWork,
          QT_TRANSLATE_NOOP(
              "Formulas",
              "B × H × Sq × Sk × (E + Ev) MAC + 5 per score for softmax; packed sequences: Sk of the longest one"),
          attentionFlopCounter },
        { Elementwise, "aten::_transform_bias_rescale_qkv", rescaledProjectionsWork, "4/3 |qkv|", layout },
        { Matrix, "aten::_native_multi_head_attention aten::_triton_multi_head_attention", nativeMultiHeadWork,
          QT_TRANSLATE_NOOP("Formulas",
                            "B × (2 Sq + 2 Sk) × E² + 2 × B × Sq × Sk × E MAC + a bias per projection + 5 per score "
                            "for softmax; nested: projections without padding, scores with padding"),
          layout },
        { Matrix, "aten::_transformer_encoder_layer_fwd", encoderLayerWork,
          QT_TRANSLATE_NOOP(
              "Formulas",
              "as _native_multi_head_attention + 2 × B × S × E × hidden MAC + biases, 2 layer norms, 2 additions, "
              "activation"),
          layout },
    };
}

} // namespace rooflight
