// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"

#include <string>

namespace ridgepoint {

// Text for people at a terminal. No line is wider than `width` columns (0: no limit); wide characters count as two,
// control characters in names are shown as escapes. Each text ends in a line feed.

/// One row a layer, indented as a tree; less important columns go where the width is short.
[[nodiscard]] std::string layerTable(const Session &session, int width);
/// The layers above their roofs, and why that may be; empty when there are none.
[[nodiscard]] std::string aboveRoofTable(const Session &session, int width);
/// What the model would take under the roofs of a data sheet; empty for measured roofs.
[[nodiscard]] std::string whatIfSummary(const Session &session, int width);
/// The device and its roofs.
[[nodiscard]] std::string peaksTable(const Peaks &peaks, int width);
[[nodiscard]] std::string latencySummary(const ModelLatency &latency, int width);
/// What the runs that timed the layers say of themselves.
[[nodiscard]] std::string layerLatencySummary(const LayerLatencies &latencies, int width);
/// Empty where no kernels were listed.
[[nodiscard]] std::string kernelTable(const Session &session, int width);
/// What took turns, and which is faster.
[[nodiscard]] std::string interleavedTable(const InterleavedLatency &latency, int width);
/// The methods side by side, and what they show.
[[nodiscard]] std::string methodTable(const MethodComparison &comparison, int width);
/// One row a batch size, and which to choose.
[[nodiscard]] std::string sweepTable(const BatchSweep &sweep, int width);
/// Stages and end-to-end times in both modes, and what waiting costs.
[[nodiscard]] std::string pipelineTable(const PipelineLatency &pipeline, int width);
/// What is known of a file without running it: facts, arguments, modules, code that deserves a look.
[[nodiscard]] std::string inspectionText(const Inspection &inspection, int width);
/// Model, device, inputs, totals and coverage of an analysis.
[[nodiscard]] std::string analysisSummary(const Session &session, int width);
/// The work by class and element type; empty when there is none.
[[nodiscard]] std::string workTable(const Analysis &analysis, int width);
/// The operators that no formula covers, and why where there is one; empty when there are none.
[[nodiscard]] std::string unknownOperatorTable(const Analysis &analysis, int width);

} // namespace ridgepoint
