// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <span>

namespace rooflight {

/// How the times of one compare with those of another that ran in the same rounds.
struct PairedRatio {
    double median = 1;
    std::array<double, 2> interval = { 1, 1 }; ///< 95 %, of the median
    std::size_t rounds = 0; ///< that both have, and in which the first took any time; 0: nothing is known
};

/// Ratio from those of each round, with each time of \p other multiplied by \p factor first. One may have fewer rounds.
[[nodiscard]] PairedRatio pairedRatio(std::span<const double> first, std::span<const double> other, double factor = 1);

/// The same, with the interval as far as it takes to hold that against \p control as well, which is equal to the first:
/// what is true against both is no difference between those two. Without times of \p control it stays.
[[nodiscard]] PairedRatio pairedRatio(std::span<const double> first, std::span<const double> control,
                                      std::span<const double> other, double factor);

} // namespace rooflight
