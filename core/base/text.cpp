// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace rooflight {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

bool containsAny(std::string_view text, std::span<const std::string_view> parts)
{
    return std::ranges::any_of(parts,
                               [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::string upperCase(std::string_view text)
{
    std::string upper(text);
    for (char &c : upper)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return upper;
}

std::string plainNumber(double value, int digits)
{
    const double magnitude = std::abs(value);
    if (!std::isfinite(value) || (magnitude >= 1e-4 && magnitude < std::pow(10, digits) - 0.5))
        return fmt::format("{:.{}g}", value, digits);
    return magnitude < 1 ? "0" : fmt::format("{:.0f}", value);
}

std::string spelled(std::string_view identifier)
{
    std::string text(identifier);
    std::ranges::replace(text, '_', ' ');
    return text;
}

std::string shellQuoted(std::string_view word)
{
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

std::vector<std::string> splitCommand(std::string_view command)
{
    std::vector<std::string> words;
    std::string word;
    int quotes = 0; // in a row, up to here
    bool isQuoted = false;
    for (const char c : command) {
        if (c == '"') {
            if (++quotes == 3) {
                quotes = 0;
                word += c;
            }
            continue;
        }
        if (std::exchange(quotes, 0) == 1)
            isQuoted = !isQuoted;
        if (isQuoted || !std::isspace(static_cast<unsigned char>(c)))
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    if (!word.empty())
        words.push_back(std::move(word));
    return words;
}

namespace {

/// Letters to change, leave out or add so that one becomes the other.
std::size_t editDistance(std::string_view one, std::string_view other)
{
    std::vector<std::size_t> row(other.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t changed = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({ changed, row[j] + 1, row[j + 1] + 1 });
        }
    }
    return row.back();
}

} // namespace

std::string nearestName(std::string_view wrong, const std::vector<std::string> &names)
{
    constexpr std::size_t longest = 200; // longer ones are no typing mistakes
    constexpr std::size_t lettersForAnEdit = 3;
    std::string nearest;
    std::size_t least = std::min(wrong.size() / lettersForAnEdit + 2, wrong.size());
    for (const std::string &name : names) {
        if (wrong.size() > longest || name.size() > longest || name.empty())
            continue;
        if (const std::size_t distance = editDistance(wrong, name); distance < least) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

std::string didYouMean(std::string_view wrong, const std::vector<std::string> &names)
{
    const std::string nearest = nearestName(wrong, names);
    return nearest.empty() ? nearest : " Did you mean " + nearest + "?";
}

} // namespace rooflight
