// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr std::string_view convolutionCounter =
    QT_TRANSLATE_NOOP("Formulas", "flop_counter.py, conv_flop_count, the same as for floating point");
constexpr std::string_view productCounter =
    QT_TRANSLATE_NOOP("Formulas", "flop_counter.py, mm_flop, the same as for floating point");
constexpr std::string_view clamped = QT_TRANSLATE_NOOP("Formulas", "XNNPACK clamps each output to its range");
constexpr std::string_view affine = QT_TRANSLATE_NOOP("Formulas", "definition: scale and zero point");
constexpr std::string_view onePerQuantizedElement =
    QT_TRANSLATE_NOOP("Formulas", "one per element of the broadcast result; requantization is not counted");
constexpr std::string_view rearranged = QT_TRANSLATE_NOOP("Formulas", "weights arranged for a kernel");

/// What is fused to a kernel of oneDNN stands in its arguments by name.
Count postOperations(const OperatorCall &call)
{
    constexpr std::array names = { "attr",         "unary_attr",     "binary_attr",
                                   "post_op_name", "binary_post_op", "unary_post_op" };
    Count operations;
    for (const Argument &argument : call.arguments) {
        const auto *text = std::get_if<std::string>(&argument.value);
        if (text && *text != QT_TRANSLATE_NOOP("Formulas", "none") && !text->empty()
            && std::ranges::find(names, argument.name) != names.end())
            operations += 1;
    }
    return operations;
}

template<WorkRule rule> std::optional<Work> withPostOperations(const OperatorCall &call)
{
    std::optional<Work> work = rule(call);
    if (work)
        work->elementwise += elementsOf(*firstOutput(call)) * postOperations(call);
    return work;
}

/// Scale and zero point, or their inverse. Several tensors come as a list.
std::optional<Work> affineWork(const OperatorCall &call)
{
    if (call.outputs.empty())
        return std::nullopt;
    Work work;
    for (const TensorValue &output : call.outputs)
        work.elementwise += elementsOf(output) * 2;
    return work;
}

} // namespace

std::vector<CostRule> quantizedRules()
{
    using enum OperatorFamily;
    return {
        { Convolution,
          "quantized::conv1d quantized::conv2d quantized::conv3d quantized::conv1d_dynamic quantized::conv2d_dynamic "
          "quantized::conv3d_dynamic _quantized::conv2d _quantized::conv3d mkldnn_prepacked::conv2d_run",
          convolutionWork, QT_TRANSLATE_NOOP("Formulas", "N × output positions × |weight| MAC; bias: |out| additions"),
          convolutionCounter },
        { Convolution,
          "quantized::conv1d_relu quantized::conv2d_relu quantized::conv3d_relu quantized::conv2d_add "
          "_quantized::conv2d_relu _quantized::conv3d_relu",
          withOutputWork<convolutionWork, 1>,
          QT_TRANSLATE_NOOP("Formulas", "as quantized::conv2d, + |out| for the fused operation"), convolutionCounter },
        { Convolution, "quantized::conv2d_add_relu", withOutputWork<convolutionWork, 2>,
          QT_TRANSLATE_NOOP("Formulas", "as quantized::conv2d, + 2|out| for the fused operations"),
          convolutionCounter },
        { Convolution,
          "quantized::conv_transpose1d quantized::conv_transpose2d quantized::conv_transpose3d "
          "quantized::conv_transpose1d_dynamic quantized::conv_transpose2d_dynamic "
          "quantized::conv_transpose3d_dynamic _quantized::conv_transpose1d _quantized::conv_transpose2d",
          transposedConvolutionWork,
          QT_TRANSLATE_NOOP("Formulas", "N × input positions × |weight| MAC; bias: |out| additions"),
          convolutionCounter },
        { Convolution, "prepacked::conv2d_clamp_run", withOutputWork<convolutionWork, 2>,
          QT_TRANSLATE_NOOP("Formulas", "as conv2d, + 2|out| for clamping"), clamped },
        { Convolution, "prepacked::conv2d_transpose_clamp_run", withOutputWork<transposedConvolutionWork, 2>,
          QT_TRANSLATE_NOOP("Formulas", "as conv_transpose2d, + 2|out| for clamping"), clamped },
        { Convolution,
          "mkldnn::_convolution_pointwise onednn::qconv_pointwise onednn::qconv1d_pointwise "
          "onednn::qconv2d_pointwise onednn::qconv3d_pointwise",
          withPostOperations<convolutionWork>,
          QT_TRANSLATE_NOOP("Formulas", "as conv2d, + |out| for each fused operation"), convolutionCounter },
        { Convolution, "mkldnn::_convolution_transpose_pointwise", withPostOperations<transposedConvolutionWork>,
          QT_TRANSLATE_NOOP("Formulas", "as conv_transpose2d, + |out| for each fused operation"), convolutionCounter },
        { Matrix,
          "quantized::linear quantized::linear_dynamic quantized::linear_dynamic_fp16 "
          "quantized::linear_dynamic_fp16_unpacked_weight "
          "quantized::linear_with_input_q_dq_qweight_dq_output_fp32 _quantized::linear _quantized::linear_dynamic "
          "_quantized::_wrapped_quantized_linear_prepacked _quantized::wrapped_quantized_linear "
          "_quantized::wrapped_fbgemm_linear_fp16_weight onednn::linear_dynamic_fp16 mkl::_mkl_linear",
          linearWork, QT_TRANSLATE_NOOP("Formulas", "|out| × in_features MAC; bias: |out| additions"), productCounter },
        { Matrix,
          "quantized::linear_relu quantized::linear_relu_dynamic quantized::linear_relu_dynamic_fp16 "
          "quantized::linear_leaky_relu quantized::linear_tanh "
          "quantized::linear_with_input_q_dq_qweight_dq_relu_output_fp32 onednn::linear_relu_dynamic_fp16",
          withOutputWork<linearWork, 1>,
          QT_TRANSLATE_NOOP("Formulas", "as quantized::linear, + |out| for the activation"), productCounter },
        { Matrix, "prepacked::linear_clamp_run", withOutputWork<linearWork, 2>,
          QT_TRANSLATE_NOOP("Formulas", "as linear, + 2|out| for clamping"), clamped },
        { Matrix, "mkldnn::_linear_pointwise onednn::qlinear_pointwise aten::_mixed_dtypes_linear",
          withPostOperations<linearWork>, QT_TRANSLATE_NOOP("Formulas", "as linear, + |out| for each fused operation"),
          productCounter },
        { Elementwise,
          "aten::quantize_per_tensor aten::quantize_per_channel aten::quantize_per_tensor_dynamic "
          "aten::fake_quantize_per_tensor_affine aten::fake_quantize_per_channel_affine "
          "aten::_fake_quantize_learnable_per_tensor_affine aten::_fake_quantize_learnable_per_channel_affine "
          "aten::dequantize",
          affineWork, "2|out|", affine },
        { Elementwise,
          "aten::fake_quantize_per_tensor_affine_cachemask aten::fake_quantize_per_channel_affine_cachemask "
          "aten::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams",
          elementwise<2>, "2|out|", affine },
        { Elementwise,
          "quantized::add quantized::add_out quantized::add_scalar quantized::add_scalar_out quantized::mul "
          "quantized::mul_out quantized::mul_scalar quantized::mul_scalar_out quantized::clamp _quantized::add "
          "onednn::qadd onednn::qmul",
          elementwise<1>, "|out|", onePerQuantizedElement },
        { Elementwise,
          "quantized::add_relu quantized::add_relu_out quantized::add_scalar_relu quantized::add_scalar_relu_out "
          "quantized::mul_relu quantized::mul_relu_out quantized::mul_scalar_relu quantized::mul_scalar_relu_out "
          "onednn::qadd_relu",
          elementwise<2>, "2|out|", onePerQuantizedElement },
        { Movement,
          "aten::int_repr aten::_make_per_tensor_quantized_tensor aten::_make_per_channel_quantized_tensor "
          "quantized::cat quantized::cat_out quantization::_FloatToBfloat16Quantized "
          "quantization::_Bfloat16QuantizedToFloat",
          noWork, "0", QT_TRANSLATE_NOOP("Formulas", "a copy in another type") },
        { Activation, "quantized::cat_relu quantized::cat_relu_out", elementwise<1>, "|out|", onePerQuantizedElement },
        { Movement,
          "quantized::conv_prepack quantized::conv1d_prepack quantized::conv2d_prepack quantized::conv3d_prepack "
          "quantized::conv_transpose1d_prepack quantized::conv_transpose2d_prepack "
          "quantized::conv_transpose3d_prepack quantized::linear_prepack quantized::linear_prepack_fp16 "
          "quantized::linear_prepack_legacy quantized::linear_prepack_fp16_legacy quantized::linear_unpack "
          "quantized::linear_unpack_fp16 quantized::make_quantized_cell_params "
          "quantized::make_quantized_cell_params_dynamic quantized::embedding_bag_prepack "
          "quantized::embedding_bag_byte_prepack quantized::embedding_bag_4bit_prepack "
          "quantized::embedding_bag_2bit_prepack quantized::embedding_bag_byte_prepack_with_rowwise_min_max "
          "quantized::embedding_bag_4bit_prepack_with_rowwise_min_max "
          "quantized::embedding_bag_2bit_prepack_with_rowwise_min_max quantized::embedding_bag_byte_unpack "
          "quantized::embedding_bag_4bit_unpack quantized::embedding_bag_2bit_unpack _quantized::conv2d_prepack "
          "_quantized::conv3d_prepack _quantized::conv_transpose1d_prepack _quantized::conv_transpose2d_prepack "
          "_quantized::conv_transpose3d_prepack _quantized::linear_prepack _quantized::linear_prepack_fp16 "
          "_quantized::linear_prepack_legacy _quantized::linear_prepack_fp16_legacy "
          "_quantized::_wrapped_linear_prepack _quantized::wrapped_fbgemm_pack_gemm_matrix_fp16 "
          "prepacked::conv2d_clamp_prepack prepacked::conv2d_transpose_clamp_prepack prepacked::linear_clamp_prepack "
          "mkldnn_prepacked::conv2d_prepack mkldnn::_reorder_convolution_weight "
          "mkldnn::_reorder_convolution_transpose_weight mkldnn::_reorder_linear_weight "
          "mkldnn::_reorder_mkldnn_rnn_layer_weight mkl::_mkl_reorder_linear_weight onednn::qconv_prepack "
          "onednn::qlinear_prepack onednn::linear_prepack_fp16 aten::_convert_weight_to_int4pack "
          "aten::_convert_weight_to_int4pack_for_cpu aten::_dyn_quant_pack_4bit_weight "
          "aten::mkldnn_reorder_conv2d_weight aten::mkldnn_reorder_conv3d_weight",
          noWork, "0", rearranged },
    };
}

} // namespace rooflight
