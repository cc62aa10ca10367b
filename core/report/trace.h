// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"

#include <string>

namespace rooflight {

/// The timeline of a session as a Chrome trace (Trace Event Format, JSON object), which Perfetto opens: a process for
/// the median of each layer and operator and one for the 99th percentile, kernels of a GPU on a track of their own,
/// work, roofs and verdicts as arguments, the conditions of the device as counters. Times are microseconds with three
/// decimals, as the format wants it. Errors: CommandLine, if the session holds no latency.
[[nodiscard]] Result<std::string> sessionToTrace(const JudgedSession &judged);

} // namespace rooflight
