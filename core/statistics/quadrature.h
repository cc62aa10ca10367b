// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cmath>

namespace rooflight {

/// Two independent errors together. As std::hypot(), which would make the program need glibc 2.35, of values that are
/// far from overflowing.
[[nodiscard]] inline double inQuadrature(double a, double b)
{
    return std::sqrt(a * a + b * b);
}

} // namespace rooflight
