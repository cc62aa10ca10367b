// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/cost/rules/convolution_padding.h"
#include "core/cost/rules/cost_rule.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::string_view convolutionFlopCounter = "PyTorch torch/utils/flop_counter.py, conv_flop_count";
constexpr std::string_view fused =
    QT_TRANSLATE_NOOP("Formulas", "flop_counter.py for the convolution, plus the fused operations");
constexpr std::string_view timeFirst =
    QT_TRANSLATE_NOOP("Formulas", "definition: a convolution over the first dimension");

const TensorValue *weightOf(const OperatorCall &call)
{
    return tensorNamed(call, { "weight", "packed_weight", "W_prepack", "qw", "W" });
}

const TensorValue *inputOf(const OperatorCall &call)
{
    return tensorNamed(call, { "input", "self", "qx", "X" });
}

std::size_t lengthOf(const OperatorCall &call, std::string_view argumentName)
{
    const Argument *argument = call.find(argumentName);
    const auto *list = argument ? std::get_if<std::vector<std::int64_t>>(&argument->value) : nullptr;
    return list ? list->size() : 0;
}

/// A weight laid out for a kernel has one dimension more for the groups; quantized::conv1d keeps one of height 1.
bool hasSpareDimension(const OperatorCall &call, const Shape &weight)
{
    return integerNamed(call, "groups").value_or(1) == weight[0]
        || (call.name.starts_with("quantized") && weight[2] == 1);
}

/// Spatial dimensions, from the name, the stride or the weight.
std::optional<std::size_t> spatialRank(const OperatorCall &call, const TensorValue &weight)
{
    const std::size_t weightRank = weight.info.shape.size();
    std::size_t rank = spatialRankOf(call.name);
    if (const std::size_t strides = lengthOf(call, "stride"); rank == 0 && strides > 1)
        rank = strides;
    if (rank == 0)
        rank = weightRank - std::min<std::size_t>(weightRank, 2);
    const bool fits = weightRank == rank + 2 || (weightRank == rank + 3 && hasSpareDimension(call, weight.info.shape));
    return rank > 0 && fits ? std::optional(rank) : std::nullopt;
}

/// Elements of a feature map without its channels: positions at which the kernel is applied. A map may lack the batch.
std::optional<Count> positionsOf(const OperatorCall &call, const TensorValue &map, const TensorValue &weight)
{
    const auto spatial = spatialRank(call, weight);
    const std::size_t rank = map.info.shape.size();
    if (!spatial || rank < *spatial + 1 || rank > *spatial + 2)
        return std::nullopt;
    const std::size_t channel = rank - *spatial - 1;
    Count positions = 1;
    for (std::size_t i = 0; i < rank; ++i) {
        if (i != channel)
            positions *= map.info.shape[i];
    }
    return positions;
}

/// Complex convolutions run as three real ones (native/Convolution.cpp, complex_convolution).
Count realConvolutions(const TensorValue &map)
{
    constexpr std::int64_t real = 3;
    return realAdditions(map) == Count(1) ? Count(1) : Count(real);
}

bool isSamePadding(const OperatorCall &call)
{
    const Argument *padding = call.find("padding");
    const auto *word = padding ? std::get_if<std::string>(&padding->value) : nullptr;
    return word && *word == "same";
}

/// The last \p rank dimensions of the map that the kernel is applied to and of the one that it meets.
std::optional<std::vector<ConvolutionDimension>> dimensionsOf(const OperatorCall &call, const Shape &applied,
                                                              const Shape &met, const Shape &weight, std::size_t rank)
{
    if (weight.size() != rank + 2 || applied.size() < rank || met.size() != applied.size())
        return std::nullopt;
    const std::vector<std::int64_t> ones(rank, 1);
    const std::vector<std::int64_t> strides = integersNamed(call, "stride", rank).value_or(ones);
    const std::vector<std::int64_t> dilations = integersNamed(call, "dilation", rank).value_or(ones);
    const auto paddings = integersNamed(call, "padding", rank);
    const bool same = isSamePadding(call);
    std::vector<ConvolutionDimension> dimensions;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t kernel = weight[2 + i];
        const std::int64_t padding = same ? dilations[i] * (kernel - 1) / 2 : paddings ? (*paddings)[i] : 0;
        dimensions.push_back({ .input = met[met.size() - rank + i],
                               .output = applied[applied.size() - rank + i],
                               .kernel = kernel,
                               .stride = strides[i],
                               .padding = padding,
                               .dilation = dilations[i] });
    }
    return dimensions;
}

/// Multiply-adds with padding. None of a kernel whose layout or padding is hidden in a packed weight.
Count paddingMacs(const OperatorCall &call, const TensorValue &applied, const TensorValue &met,
                  const TensorValue &weight, Count macs)
{
    const auto dimensions = dimensionsOf(call, applied.info.shape, met.info.shape, weight.info.shape,
                                         spatialRank(call, weight).value_or(0));
    if (!dimensions || !call.find("padding"))
        return 0;
    Count inside = macs;
    for (const ConvolutionDimension &dimension : *dimensions)
        inside = inside / (Count(dimension.output) * dimension.kernel) * pairsInside(dimension);
    return macs - inside;
}

/// \p map is the one that the kernel is applied to at each position, \p other the one that it meets.
std::optional<Work> workOver(const OperatorCall &call, const TensorValue *map, const TensorValue *other)
{
    const TensorValue *weight = weightOf(call);
    const TensorValue *output = firstOutput(call);
    const auto positions = map && weight && output ? positionsOf(call, *map, *weight) : std::nullopt;
    if (!positions)
        return std::nullopt;
    const bool hasBias = tensorNamed(call, { "bias", "B" }) != nullptr;
    const Count macs = *positions * elementsOf(*weight) * realConvolutions(*map);
    return Work { .macs = macs,
                  .biasAdds = hasBias ? elementsOf(*output) * realAdditions(*output) : Count(),
                  .avoidableMacs = other ? paddingMacs(call, *map, *other, *weight, macs) : Count() };
}

/// Time x batch x channels, the kernel as time x in x out.
std::optional<Work> timeFirstWork(const OperatorCall &call)
{
    const TensorValue *weight = weightOf(call);
    const TensorValue *output = firstOutput(call);
    if (!weight || !output || weight->info.shape.size() != 3)
        return std::nullopt;
    return Work { .macs = elementsOf(*output) * weight->info.shape[0] * weight->info.shape[1],
                  .biasAdds = elementsOf(*output) };
}

} // namespace

std::optional<Work> transposedConvolutionWork(const OperatorCall &call)
{
    return workOver(call, inputOf(call), firstOutput(call));
}

std::optional<Work> convolutionWork(const OperatorCall &call)
{
    if (booleanNamed(call, "transposed").value_or(false))
        return transposedConvolutionWork(call);
    return workOver(call, firstOutput(call), inputOf(call));
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
          convolutionWork,
          QT_TRANSLATE_NOOP("Formulas",
                            "N × output positions × |weight| MAC; bias: |out| additions; complex: 3 real convolutions"),
          convolutionFlopCounter },
        { Convolution, "aten::convolution aten::_convolution aten::convolution_overrideable", convolutionWork,
          QT_TRANSLATE_NOOP(
              "Formulas",
              "N × output positions × |weight| MAC, input positions when transposed; bias: |out| additions"),
          convolutionFlopCounter },
        { Convolution,
          "aten::conv_transpose1d aten::conv_transpose2d aten::conv_transpose3d aten::slow_conv_transpose2d "
          "aten::slow_conv_transpose3d aten::cudnn_convolution_transpose aten::miopen_convolution_transpose",
          transposedConvolutionWork,
          QT_TRANSLATE_NOOP("Formulas", "N × input positions × |weight| MAC; bias: |out| additions"),
          convolutionFlopCounter },
        { Convolution, "aten::cudnn_convolution_relu aten::miopen_convolution_relu", withOutputWork<convolutionWork, 1>,
          QT_TRANSLATE_NOOP("Formulas", "as conv2d, + |out| for the ReLU"), fused },
        { Convolution, "aten::cudnn_convolution_add_relu aten::miopen_convolution_add_relu",
          withOutputWork<convolutionWork, 2>,
          QT_TRANSLATE_NOOP("Formulas", "as conv2d, + 2|out| for addition and ReLU"), fused },
        { Convolution, "aten::conv_tbc", timeFirstWork,
          QT_TRANSLATE_NOOP("Formulas", "|out| × kernel × input channels MAC + |out| additions"), timeFirst },
    };
}

} // namespace rooflight
