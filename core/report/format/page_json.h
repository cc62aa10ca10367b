// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

// Pieces of the JSON that the script of a page reads. It stands inside of a script element: no "<" may come through.

/// Data as a string in quotes.
[[nodiscard]] std::string jsonText(std::string_view text);
/// There is one, and a logarithmic axis has a place for it.
[[nodiscard]] bool isPositive(const std::optional<double> &value);
/// ",\"key\":1.5"; nothing without a positive value.
[[nodiscard]] std::string optionalNumber(std::string_view key, const std::optional<double> &value);
/// With a comma between, a line each.
[[nodiscard]] std::string joinedJson(const std::vector<std::string> &parts);

} // namespace rooflight
