// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/foreign_text.h"

#include "core/base/utf8.h"

#include <fmt/format.h>

#include <algorithm>

namespace rooflight {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Unicode 15: controls (Cc) but tab and line feed; Bidi_Control; line and paragraph separators; tags; U+FEFF.
constexpr Range harmful[] = { { 0x00, 0x08 },     { 0x0B, 0x1F },     { 0x7F, 0x9F },
                              { 0x061C, 0x061C }, { 0x200E, 0x200F }, { 0x2028, 0x202E },
                              { 0x2066, 0x2069 }, { 0xFEFF, 0xFEFF }, { 0xE0000, 0xE007F } };

} // namespace

bool isHarmful(char32_t codePoint)
{
    return std::ranges::any_of(harmful,
                               [=](Range range) { return codePoint >= range.first && codePoint <= range.last; });
}

std::string harmlessText(std::string_view text)
{
    const auto isPlain = [](char c) { return c >= ' ' && c < '\x7F'; };
    if (std::ranges::all_of(text, isPlain)) // most texts are
        return std::string(text);
    std::string harmless;
    harmless.reserve(text.size());
    while (!text.empty()) {
        const char32_t codePoint = takeCodePoint(text);
        appendUtf8(harmless, isHarmful(codePoint) ? U'\uFFFD' : codePoint);
    }
    return harmless;
}

std::string harmlessLine(std::string_view text)
{
    std::string line = harmlessText(text);
    std::ranges::replace_if(
        line, [](char c) { return c == '\t' || c == '\n'; }, ' ');
    return line;
}

std::string inMarks(std::string_view words)
{
    std::string line = harmlessLine(words.substr(0, ForeignText::maxQuotedBytes));
    std::ranges::replace(line, '"', '\'');
    if (words.size() > ForeignText::maxQuotedBytes)
        line += fmt::format("... ({} bytes more)", words.size() - ForeignText::maxQuotedBytes);
    return '"' + line + '"';
}

bool isInMarks(std::string_view text)
{
    return text.size() >= 2 && text.starts_with('"') && text.find('"', 1) == text.size() - 1
        && text.size() <= 4 * ForeignText::maxQuotedBytes && harmlessLine(text) == text;
}

std::string_view ForeignText::opening() const
{
    return m_speaker == Speaker::File ? "the file says: " : "the model's process says: ";
}

bool ForeignText::isQuoted() const
{
    return m_words.starts_with(opening()) && isInMarks(std::string_view(m_words).substr(opening().size()));
}

std::string ForeignText::quoted() const
{
    return isQuoted() ? m_words : std::string(opening()) + inMarks(m_words);
}

} // namespace rooflight
