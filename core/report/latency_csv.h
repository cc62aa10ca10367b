// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/roofline/judged_session.h"

#include <string>

namespace rooflight {

// Tables of times as RFC 4180, columns as in docs/reference/csv.md. Numbers in the C locale, nanoseconds.

/// One row a module of a file that was looked into.
[[nodiscard]] std::string modulesToCsv(const Inspection &inspection);
/// One row a roof.
[[nodiscard]] std::string roofsToCsv(const DeviceRoofs &peaks);
/// One row a call, from the very first; \p block calls are behind a sample.
[[nodiscard]] std::string samplesToCsv(const SampleSet &samples, std::int64_t block = 1);
/// One row a variant.
[[nodiscard]] std::string interleavedToCsv(const InterleavedLatency &latency);
/// One row a method.
[[nodiscard]] std::string methodsToCsv(const MethodComparison &comparison);
/// One row a batch size that was tried.
[[nodiscard]] std::string sweepToCsv(const BatchSweep &sweep);
/// One row a size of a sweep along axes; the first columns are the axes.
[[nodiscard]] std::string sizesToCsv(const BatchSweep &sweep);
/// One row a stage and mode, and one for the end-to-end time of each mode.
[[nodiscard]] std::string pipelineToCsv(const PipelineLatency &pipeline);
/// One row a remedy, then one a combination; what was not timed says why.
[[nodiscard]] std::string remediesToCsv(const Remedies &remedies);
/// One row an experiment on an operator.
[[nodiscard]] std::string explanationToCsv(const JudgedSession &judged);

} // namespace rooflight
