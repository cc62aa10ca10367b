// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

namespace rooflight {

namespace {

constexpr std::string_view folded =
    QT_TRANSLATE_NOOP("Formulas", "DeepSpeed flops profiler, fvcore batchnorm_flop_jit: scale and shift in inference");
constexpr std::string_view normCounter = "fvcore jit_handles.py, norm_flop_counter";

const TensorValue *normalizedTensor(const OperatorCall &call)
{
    return tensorNamed(call, { "input", "self", "qx" });
}

/// Mean 1, variance 2, scale and shift 2, or 1 without a weight.
std::optional<Work> normWork(const OperatorCall &call)
{
    return workOn(normalizedTensor(call), { .elementwise = tensorNamed(call, { "weight" }) ? 2 : 1, .reduction = 3 });
}

/// With known statistics all is one scale and one shift a channel.
std::optional<Work> batchNormWork(const OperatorCall &call)
{
    const bool measures = booleanNamed(call, "training").value_or(false)
        || booleanNamed(call, "use_input_stats").value_or(false)
        || call.name.find("batch_norm_with_update") != std::string::npos;
    return measures ? normWork(call) : workOn(normalizedTensor(call), { .elementwise = 2 });
}

std::optional<Work> batchNormAndReluWork(const OperatorCall &call)
{
    std::optional<Work> work = batchNormWork(call);
    if (work)
        work->elementwise += elementsOf(*normalizedTensor(call));
    return work;
}

/// Square and sum, scale, weight.
std::optional<Work> rmsNormWork(const OperatorCall &call)
{
    return workOn(normalizedTensor(call), { .elementwise = tensorNamed(call, { "weight" }) ? 2 : 1, .reduction = 2 });
}

} // namespace

std::vector<CostRule> normalizationRules()
{
    using enum OperatorFamily;
    return {
        { Normalization,
          "aten::batch_norm aten::native_batch_norm aten::cudnn_batch_norm aten::miopen_batch_norm "
          "aten::_batch_norm_impl_index aten::_native_batch_norm_legit "
          "aten::_native_batch_norm_legit_no_training aten::_native_batch_norm_legit_functional "
          "aten::_batch_norm_no_update aten::_batch_norm_with_update aten::_batch_norm_with_update_functional",
          batchNormWork, QT_TRANSLATE_NOOP("Formulas", "2|in|; in training 5|in|, 4|in| without weight"), folded,
          withRunningStatistics },
        { Normalization, "aten::instance_norm", batchNormWork,
          QT_TRANSLATE_NOOP("Formulas", "5|in|, 4|in| without weight; 2|in| with running statistics"), normCounter,
          withRunningStatistics },
        { Normalization, "aten::layer_norm aten::native_layer_norm aten::group_norm aten::native_group_norm", normWork,
          QT_TRANSLATE_NOOP("Formulas", "5|in|, 4|in| without weight"), normCounter },
        { Normalization, "aten::rms_norm aten::_fused_rms_norm", rmsNormWork,
          QT_TRANSLATE_NOOP("Formulas", "4|in|, 3|in| without weight"),
          QT_TRANSLATE_NOOP("Formulas", "definition: square, sum, scale, weight") },
        { Normalization,
          "quantized::batch_norm quantized::batch_norm1d quantized::batch_norm2d quantized::batch_norm3d "
          "aten::quantized_batch_norm onednn::qbatch_norm2d aten::batch_norm_elemt",
          batchNormWork, "2|in|", folded },
        { Normalization,
          "quantized::batch_norm_relu quantized::batch_norm1d_relu quantized::batch_norm2d_relu "
          "quantized::batch_norm3d_relu",
          batchNormAndReluWork, "3|in|", folded },
        { Normalization, "quantized::layer_norm quantized::group_norm quantized::instance_norm", normWork,
          QT_TRANSLATE_NOOP("Formulas", "5|in|, 4|in| without weight"), normCounter },
        { Normalization, "aten::_weight_norm_interface", reducedInput<3>, "3|in|",
          QT_TRANSLATE_NOOP("Formulas", "definition: square, sum, scale") },
        { Normalization, "aten::renorm aten::embedding_renorm", reducedInput<3>, "3|in|",
          QT_TRANSLATE_NOOP("Formulas", "definition: square, sum, scale") },
    };
}

} // namespace rooflight
