// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view flopCounter = "PyTorch torch/utils/flop_counter.py, sdpa_flop_count; softmax apart";
constexpr std::string_view layout = "PyTorch aten/src/ATen/native/transformers: what the operator calls";

/// Softmax over scores: maximum and sum, subtraction and division, exponential.
void addSoftmax(Work &work, Count scores)
{
    work.reduction += scores * 2;
    work.elementwise += scores * 2;
    work.transcendental += scores;
}

/// query [..., Sq, E], key [..., Sk, E], value [..., Sk, Ev]. Rows are counted on the output, which has the batch after
/// broadcasting and the heads of the query. Masked pairs count: kernels compute them.
std::optional<Work> attentionWork(const OperatorCall &call)
{
    const TensorValue *query = tensorNamed(call, { "query" });
    const TensorValue *key = tensorNamed(call, { "key" });
    const TensorValue *value = tensorNamed(call, { "value" });
    const TensorValue *output = firstOutput(call);
    if (!query || !key || !value || !output)
        return std::nullopt;
    const auto width = dimensionOf(*query, -1);
    const auto valueWidth = dimensionOf(*value, -1);
    const auto keys = dimensionOf(*key, -2);
    if (!width || !valueWidth || !keys || query->info.shape.size() < 3)
        return std::nullopt;
    const Count scores = elementsOf(*output) / *valueWidth * *keys;
    Work work { .macs = scores * (*width + *valueWidth) };
    addSoftmax(work, scores);
    if (tensorNamed(call, { "attn_mask", "attn_bias" }))
        work.elementwise += scores;
    return work;
}

struct AttentionSizes {
    Count batch;
    Count queries;
    Count keys;
    Count width;
    Count heads;
};

/// Projections in and out, scores, softmax, mix of the values.
Work multiHeadWork(const AttentionSizes &sizes)
{
    const Count queryRows = sizes.batch * sizes.queries;
    const Count keyRows = sizes.batch * sizes.keys;
    const Count projectedRows = queryRows * 2 + keyRows * 2;
    const Count pairs = queryRows * sizes.keys;
    Work work { .macs = projectedRows * sizes.width * sizes.width + pairs * sizes.width * 2,
                .biasAdds = projectedRows * sizes.width };
    addSoftmax(work, pairs * sizes.heads);
    return work;
}

std::optional<AttentionSizes> attentionSizes(const TensorValue *query, const TensorValue *key,
                                             std::optional<std::int64_t> heads)
{
    if (!query || !key || !heads || query->info.shape.size() != 3 || key->info.shape.size() != 3)
        return std::nullopt;
    return AttentionSizes { query->info.shape[0], query->info.shape[1], key->info.shape[1], query->info.shape[2],
                            *heads };
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
    const Count rows = sizes->batch * sizes->queries;
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

std::vector<CostRule> attentionRules()
{
    using enum OperatorFamily;
    return {
        { Matrix,
          "aten::_scaled_dot_product_flash_attention "
          "aten::_scaled_dot_product_flash_attention_for_cpu aten::_scaled_dot_product_efficient_attention "
          "aten::_scaled_dot_product_cudnn_attention aten::_scaled_dot_product_fused_attention_overrideable",
          attentionWork, readAndWritten,
          "B × H × Sq × Sk × (E + Ev) MAC + 5 a score for softmax + 1 for a mask; causal pairs are not left out",
          flopCounter },
        { Matrix, "aten::_native_multi_head_attention", nativeMultiHeadWork, readAndWritten,
          "B × (2 Sq + 2 Sk) × E² + 2 × B × Sq × Sk × E MAC + a bias a projection + 5 a score for softmax", layout },
        { Matrix, "aten::_transformer_encoder_layer_fwd", encoderLayerWork, readAndWritten,
          "as _native_multi_head_attention + 2 × B × S × E × hidden MAC + biases, 2 layer norms, 2 additions, "
          "activation",
          layout },
    };
}

} // namespace ridgepoint
