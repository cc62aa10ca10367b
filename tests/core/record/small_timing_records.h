// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/result_kinds.h"

// Bodies of golden.jsonl: small, with every field set.

/// All of its numbers are 0.5.
template<typename Body> [[nodiscard]] Body smallPlain(const rooflight::ResultKind<Body> & /*kind*/)
{
    Body result;
    result.device = { "cpu", 0, "A CPU", "", "", 2 };
    for (const auto &number : rooflight::ResultTraits<Body>::numbers)
        result.*number.value = 0.5;
    return result;
}

[[nodiscard]] rooflight::Conditions smallConditions();
[[nodiscard]] rooflight::ModelLatency smallLatency();
[[nodiscard]] rooflight::LayerLatencies smallLayers();
[[nodiscard]] rooflight::InterleavedLatency smallInterleaved();
[[nodiscard]] rooflight::MethodComparison smallMethods();
[[nodiscard]] rooflight::BatchSweep smallSweep();
[[nodiscard]] rooflight::PipelineLatency smallPipeline();
/// One remedy that was timed, one that does not apply, and the best of one.
[[nodiscard]] rooflight::Remedies smallRemedies();
[[nodiscard]] rooflight::Explanation smallExplanation();
