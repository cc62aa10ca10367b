// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace rooflight {

/// Objects keep the order of the file.
using ExportJson = nlohmann::ordered_json;

/// Reads a JSON text of a file that may be hostile. What the file says of Python's own sources (stack traces, where a
/// node comes from) is left out. Takes time in proportion to the text. Errors without a file name: no JSON, nested
/// deeper than 120, more than 40 million values, two values of one name.
[[nodiscard]] Result<ExportJson> parseExportJson(std::string_view text);

/// Null when \p object is not an object or lacks the key.
[[nodiscard]] const ExportJson *member(const ExportJson &object, std::string_view key);

} // namespace rooflight
