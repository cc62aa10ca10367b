// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"

#include <cstdint>
#include <optional>
#include <span>

namespace rooflight {

/// How much of a model the formulas cover. Views are left out: they are free, and there is nothing to know.
struct Coverage {
    std::int64_t operators = 0;
    std::int64_t knownOperators = 0; ///< with a formula
    std::int64_t bytes = 0; ///< that the operators move
    std::int64_t knownBytes = 0;
    double timeNs = 0; ///< of the operators that were timed
    double knownTimeNs = 0;

    // Shares that have a formula, from 0 to 1. A model without operators or bytes is covered.
    [[nodiscard]] double shareOfOperators() const;
    [[nodiscard]] double shareOfBytes() const;
    /// Nothing if no operator was timed.
    [[nodiscard]] std::optional<double> shareOfTime() const;

    bool operator==(const Coverage &) const = default;
};

/// \p timesNs are those of the operators, if any was timed.
[[nodiscard]] Coverage coverageOf(const Analysis &analysis, std::span<const std::optional<double>> timesNs = {});

} // namespace rooflight
