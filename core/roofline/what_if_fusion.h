// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/roofline/what_if.h"

#include <cstdint>
#include <vector>

namespace rooflight {

/// Pointwise operators that could run inside the operator whose result they take.
struct PointwiseChains {
    std::vector<std::int64_t> carriers; ///< of each operator the one that begins its chain: itself if it is in none
    std::vector<double> left; ///< by carrier, the share of its chain's bytes that still moves; 1 without a chain
};

/// A pointwise operator (activations, elementwise arithmetic and normalization that reduces nothing) joins the last
/// operator before it that hands its result, of the same shape, to it alone. Which result goes where is recorded since
/// version 0.2.0 (Operator::sources): earlier files have no chains. The traffic that is left is that of fusionOf().
/// \p analysis is that of the observed run, with the shapes of all inputs.
[[nodiscard]] PointwiseChains pointwiseChains(const Analysis &analysis);

/// One operator of each chain is left, the first: it takes the work of all and the traffic that is left.
void fuseChains(Analysis &analysis, const PointwiseChains &chains);

/// In each layer or block, the operator with most work absorbs the others; its traffic is the layer's bytesLowerBound.
/// The absorbed operators are zeroed (OperatorFamily::View).
void fuseLayers(Analysis &analysis, FusionScope scope);

} // namespace rooflight
