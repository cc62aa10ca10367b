// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/interleaved/interleaved.h"

namespace rooflight {

void judgeVariants(InterleavedLatency &latency)
{
    for (std::size_t i = 0; i < latency.variants.size(); ++i) {
        LatencyVariant &variant = latency.variants[i];
        variant.verdict = i == 0
            ? VariantVerdict::Baseline
            : verdictOfRatio(variant.ratioInterval, variant.samples.summary.count, latency.control);
    }
}

} // namespace rooflight
