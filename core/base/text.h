// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <charconv>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace rooflight {

/// Without spaces, tabs and line breaks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The part after the last separator; the whole path if there is none.
[[nodiscard]] constexpr std::string_view lastComponent(std::string_view path, char separator)
{
    return path.substr(path.rfind(separator) + 1);
}

/// The file name in a path, which need not exist.
[[nodiscard]] inline std::string fileNameOf(std::string_view path)
{
    return std::string(lastComponent(path, '/'));
}

/// ASCII letters only.
[[nodiscard]] std::string upperCase(std::string_view text);

/// An identifier as words: "out_of_memory" is "out of memory".
[[nodiscard]] std::string spelled(std::string_view identifier);

/// ASCII alone.
[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Whether one of some texts is part of this one.
[[nodiscard]] bool containsAny(std::string_view text, std::span<const std::string_view> parts);
[[nodiscard]] inline bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return containsAny(text, std::span(parts.begin(), parts.size()));
}

/// The number that the text is as a whole: nothing stands before it, not even a plus, and nothing behind it.
template<typename Number> [[nodiscard]] std::optional<Number> parseNumber(std::string_view text)
{
    Number number {};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = failure == std::errc() && end == text.data() + text.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

/// The value with this many significant digits, or with all digits before the point if these are more, and never an
/// exponent: "0.0123", "1.2", "12345".
[[nodiscard]] std::string plainNumber(double value, int digits = 3);

/// A word for a POSIX shell, always in quotation marks.
[[nodiscard]] std::string shellQuoted(std::string_view word);

/// Program and arguments of a command line: words between blanks; double quotes keep blanks together, and three in a
/// row are one double quote, as QProcess::splitCommand() reads it. Nothing is expanded.
[[nodiscard]] std::vector<std::string> splitCommand(std::string_view command);

/// The name that \p wrong was most likely to be: the one with fewest letters changed, left out or added, if these are
/// few. Empty if none is near.
[[nodiscard]] std::string nearestName(std::string_view wrong, const std::vector<std::string> &names);

/// " Did you mean NAME?" of what nearestName() finds, else nothing.
[[nodiscard]] std::string didYouMean(std::string_view wrong, const std::vector<std::string> &names);

} // namespace rooflight
