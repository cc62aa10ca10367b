// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/resampling.h"

#include "core/base/translation_mark.h"

#include "core/cost/rules/cost_rule.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr std::string_view weighted =
    QT_TRANSLATE_NOOP("Formulas", "a weighted sum of n samples is n multiplications and n - 1 additions");

/// Product of what \p use gives for the heights and for the widths of two images.
template<typename Use>
std::optional<Count> productOverSides(const TensorValue *input, const TensorValue *output, Use use)
{
    if (!input || !output || input->info.shape.size() != 4 || output->info.shape.size() != 4)
        return std::nullopt;
    return use(input->info.shape[2], output->info.shape[2]) * use(input->info.shape[3], output->info.shape[3]);
}

std::optional<Work> gridWork(const OperatorCall &call)
{
    const auto samples = gridSamples(call);
    if (!samples)
        return std::nullopt;
    return workOn(firstOutput(call), { .elementwise = *samples == Count(1) ? Count() : *samples * 2 - 1 });
}

/// Antialiasing widens the filter by as much as the image shrinks.
template<int taps> std::optional<Work> antialiasedWork(const OperatorCall &call)
{
    const auto samples = productOverSides(tensorNamed(call, { "input", "self" }), firstOutput(call),
                                          [](Count in, Count out) { return std::max(in, out) * taps / out; });
    return samples ? workOn(firstOutput(call), { .elementwise = *samples * 2 - 1 }) : std::nullopt;
}

} // namespace

std::optional<Count> gridSamples(const OperatorCall &call)
{
    constexpr std::array aDimension = { 2, 1, 4 }; // bilinear, nearest, bicubic
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    const std::int64_t mode = integerNamed(call, "interpolation_mode").value_or(0);
    if (!input || input->info.shape.size() < 3 || mode < 0 || mode >= std::int64_t { aDimension.size() })
        return std::nullopt;
    Count samples = 1;
    for (std::size_t i = 2; i < input->info.shape.size(); ++i)
        samples *= aDimension[static_cast<std::size_t>(mode)];
    return samples;
}

std::optional<Count> maxBoxWindow(const OperatorCall &call)
{
    return productOverSides(tensorNamed(call, { "input" }), firstOutput(call),
                            [](Count in, Count out) { return (in + out - 1) / out; });
}

std::optional<Count> boxPoints(const OperatorCall &call)
{
    const std::int64_t ratio = integerNamed(call, "sampling_ratio").value_or(0);
    return ratio > 0 ? std::optional(Count(ratio) * ratio) : maxBoxWindow(call);
}

std::vector<CostRule> resamplingRules()
{
    using enum OperatorFamily;
    return {
        { Movement,
          "aten::upsample_nearest1d aten::upsample_nearest2d aten::upsample_nearest3d "
          "aten::_upsample_nearest_exact1d aten::_upsample_nearest_exact2d aten::_upsample_nearest_exact3d",
          noWork, "0", QT_TRANSLATE_NOOP("Formulas", "a copy of samples"), sampledOnce },
        { Elementwise, "aten::upsample_linear1d", elementwise<3>, "3|out|", weighted, sampledLinear },
        { Elementwise, "aten::upsample_bilinear2d", elementwise<7>, "7|out|", weighted, sampledBilinear },
        { Elementwise, "aten::upsample_trilinear3d", elementwise<15>, "15|out|", weighted, sampledTrilinear },
        { Elementwise, "aten::upsample_bicubic2d", elementwise<31>, "31|out|", weighted, sampledBicubic },
        { Elementwise, "aten::_upsample_bilinear2d_aa", antialiasedWork<2>,
          QT_TRANSLATE_NOOP("Formulas", "(2 × samples - 1) × |out|, 2 samples × max(1, shrinking) a side"), weighted },
        { Elementwise, "aten::_upsample_bicubic2d_aa", antialiasedWork<4>,
          QT_TRANSLATE_NOOP("Formulas", "(2 × samples - 1) × |out|, 4 samples × max(1, shrinking) a side"), weighted },
        { Elementwise,
          "aten::grid_sampler aten::grid_sampler_2d aten::grid_sampler_3d aten::cudnn_grid_sampler "
          "aten::_grid_sampler_2d_cpu_fallback",
          gridWork,
          QT_TRANSLATE_NOOP("Formulas", "(2 × samples - 1) × |out|: 4 samples, 8 in 3-D, 16 bicubic, none nearest"),
          weighted, sampledOnGrid },
    };
}

} // namespace rooflight
