// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rooflight {

/// A character that moves a cursor, changes a terminal or the order in which text is shown.
[[nodiscard]] bool isHarmful(char32_t codePoint);

/// Foreign text for a terminal or a file that one opens: every character that moves a cursor, changes a terminal
/// or the order in which text is shown (C0 but tab and line feed, DEL, C1, bidirectional controls, separators of lines,
/// tags) becomes U+FFFD, as does every byte that is no UTF-8.
[[nodiscard]] std::string harmlessText(std::string_view text);

/// The same on one line: a tab or line feed becomes a space.
[[nodiscard]] std::string harmlessLine(std::string_view text);

/// Foreign words within a sentence of the program's: in quotation marks, on one line, bounded, and without a mark that
/// would end them.
[[nodiscard]] std::string inMarks(std::string_view words);

/// What inMarks() returns.
[[nodiscard]] bool isInMarks(std::string_view text);

/// Sentences of a file, or of the process that runs it, if they stand among the program's own. Nothing comes out of
/// it but a quotation, so that no such words are taken for the program's.
class ForeignText
{
public:
    enum class Speaker { ModelProcess, File };

    static constexpr std::size_t maxQuotedBytes = 2000;

    ForeignText(std::string_view words, Speaker speaker)
        : m_words(words)
        , m_speaker(speaker)
    {
    }

    /// `the file says: "..."`: on one line, bounded, and without a mark that would end it. What is such a quotation
    /// stays as it is.
    [[nodiscard]] std::string quoted() const;

    [[nodiscard]] bool isQuoted() const;

private:
    [[nodiscard]] std::string_view opening() const;

    std::string m_words;
    Speaker m_speaker;
};

} // namespace rooflight
