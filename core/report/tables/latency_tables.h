// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/format/text_layout.h"

namespace rooflight {

// What the tables of times say, apart from how they are drawn.

[[nodiscard]] Facts latencyFacts(const ModelLatency &latency);
[[nodiscard]] Facts layerLatencyFacts(const LayerLatencies &latencies);
[[nodiscard]] Facts interleavedFacts(const InterleavedLatency &latency);
[[nodiscard]] Facts methodFacts(const MethodComparison &comparison);
[[nodiscard]] Facts sweepFacts(const BatchSweep &sweep);
[[nodiscard]] Facts pipelineFacts(const PipelineLatency &pipeline);

/// One row a variant.
[[nodiscard]] TableContent interleavedContent(const InterleavedLatency &latency);
/// One row a method; one that does not apply says why.
[[nodiscard]] TableContent methodContent(const MethodComparison &comparison);
/// One row a batch size that was tried.
[[nodiscard]] TableContent sweepContent(const BatchSweep &sweep);
/// One row a stage, and the end-to-end time below.
[[nodiscard]] TableContent pipelineContent(const PipelineLatency &pipeline);

} // namespace rooflight
