// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/csv.h"

#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/report/format/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

std::string quotedIfNeeded(const std::string &cell)
{
    if (cell.find_first_of(",\"\r\n") == std::string::npos)
        return cell;
    std::string text = "\"";
    for (const char c : cell) {
        if (c == '"')
            text += '"';
        text += c;
    }
    return text + '"';
}

std::string bounded(const std::string &cell)
{
    return cell.size() > static_cast<std::size_t>(widestCsvCell) ? elided(cell, widestCsvCell) : cell;
}

bool isNumber(std::string_view cell)
{
    cell.remove_prefix(cell.starts_with('+') ? 1 : 0);
    return parseNumber<double>(cell).has_value();
}

/// A name that a spreadsheet would take for a formula gets an apostrophe in front, which makes it text there.
std::string harmlessCell(const std::string &cell)
{
    std::string harmless;
    for (std::string_view rest = cell; !rest.empty();) { // carriage returns stay
        const std::size_t end = std::min(rest.find('\r'), rest.size());
        harmless += harmlessText(rest.substr(0, end)) + (end < rest.size() ? "\r" : "");
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const bool formula =
        !harmless.empty() && std::string_view("=+-@\t\r").find(harmless.front()) != std::string_view::npos;
    return formula && !isNumber(harmless) ? '\'' + harmless : harmless;
}

void appendLine(std::string &csv, const std::vector<std::string> &cells, std::string_view lineEnd)
{
    for (std::size_t column = 0; column < cells.size(); ++column) {
        if (column > 0)
            csv += ',';
        csv += quotedIfNeeded(harmlessCell(bounded(cells[column])));
    }
    csv += lineEnd;
}

} // namespace

std::string numberCell(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

std::string shapeCell(const Shape &shape)
{
    return shape.empty() ? std::string("0d") : fmt::format("{}", fmt::join(shape, "x"));
}

std::string shapesCell(const std::vector<Shape> &shapes)
{
    std::string cell;
    for (const Shape &shape : shapes)
        cell += (cell.empty() ? "" : ";") + shapeCell(shape);
    return cell;
}

std::string toCsv(const std::vector<std::string> &header, const std::vector<std::vector<std::string>> &rows,
                  std::string_view lineEnd)
{
    std::string csv;
    appendLine(csv, header, lineEnd);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (csv.size() > maxCsvBytes) {
            appendLine(csv, { fmt::format("... {} rows more", rows.size() - row) }, lineEnd);
            break;
        }
        appendLine(csv, rows[row], lineEnd);
    }
    return csv;
}

} // namespace rooflight
