// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/interleaved/interleaved.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/remedies/remedies.h"
#include "core/results/sweep/sweep.h"

#include <QString>

namespace rooflight {

// Summaries of the timing benchmarks, in the language of the window.

/// What a comparison shows, one sentence a line.
[[nodiscard]] QString methodSummary(const MethodComparison &comparison);
/// What to call a variant: how it differs from the first one, or the first one's model.
[[nodiscard]] QString variantName(const InterleavedLatency &interleaved, const LatencyVariant &variant);
/// "3.5 % faster (95 % interval 1.2 % to 5.8 %)", and the like.
[[nodiscard]] QString verdictText(const LatencyVariant &variant);
/// Which variants are faster, one sentence a line.
[[nodiscard]] QString interleavedSummary(const InterleavedLatency &interleaved);
/// What bounds a sweep, and which batch to choose.
[[nodiscard]] QString sweepSummary(const BatchSweep &sweep);
/// What waiting after each stage costs, and why.
[[nodiscard]] QString pipelineSummary(const PipelineLatency &pipeline);
/// The best of them and how to get it; what was not timed, and why.
[[nodiscard]] QString remediesSummary(const Remedies &remedies);

// Why one would measure it; for a page with nothing on it yet.

[[nodiscard]] QString methodsPurpose();
[[nodiscard]] QString interleavedPurpose();
[[nodiscard]] QString sweepPurpose();
[[nodiscard]] QString remediesPurpose();
[[nodiscard]] QString pipelinePurpose();

} // namespace rooflight
