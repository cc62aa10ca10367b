// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/batch_sweep.h"
#include "core/model/explanation.h"
#include "core/model/interleaved_latency.h"
#include "core/model/method_comparison.h"
#include "core/model/pipeline.h"
#include "core/model/remedies.h"

// Bodies of golden.jsonl: small, with every field set.
[[nodiscard]] ridgepoint::Conditions smallConditions();
[[nodiscard]] ridgepoint::InterleavedLatency smallInterleaved();
[[nodiscard]] ridgepoint::MethodComparison smallMethods();
[[nodiscard]] ridgepoint::BatchSweep smallSweep();
[[nodiscard]] ridgepoint::PipelineLatency smallPipeline();
/// One remedy that was timed, one that does not apply, and the best of one.
[[nodiscard]] ridgepoint::Remedies smallRemedies();
[[nodiscard]] ridgepoint::Explanation smallExplanation();
