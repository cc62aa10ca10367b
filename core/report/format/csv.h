// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/tensor_info.h"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

// Numbers for programs: C locale, as many digits as it takes to read back the same value. A number that does not
// exist is an empty cell.
[[nodiscard]] std::string numberCell(double value);
[[nodiscard]] std::string numberCell(std::integral auto value)
{
    return std::to_string(value);
}
template<typename Number> [[nodiscard]] std::string numberCell(const std::optional<Number> &value)
{
    return value ? numberCell(*value) : std::string();
}

/// "3x224x224"; "0d" for a scalar tensor, as in an input's SPEC.
[[nodiscard]] std::string shapeCell(const Shape &shape);
/// Shapes joined by ";".
[[nodiscard]] std::string shapesCell(const std::vector<Shape> &shapes);

/// One table as RFC 4180: UTF-8, CRLF unless another line end is given, cells quoted if they must be. Bytes that
/// are not UTF-8 and control characters are replaced, and a text that a spreadsheet would take for a formula gets an
/// apostrophe in front.
[[nodiscard]] std::string toCsv(const std::vector<std::string> &header,
                                const std::vector<std::vector<std::string>> &rows, std::string_view lineEnd = "\r\n");

} // namespace rooflight
