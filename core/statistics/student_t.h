// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cmath>
#include <cstddef>

namespace rooflight {

/// Two independent errors together. As std::hypot(), which would make the program need glibc 2.35, of values that are
/// far from overflowing.
[[nodiscard]] inline double inQuadrature(double a, double b)
{
    return std::sqrt(a * a + b * b);
}

/// 97.5 % quantile of the normal distribution.
inline constexpr double normal975 = 1.96;

/// 97.5 % quantile of Student's t: what a 95 % interval of a mean is wide in standard errors, either way. Up to 30
/// degrees of freedom from the usual table, above by two terms of its expansion (Abramowitz and Stegun 26.7.5), to
/// 0.001. \p degreesOfFreedom is at least 1.
[[nodiscard]] double studentT975(std::size_t degreesOfFreedom);

} // namespace rooflight
