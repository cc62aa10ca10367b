// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view weighted = "a weighted sum of n samples is n multiplications and n - 1 additions";

/// Bilinear, nearest or bicubic by the argument of grid_sampler: 0, 1, 2.
std::optional<Work> gridWork(const OperatorCall &call)
{
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    const TensorValue *output = firstOutput(call);
    if (!input || !output)
        return std::nullopt;
    const std::int64_t mode = integerNamed(call, "interpolation_mode").value_or(0);
    const Count corners = input->info.shape.size() == 5 ? 8 : 4;
    const Count samples = mode == 0 ? corners : Count(mode == 1 ? 1 : 16);
    return Work { .elementwise = samples == 1 ? Count() : elementsOf(*output) * (samples * 2 - 1) };
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
        { Elementwise, "aten::upsample_bilinear2d aten::_upsample_bilinear2d_aa", elementwise<7>, sampledBilinear,
          "7|out|", weighted },
        { Elementwise, "aten::upsample_trilinear3d", elementwise<15>, sampledTrilinear, "15|out|", weighted },
        { Elementwise, "aten::upsample_bicubic2d aten::_upsample_bicubic2d_aa", elementwise<31>, sampledBicubic,
          "31|out|", weighted },
        { Elementwise, "aten::grid_sampler aten::grid_sampler_2d aten::grid_sampler_3d aten::cudnn_grid_sampler",
          gridWork, readAndWritten, "(2 × samples - 1) × |out|: 4 samples, 8 in 3-D, 16 bicubic, none nearest",
          weighted },
    };
}

} // namespace ridgepoint
