// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// Whole text of a small file; empty when it cannot be read (a container or a sandbox may hide /proc and /sys).
[[nodiscard]] inline std::string readText(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// First number of the text, spaces before it skipped.
template<typename Number> [[nodiscard]] std::optional<Number> numberIn(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \t\n");
    if (start == std::string_view::npos)
        return std::nullopt;
    Number number {};
    const auto [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

} // namespace rooflight
