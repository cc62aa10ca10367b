// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace CLI {
class Validator;
}

namespace rooflight {

// Checks of an option's number. CLI11's own say that it is "not in range" up to the largest double, digit by digit, and
// let "nan" pass.

/// Any finite number above 0.
[[nodiscard]] CLI::Validator aboveZero();
/// Any finite number that is not below 0.
[[nodiscard]] CLI::Validator notBelowZero();
/// From 0 to \p most, which is 100 at most.
[[nodiscard]] CLI::Validator percentage(int most = 100);

/// Whole numbers from \p least to \p most.
[[nodiscard]] CLI::Validator wholeNumber(std::int64_t least,
                                         std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// One of these words.
[[nodiscard]] CLI::Validator oneOf(std::vector<std::string> words);

} // namespace rooflight
