// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/experiments/benchmark_messages.h"

#include <optional>

namespace rooflight {

/// How far the outputs of one run are from those of another.
struct OutputDifference {
    double maxAbs = 0; ///< greatest distance of two numbers
    double maxRel = 0; ///< greatest distance over the greatest absolute value of that tensor of \p expected
};

/// Difference of two answers to BenchmarkTask::Outputs. NaN and infinity equal themselves; if only one of them is, the
/// distance is infinite. Nothing if they have other sizes, or no numbers.
[[nodiscard]] std::optional<OutputDifference> differenceOf(const BenchmarkResponse &expected,
                                                           const BenchmarkResponse &other);

} // namespace rooflight
