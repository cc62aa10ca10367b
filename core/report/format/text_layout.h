// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/language.h"

#include <compare>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

/// The title of a column, a fact or a section. One in English is fixed, marked for lupdate in the context "Page", and
/// is said in the current language.
class Title
{
public:
    Title() = default;
    Title(const char *english)
        : m_text(translated(english))
    {
    }
    /// Said already.
    Title(std::string text)
        : m_text(std::move(text))
    {
    }

    [[nodiscard]] const std::string &text() const { return m_text; }
    [[nodiscard]] bool empty() const { return m_text.empty(); }
    bool operator==(const Title &) const = default;
    auto operator<=>(const Title &) const = default;

private:
    std::string m_text;
};

struct TableColumn {
    Title title;
    bool number = false; ///< stands at the right
    int rank = 0; ///< if room is short the column of the highest rank goes first; one of rank 0 stays
    bool sentences = false; ///< if room is short its cells stand below their rows, before any column goes
};

/// A table as text for people. Terminal and HTML page show the same one.
struct TableContent {
    std::vector<TableColumn> columns; ///< the first one is cut if room is short
    std::vector<std::vector<std::string>> rows;
    std::vector<int> depths; ///< of the rows in a tree; empty: no tree
    std::string id = {}; ///< by which the script of a page finds it; empty: none
};

/// A cell with what is said of its column.
struct Cell {
    Title title;
    std::string text;
    int rank = 0;
    bool number = false;
};
using Cells = std::vector<Cell>;

/// A cell of a column of numbers.
[[nodiscard]] inline Cell number(Title title, std::string text, int rank = 0)
{
    return { std::move(title), std::move(text), rank, true };
}

/// A table of rows that all have the same columns. Without rows it has no columns.
[[nodiscard]] TableContent tableOf(std::vector<Cells> rows);

/// Names and what there is to say; one without a value is left out.
using Facts = std::vector<std::pair<Title, std::string>>;

/// What a report says of one thing.
struct Section {
    Title title = {}; ///< heading on a page; a terminal shows none
    Facts facts = {};
    TableContent table = {};
    std::vector<std::string> paragraphs = {};
};

// Lines are at most `width` columns; a width of 0 or less sets no limit. Control characters are escaped.

[[nodiscard]] std::string layOut(const TableContent &table, int width);
[[nodiscard]] std::string layOut(const Facts &facts, int width);
/// Sections below one another, an empty line between facts, table and paragraphs; what is empty is left out.
[[nodiscard]] std::string layOut(const std::vector<Section> &sections, int width);
/// One paragraph, broken at spaces and, if a word is too long, inside it.
[[nodiscard]] std::string wrapped(std::string_view text, int width);

} // namespace rooflight
