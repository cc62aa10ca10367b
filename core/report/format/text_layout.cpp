// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/text_layout.h"

#include "core/base/translation_mark.h"
#include "core/report/format/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace rooflight {

namespace {

constexpr int gap = 2;
constexpr int indentation = 2;
/// A column is dropped before the first one becomes narrower than this.
constexpr int narrowestName = 16;

int unlimitedOr(int width)
{
    return width > 0 ? width : std::numeric_limits<int>::max();
}

using Lines = std::vector<std::vector<std::string>>;

/// Title and rows, escaped and indented.
Lines cellsOf(const TableContent &table)
{
    Lines lines;
    std::vector<std::string> titles;
    for (const TableColumn &column : table.columns)
        titles.push_back(printable(column.title.text()));
    lines.push_back(std::move(titles));
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::vector<std::string> cells;
        for (const std::string &cell : table.rows[row])
            cells.push_back(elided(printable(cell), widestCell));
        cells.resize(table.columns.size());
        if (row < table.depths.size() && !cells.empty())
            cells.front().insert(0,
                                 static_cast<std::size_t>(indentation)
                                     * static_cast<std::size_t>(std::min(table.depths[row], deepestIndentation)),
                                 ' ');
        lines.push_back(std::move(cells));
    }
    return lines;
}

std::vector<int> naturalWidths(const Lines &lines)
{
    std::vector<int> widths(lines.front().size(), 0);
    for (const auto &cells : lines) {
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], columnWidth(cells[column]));
    }
    return widths;
}

/// The columns that are shown, with their widths.
struct Plan {
    std::vector<std::size_t> columns;
    std::vector<int> widths; ///< of all columns
    std::vector<std::size_t> below; ///< columns whose cells stand on lines of their own

    [[nodiscard]] int total() const
    {
        int sum = 0;
        for (const std::size_t column : columns)
            sum += widths[column] + (column == columns.front() ? 0 : gap);
        return sum;
    }
};

/// The column to drop next, or the end.
std::vector<std::size_t>::iterator leastNeeded(Plan &plan, const TableContent &table)
{
    const auto rank = [&table](std::size_t column) { return table.columns[column].rank; };
    const auto found = std::ranges::max_element(plan.columns, {}, rank);
    return found != plan.columns.end() && rank(*found) > 0 ? found : plan.columns.end();
}

Plan planFor(const TableContent &table, const Lines &lines, int width)
{
    Plan plan;
    plan.widths = naturalWidths(lines);
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        plan.columns.push_back(column);
    const int natural = plan.widths.front();
    plan.widths.front() = std::min(natural, narrowestName);
    if (plan.total() > width) {
        const auto isSentences = [&table](std::size_t column) { return table.columns[column].sentences; };
        std::ranges::copy_if(plan.columns, std::back_inserter(plan.below), isSentences);
        std::erase_if(plan.columns, isSentences);
    }
    while (plan.total() > width) {
        const auto dropped = leastNeeded(plan, table);
        if (dropped == plan.columns.end())
            break;
        plan.columns.erase(dropped);
    }
    const int room = width - plan.total() + plan.widths.front();
    plan.widths.front() = std::clamp(room, std::min(natural, 1), natural);
    return plan;
}

std::string padded(const std::string &cell, int width, bool right)
{
    const std::string shown = elided(cell, width);
    const std::string space(static_cast<std::size_t>(std::max(0, width - columnWidth(shown))), ' ');
    return right ? space + shown : shown + space;
}

std::string lineOf(const std::vector<std::string> &cells, const Plan &plan, const TableContent &table, int width)
{
    std::string line;
    for (const std::size_t column : plan.columns) {
        if (column != plan.columns.front())
            line.append(gap, ' ');
        line += padded(cells[column], plan.widths[column], table.columns[column].number);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return elided(line, width) + '\n';
}

std::string rule(int width)
{
    std::string line;
    for (int i = 0; i < width; ++i)
        line += "─";
    return line + '\n';
}

/// Takes as much of a text as fits on a line, at least one character.
std::string takeFitting(std::string_view &text, int width)
{
    std::string line;
    int used = 0;
    std::string_view rest = text;
    std::string_view afterSpace;
    std::size_t atSpace = std::string::npos;
    while (!rest.empty()) {
        std::string_view next = rest;
        const char32_t codePoint = takeCodePoint(next);
        used += columnWidth(codePoint);
        if (used > width && !line.empty())
            break;
        if (codePoint == ' ') {
            atSpace = line.size();
            afterSpace = next;
        }
        appendUtf8(line, codePoint);
        rest = next;
    }
    if (!rest.empty() && rest.front() != ' ' && atSpace != std::string::npos) {
        line.resize(atSpace);
        rest = afterSpace;
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    text = rest;
    return line;
}

/// Of a printable text.
std::vector<std::string> brokenLines(const std::string &shown, int width)
{
    std::vector<std::string> lines;
    for (std::string_view rest = shown; !rest.empty();)
        lines.push_back(takeFitting(rest, width));
    return lines;
}

/// The cells of a row that stand below it, each after the title of its column.
std::string linesBelow(const std::vector<std::string> &cells, const Lines &lines, const Plan &plan, int width)
{
    const std::string indent(indentation, ' ');
    std::string text;
    for (const std::size_t column : plan.below) {
        if (cells[column].empty())
            continue;
        const std::string shown = translated(QT_TRANSLATE_NOOP("Page", "%1: %2"), lines.front()[column], cells[column]);
        for (const std::string &line : brokenLines(shown, std::max(1, width - indentation)))
            text += elided(indent + line, width) + '\n';
    }
    return text;
}

} // namespace

TableContent tableOf(std::vector<Cells> rows)
{
    TableContent table;
    for (Cells &row : rows) {
        std::vector<std::string> &texts = table.rows.emplace_back();
        for (Cell &cell : row) {
            if (table.rows.size() == 1)
                table.columns.push_back({ std::move(cell.title), cell.number, cell.rank });
            texts.push_back(std::move(cell.text));
        }
    }
    return table;
}

std::string layOut(const TableContent &table, int width)
{
    if (table.columns.empty())
        return {};
    const int limit = unlimitedOr(width);
    const Lines lines = cellsOf(table);
    const Plan plan = planFor(table, lines, limit);
    std::string text = lineOf(lines.front(), plan, table, limit) + rule(std::min(plan.total(), limit));
    for (std::size_t row = 1; row < lines.size(); ++row) {
        if (text.size() > maxTableBytes)
            return text + elided(fmt::format("… {} rows more", lines.size() - row), limit) + '\n';
        text += lineOf(lines[row], plan, table, limit);
        text += linesBelow(lines[row], lines, plan, limit);
    }
    return text;
}

std::string layOut(const Facts &facts, int width)
{
    const int limit = unlimitedOr(width);
    int nameWidth = 0;
    for (const auto &[fact, value] : facts)
        nameWidth = std::max(nameWidth, columnWidth(fact.text()));
    // On a very narrow terminal the value goes below its name.
    const int indent = limit >= nameWidth + gap + narrowestName ? nameWidth + gap : gap;
    std::string text;
    for (const auto &[fact, value] : facts) {
        std::string start = fact.text();
        if (indent == gap)
            start = elided(fact.text(), limit) + '\n' + std::string(gap, ' ');
        else
            start.append(static_cast<std::size_t>(indent - columnWidth(fact.text())), ' ');
        for (const std::string &line : brokenLines(printable(elided(value, widestFact)), std::max(1, limit - indent))) {
            text += start + line + '\n';
            start = std::string(static_cast<std::size_t>(indent), ' ');
        }
    }
    return text;
}

std::string layOut(const std::vector<Section> &sections, int width)
{
    std::string text;
    const auto add = [&text](const std::string &part) {
        if (!part.empty())
            text += (text.empty() ? "" : "\n") + part;
    };
    for (const Section &section : sections) {
        add(layOut(section.facts, width));
        if (!section.table.rows.empty())
            add(layOut(section.table, width));
        for (const std::string &paragraph : section.paragraphs)
            add(wrapped(elided(paragraph, widestFact), width));
    }
    return text;
}

std::string wrapped(std::string_view text, int width)
{
    std::string paragraph;
    for (const std::string &line : brokenLines(printable(text), unlimitedOr(width)))
        paragraph += line + '\n';
    return paragraph;
}

} // namespace rooflight
