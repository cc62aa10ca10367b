// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

namespace rooflight::fixture {

// What the timing benchmarks measure. Times are made up, but plausible and always the same.

[[nodiscard]] MethodComparison methods();
[[nodiscard]] InterleavedLatency interleaved();
/// bfloat16 halves 4 ms; TF32 does not apply.
[[nodiscard]] Remedies remedies();
[[nodiscard]] BatchSweep sweep();
[[nodiscard]] PipelineLatency pipeline();

/// ResNet-18 with all of them.
[[nodiscard]] Session allTimings();
/// And with what else a session can hold: a result of each kind.
[[nodiscard]] Session everyResult();

} // namespace rooflight::fixture
