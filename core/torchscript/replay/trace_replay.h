// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/convention.h"
#include "core/import/profiler_trace.h"
#include "core/import/trace_calls.h"
#include "core/results/analysis/analysis.h"
#include "core/torchscript/load/operator_rights.h"
#include "core/torchscript/profile/operator_catalog.h"

namespace rooflight {

struct ReplayedTrace {
    Analysis analysis; ///< without the file's path and checksum, and without a device
    TracedItems items; ///< where its layers and operators stand in a run
};

/// Counts what the last run of a trace did. Each operator that the cost table has is called again with tensors of the
/// recorded shapes and types and without data, which gives the shapes of its results; what it called is part of it, as
/// when a model is analyzed. If it cannot be called again, or may not be, what it called is looked at instead; what
/// is then without a count says so. Errors: those of a model that fails.
[[nodiscard]] Result<ReplayedTrace> replayTrace(const ProfilerTrace &trace, const TracedCalls &calls,
                                                OperatorCatalog &operators, Convention convention,
                                                const std::string &path, const OperatorRights &rights);

} // namespace rooflight
