// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/explanation/explanation.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/latency/latency.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/remedies/remedies.h"
#include "core/results/sweep/sweep.h"

// Bodies of golden.jsonl: small, with every field set.
[[nodiscard]] rooflight::Conditions smallConditions();
[[nodiscard]] rooflight::ModelLatency smallLatency();
[[nodiscard]] rooflight::InterleavedLatency smallInterleaved();
[[nodiscard]] rooflight::MethodComparison smallMethods();
[[nodiscard]] rooflight::BatchSweep smallSweep();
[[nodiscard]] rooflight::PipelineLatency smallPipeline();
/// One remedy that was timed, one that does not apply, and the best of one.
[[nodiscard]] rooflight::Remedies smallRemedies();
[[nodiscard]] rooflight::Explanation smallExplanation();
