// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>

namespace rooflight {

/// 97.5 % quantile of the normal distribution.
inline constexpr double normal975 = 1.96;

/// 97.5 % quantile of Student's t: what a 95 % interval of a mean is wide in standard errors, either way. Up to 30
/// degrees of freedom from the usual table, above by two terms of its expansion (Abramowitz and Stegun 26.7.5), to
/// 0.001. \p degreesOfFreedom is at least 1.
[[nodiscard]] double studentT975(std::size_t degreesOfFreedom);

} // namespace rooflight
