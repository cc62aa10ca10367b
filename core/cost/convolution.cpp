// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view flopCounter = "PyTorch torch/utils/flop_counter.py, conv_flop_count";
constexpr std::string_view fused = "flop_counter.py for the convolution, plus what is fused to it";

/// Elements of a feature map without its channels: positions at which the kernel is applied. The weight has two
/// dimensions of channels before those of the kernel; a feature map may lack the batch.
std::optional<Count> positionsOf(const OperatorCall &call, const TensorValue &map, const TensorValue &weight)
{
    const std::size_t rank = map.info.shape.size();
    const std::size_t weightRank = weight.info.shape.size();
    const std::size_t named = spatialRankOf(call.name);
    if (weightRank < 3 || rank + 1 < weightRank || rank > weightRank || (named != 0 && named + 2 != weightRank))
        return std::nullopt;
    const std::size_t channel = rank + 1 - weightRank;
    Count positions = 1;
    for (std::size_t i = 0; i < rank; ++i) {
        if (i != channel)
            positions *= map.info.shape[i];
    }
    return positions;
}

Count biasAddsOf(const OperatorCall &call, const TensorValue &output)
{
    return tensorNamed(call, { "bias" }) ? elementsOf(output) : Count();
}

/// Each element of the input is multiplied with the whole kernel: the work follows the input, not the output.
std::optional<Work> transposedWork(const OperatorCall &call)
{
    const TensorValue *input = tensorNamed(call, { "input", "self", "qx" });
    const TensorValue *weight = tensorNamed(call, { "weight", "packed_weight" });
    const TensorValue *output = firstOutput(call);
    if (!input || !weight || !output)
        return std::nullopt;
    const auto positions = positionsOf(call, *input, *weight);
    if (!positions)
        return std::nullopt;
    return Work { .macs = *positions * elementsOf(*weight), .biasAdds = biasAddsOf(call, *output) };
}

template<int perElement> std::optional<Work> fusedWork(const OperatorCall &call)
{
    std::optional<Work> work = convolutionWork(call);
    if (work)
        work->elementwise += elementsOf(*firstOutput(call)) * perElement;
    return work;
}

} // namespace

std::optional<Work> convolutionWork(const OperatorCall &call)
{
    if (booleanNamed(call, "transposed").value_or(false))
        return transposedWork(call);
    const TensorValue *weight = tensorNamed(call, { "weight", "packed_weight" });
    const TensorValue *output = firstOutput(call);
    if (!weight || !output)
        return std::nullopt;
    const auto positions = positionsOf(call, *output, *weight);
    if (!positions)
        return std::nullopt;
    return Work { .macs = *positions * elementsOf(*weight), .biasAdds = biasAddsOf(call, *output) };
}

std::vector<CostRule> convolutionRules()
{
    using enum OperatorFamily;
    return {
        { Convolution,
          "aten::conv1d aten::conv2d aten::conv3d aten::_convolution_mode aten::mkldnn_convolution "
          "aten::cudnn_convolution aten::thnn_conv2d aten::_slow_conv2d_forward aten::slow_conv3d "
          "aten::slow_conv3d_forward aten::slow_conv_dilated2d aten::slow_conv_dilated3d "
          "aten::_conv_depthwise2d aten::conv_depthwise3d aten::miopen_convolution "
          "aten::miopen_depthwise_convolution aten::_nnpack_spatial_convolution",
          convolutionWork, readAndWritten, "N × output positions × |weight| MAC; bias: |out| additions", flopCounter },
        { Convolution, "aten::convolution aten::_convolution aten::convolution_overrideable", convolutionWork,
          readAndWritten, "N × output positions × |weight| MAC, input positions when transposed; bias: |out| additions",
          flopCounter },
        { Convolution,
          "aten::conv_transpose1d aten::conv_transpose2d aten::conv_transpose3d aten::slow_conv_transpose2d "
          "aten::slow_conv_transpose3d aten::cudnn_convolution_transpose aten::miopen_convolution_transpose",
          transposedWork, readAndWritten, "N × input positions × |weight| MAC; bias: |out| additions", flopCounter },
        { Convolution, "aten::cudnn_convolution_relu aten::miopen_convolution_relu", fusedWork<1>, readAndWritten,
          "as conv2d, + |out| for the ReLU", fused },
        { Convolution, "aten::cudnn_convolution_add_relu aten::miopen_convolution_add_relu", fusedWork<2>,
          readAndWritten, "as conv2d, + 2|out| for addition and ReLU", fused },
        { Convolution,
          "quantized::conv1d quantized::conv2d quantized::conv3d quantized::conv1d_dynamic "
          "quantized::conv2d_dynamic quantized::conv3d_dynamic",
          convolutionWork, readAndWritten, "N × output positions × |weight| MAC", flopCounter },
        { Convolution, "quantized::conv1d_relu quantized::conv2d_relu quantized::conv3d_relu", fusedWork<1>,
          readAndWritten, "as quantized::conv2d, + |out| for the ReLU", fused },
        { Convolution, "quantized::conv2d_add", fusedWork<1>, readAndWritten,
          "as quantized::conv2d, + |out| for the addition", fused },
        { Convolution, "quantized::conv2d_add_relu", fusedWork<2>, readAndWritten,
          "as quantized::conv2d, + 2|out| for addition and ReLU", fused },
        { Convolution, "quantized::conv_transpose1d quantized::conv_transpose2d quantized::conv_transpose3d",
          transposedWork, readAndWritten, "N × input positions × |weight| MAC", flopCounter },
    };
}

} // namespace ridgepoint
