// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"
#include "core/cost/sampling.h"

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr std::string_view weighted = "a weighted sum of n samples is n multiplications and n - 1 additions";

std::optional<Work> gridWork(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    const auto samples = gridSamples(call);
    if (!output || !samples)
        return std::nullopt;
    return Work { .elementwise = *samples == Count(1) ? Count() : elementsOf(*output) * (*samples * 2 - 1) };
}

/// Antialiasing widens the filter by as much as the image shrinks.
template<int taps> std::optional<Work> antialiasedWork(const OperatorCall &call)
{
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    const TensorValue *output = firstOutput(call);
    if (!input || !output || input->info.shape.size() != 4 || output->info.shape.size() != 4)
        return std::nullopt;
    Count samples = 1;
    for (const std::int64_t dimension : { -2, -1 }) {
        const Count size = *dimensionOf(*output, dimension);
        samples *= std::max(*dimensionOf(*input, dimension), size) * taps / size;
    }
    return Work { .elementwise = elementsOf(*output) * (samples * 2 - 1) };
}

} // namespace

std::vector<CostRule> resamplingRules()
{
    using enum OperatorFamily;
    return {
        { Movement,
          "aten::upsample_nearest1d aten::upsample_nearest2d aten::upsample_nearest3d "
          "aten::_upsample_nearest_exact1d aten::_upsample_nearest_exact2d aten::_upsample_nearest_exact3d",
          noWork, sampledOnce, "0", "a copy of samples" },
        { Elementwise, "aten::upsample_linear1d", elementwise<3>, sampledLinear, "3|out|", weighted },
        { Elementwise, "aten::upsample_bilinear2d", elementwise<7>, sampledBilinear, "7|out|", weighted },
        { Elementwise, "aten::upsample_trilinear3d", elementwise<15>, sampledTrilinear, "15|out|", weighted },
        { Elementwise, "aten::upsample_bicubic2d", elementwise<31>, sampledBicubic, "31|out|", weighted },
        { Elementwise, "aten::_upsample_bilinear2d_aa", antialiasedWork<2>, readAndWritten,
          "(2 × samples - 1) × |out|, 2 samples × max(1, shrinking) a side", weighted },
        { Elementwise, "aten::_upsample_bicubic2d_aa", antialiasedWork<4>, readAndWritten,
          "(2 × samples - 1) × |out|, 4 samples × max(1, shrinking) a side", weighted },
        { Elementwise,
          "aten::grid_sampler aten::grid_sampler_2d aten::grid_sampler_3d aten::cudnn_grid_sampler "
          "aten::_grid_sampler_2d_cpu_fallback",
          gridWork, sampledOnGrid, "(2 × samples - 1) × |out|: 4 samples, 8 in 3-D, 16 bicubic, none nearest",
          weighted },
    };
}

} // namespace ridgepoint
