// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/text_layout.h"

namespace ridgepoint {

// What the tables for people say, apart from how they are drawn.

/// One row a layer, as a tree; columns of times and roofs only where the session holds them.
[[nodiscard]] TableContent layerContent(const Session &session);
/// One row a roof, the highest of each kind first.
[[nodiscard]] TableContent roofContent(const Peaks &peaks);
[[nodiscard]] TableContent unknownOperatorContent(const Analysis &analysis);
[[nodiscard]] TableContent moduleContent(const Inspection &inspection);
[[nodiscard]] TableContent argumentContent(const Inspection &inspection);
[[nodiscard]] TableContent findingContent(const Inspection &inspection);

[[nodiscard]] Facts inspectionFacts(const Inspection &inspection);
[[nodiscard]] Facts analysisFacts(const Analysis &analysis);
[[nodiscard]] Facts peaksFacts(const Peaks &peaks);
[[nodiscard]] Facts latencyFacts(const ModelLatency &latency);
[[nodiscard]] Facts layerLatencyFacts(const LayerLatencies &latencies);

/// "AMD EPYC 9654 (cpu, 8 threads)".
[[nodiscard]] std::string deviceText(const Device &device);
/// How much of the model the formulas cover, in one sentence.
[[nodiscard]] std::string coverageText(const Analysis &analysis);

} // namespace ridgepoint
