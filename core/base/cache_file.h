// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string_view>

namespace rooflight {

/// Where something is kept from one run to the next: $XDG_CACHE_HOME/rooflight/FOLDER/PREFIX-HASH.jsonl, or below
/// ~/.cache. The hash is that of the key. Empty when there is no home folder.
[[nodiscard]] std::filesystem::path cacheFile(std::string_view folder, std::string_view prefix, std::string_view key);

} // namespace rooflight
