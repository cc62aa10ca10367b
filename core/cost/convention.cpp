// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/convention.h"

#include "core/cost/rules/cost_rule.h"
#include "core/cost/rules/pooling.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace rooflight {

namespace {

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

OperatorFamily tableFamilyOf(const OperatorCall &call)
{
    const CostRule *rule = ruleFor(call.name);
    return rule ? rule->family : OperatorFamily::Other;
}

Count inputElements(const OperatorCall &call)
{
    const TensorValue *input = firstTensor(call);
    return input ? elementsOf(*input) : Count();
}

Count outputElements(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    return output ? elementsOf(*output) : Count();
}

bool isAffine(const OperatorCall &call)
{
    return tensorNamed(call, { "weight" }) != nullptr;
}

bool isBatchNorm(std::string_view name)
{
    return name.find("batch_norm") != std::string_view::npos;
}

/// Normalization layers that thop and fvcore know; a weight that is normalised is not one.
bool isNormalizationLayer(std::string_view name)
{
    constexpr std::array<std::string_view, 5> layers = { "batch_norm", "layer_norm", "group_norm", "instance_norm",
                                                         "rms_norm" };
    return std::ranges::any_of(layers,
                               [name](std::string_view layer) { return name.find(layer) != std::string_view::npos; });
}

bool isPoolingLayer(std::string_view name)
{
    return name.find("avg_pool") != std::string_view::npos || name.find("max_pool") != std::string_view::npos;
}

bool isAdaptiveAverage(std::string_view name)
{
    return name.find("adaptive_avg_pool") != std::string_view::npos;
}

Count torchstatFlops(const OperatorCall &call, OperatorFamily family)
{
    const std::string_view name = bareName(call.name);
    switch (family) {
    case OperatorFamily::Normalization:
        return isBatchNorm(name) ? inputElements(call) * (isAffine(call) ? 2 : 1) : Count();
    case OperatorFamily::Pooling:
        return isPoolingLayer(name) && name.find("adaptive") == std::string_view::npos ? inputElements(call) : Count();
    case OperatorFamily::Activation:
        // ReLU6 reaches the table as hardtanh.
        return isOneOf(name, { "relu", "relu6", "hardtanh", "prelu", "_prelu_kernel", "elu", "leaky_relu" })
            ? inputElements(call)
            : Count();
    default:
        return name.find("upsample_") != std::string_view::npos ? outputElements(call) : Count();
    }
}

Count thopSoftmax(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    const auto length = output ? dimensionOf(*output, integerNamed(call, "dim").value_or(-1)) : std::nullopt;
    if (!length || *length == 0)
        return 0;
    return elementsOf(*output) / *length * (*length * 3 - 1);
}

Count thopPooling(const OperatorCall &call, const OperatorWork &work)
{
    const bool countsPadding = booleanNamed(call, "count_include_pad").value_or(false);
    const Count sum = countsPadding ? windowSum(call, Padding::Included).value_or(work.reduction) : work.reduction;
    return sum + work.elementwise;
}

Count thopUpsampling(std::string_view name, const OperatorCall &call)
{
    constexpr std::array perOutput = { std::pair { std::string_view("trilinear"), 31 },
                                       std::pair { std::string_view("bilinear"), 11 },
                                       std::pair { std::string_view("bicubic"), 259 },
                                       std::pair { std::string_view("linear"), 5 } };
    for (const auto &[mode, flops] : perOutput) {
        if (name.find(mode) != std::string_view::npos)
            return outputElements(call) * flops;
    }
    return 0;
}

Count thopFlops(const OperatorCall &call, const OperatorWork &work, OperatorFamily family)
{
    const std::string_view name = bareName(call.name);
    switch (family) {
    case OperatorFamily::Normalization:
        return isNormalizationLayer(name) ? inputElements(call) * (isAffine(call) ? 4 : 2) : Count();
    case OperatorFamily::Pooling:
        return isPoolingLayer(name) ? thopPooling(call, work) : Count();
    case OperatorFamily::Activation:
        if (name.find("softmax") != std::string_view::npos)
            return thopSoftmax(call);
        return name.find("prelu") != std::string_view::npos ? inputElements(call) : Count();
    default:
        return name.find("upsample_") != std::string_view::npos ? thopUpsampling(name, call) : Count();
    }
}

Count fvcoreNormalization(const OperatorCall &call)
{
    const bool inference = isBatchNorm(call.name) && !booleanNamed(call, "training").value_or(false);
    const Count perElement = inference ? (isAffine(call) ? 2 : 1) : (isAffine(call) ? 5 : 4);
    return inputElements(call) * perElement;
}

Count fvcoreFlops(const OperatorCall &call, OperatorFamily family)
{
    const std::string_view name = bareName(call.name);
    switch (family) {
    case OperatorFamily::Normalization:
        return isNormalizationLayer(name) ? fvcoreNormalization(call) : Count();
    case OperatorFamily::Pooling:
        return isAdaptiveAverage(name) ? inputElements(call) : Count();
    default:
        if (isOneOf(name, { "upsample_bilinear2d", "grid_sampler", "grid_sampler_2d" }))
            return outputElements(call) * 4;
        return name == "upsample_nearest2d" ? outputElements(call) : Count();
    }
}

/// The conventions of other tools, which agree about matrix work.
Count toolFlops(const OperatorCall &call, const OperatorWork &work, Convention convention)
{
    const OperatorFamily family = tableFamilyOf(call);
    const bool isConvolution = family == OperatorFamily::Convolution;
    if (isConvolution || family == OperatorFamily::Matrix)
        return isConvolution && convention == Convention::Torchstat ? Count(work.macs) + work.biasAdds : work.macs;
    if (call.name.find("backward") != std::string::npos) // these tools look at the forward pass
        return 0;
    if (convention == Convention::Torchstat)
        return torchstatFlops(call, family);
    return convention == Convention::Thop ? thopFlops(call, work, family) : fvcoreFlops(call, family);
}

Count count(const OperatorCall &call, const OperatorWork &work, Convention convention)
{
    switch (convention) {
    case Convention::Fma2:
        return work.flops();
    case Convention::Matrix:
        return Count(work.macs) * 2;
    case Convention::Mac:
        return work.macs;
    case Convention::Torchstat:
    case Convention::Thop:
    case Convention::Fvcore:
        return toolFlops(call, work, convention);
    }
    return 0;
}

} // namespace

std::int64_t flopsOf(const OperatorCall &call, const OperatorWork &work, Convention convention)
{
    return count(call, work, convention).value();
}

} // namespace rooflight
