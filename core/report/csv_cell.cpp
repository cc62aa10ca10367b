// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/csv_cell.h"

#include "core/report/utf8.h"

#include <fmt/format.h>

#include <cmath>

namespace ridgepoint {

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

} // namespace

std::string numberCell(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

std::string numberCell(const std::optional<double> &value)
{
    return value ? numberCell(*value) : std::string();
}

std::string shapeCell(const Shape &shape)
{
    return shape.empty() ? std::string("0d") : fmt::format("{}", fmt::join(shape, "x"));
}

std::string csvLine(const std::vector<std::string> &cells, std::string_view lineEnd)
{
    std::string line;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        if (column > 0)
            line += ',';
        line += quotedIfNeeded(validUtf8(cells[column]));
    }
    return line.append(lineEnd);
}

} // namespace ridgepoint
