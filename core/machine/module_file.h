// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace rooflight {

/// Where a library that the program opens at run time is looked for: beside the program, then in ../lib/rooflight.
/// Empty if the system hides where the program lies.
[[nodiscard]] std::vector<std::filesystem::path> moduleFiles(std::string_view name);

} // namespace rooflight
