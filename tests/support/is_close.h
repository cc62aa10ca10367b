// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cmath>
#include <optional>

namespace rooflight::test {

/// Whether a figure is this one, but for rounding.
inline bool isClose(std::optional<double> actual, double expected)
{
    return actual && std::abs(*actual - expected) <= 1e-9 * std::abs(expected);
}

} // namespace rooflight::test
