// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/batch_sweep.h"
#include "core/model/explanation.h"
#include "core/model/interleaved_latency.h"
#include "core/model/method_comparison.h"
#include "core/model/pipeline.h"
#include "core/model/remedies.h"

// Bodies of golden.jsonl: small, with every field set.
[[nodiscard]] rooflight::Conditions smallConditions();
[[nodiscard]] rooflight::InterleavedLatency smallInterleaved();
[[nodiscard]] rooflight::MethodComparison smallMethods();
[[nodiscard]] rooflight::BatchSweep smallSweep();
[[nodiscard]] rooflight::PipelineLatency smallPipeline();
/// One remedy that was timed, one that does not apply, and the best of one.
[[nodiscard]] rooflight::Remedies smallRemedies();
[[nodiscard]] rooflight::Explanation smallExplanation();
