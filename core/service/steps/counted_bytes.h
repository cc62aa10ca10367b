// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/steps/job_reporter.h"
#include "core/service/steps/prepared_model.h"

namespace rooflight {

/// Runs the model a few times more, and adds to \p analysis what the GPU's own counters saw. If nothing can be
/// counted the analysis stays as it is, and a notice says why.
void addCountedBytes(PreparedModel &model, Analysis &analysis, JobReporter &reporter);

} // namespace rooflight
