// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/tensor_info.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

// Numbers for programs: C locale, as many digits as it takes to read back the same value. A number that does not
// exist is an empty cell.
[[nodiscard]] std::string numberCell(double value);
[[nodiscard]] std::string numberCell(const std::optional<double> &value);
[[nodiscard]] std::string numberCell(std::integral auto value)
{
    return std::to_string(value);
}

/// "3x224x224"; "0d" for a scalar tensor, as in an input's SPEC.
[[nodiscard]] std::string shapeCell(const Shape &shape);

/// One line of RFC 4180: cells quoted where they must be, bytes that are no UTF-8 replaced.
[[nodiscard]] std::string csvLine(const std::vector<std::string> &cells, std::string_view lineEnd);

} // namespace ridgepoint
