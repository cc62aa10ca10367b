// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/table/matrix_page.h"

#include "core/matrix/table/matrix_file.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace rooflight {

namespace {

constexpr double lineWidth = 72;
constexpr double lineHeight = 16;

std::string sparklineMarkup(const std::vector<double> &values)
{
    const std::vector<SparklinePoint> points = sparklinePoints(values, lineWidth, lineHeight);
    if (points.empty())
        return {};
    std::string text;
    for (const auto &[x, y] : points)
        text += fmt::format("{:.1f},{:.1f} ", x, y);
    return fmt::format(
        "<br><svg width=\"{}\" height=\"{}\" viewBox=\"-1 -1 {} {}\"><polyline points=\"{}\" fill=\"none\" "
        "stroke=\"currentColor\" stroke-width=\"1\"/></svg>",
        lineWidth, lineHeight, lineWidth + 2, lineHeight + 2, text);
}

std::string markupOf(const MatrixRow &row, const std::optional<CellDeviation> &deviation)
{
    if (row.status != CellStatus::Done)
        return htmlText(row.reason.empty() ? std::string(name(row.status)) : row.reason);
    std::string text = htmlText(orEmpty(row.medianNs, formatDuration));
    if (row.roofShare)
        text += " · " + htmlText(formatPercent(*row.roofShare));
    if (!row.disturbedBy.empty())
        text += " · " + htmlText("disturbed: " + translated(flagsPhrase(row.disturbedBy)));
    if (deviation && deviation->outlier)
        text += htmlText(fmt::format(" · ⚠ {:.2f}x", deviation->factor));
    return text + sparklineMarkup(row.sparkline);
}

} // namespace

std::string matrixTableToCsv(const MatrixTable &table, const std::vector<MatrixRow> &rows)
{
    std::vector<std::vector<std::string>> lines;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<std::string> line = matrixCells(rows[i]);
        const std::optional<CellDeviation> &deviation = table.deviations[i];
        line.push_back(deviation ? numberCell(deviation->factor) : std::string());
        line.push_back(deviation ? numberCell(deviation->score) : std::string());
        line.emplace_back(deviation ? (deviation->outlier ? "true" : "false") : "");
        lines.push_back(std::move(line));
    }
    std::vector<std::string> header = matrixColumns();
    header.insert(header.end(), { "deviation_factor", "deviation_score", "outlier" });
    return toCsv(header, lines);
}

std::string matrixTableToHtml(const MatrixTable &table, const std::vector<MatrixRow> &rows, const std::string &title)
{
    std::string body = htmlHeading(title) + "<table><thead><tr><th></th>";
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        body += "<th>" + htmlText(columnTitle(table, column)) + "</th>";
    body += "</tr></thead><tbody>";
    for (std::size_t line = 0; line < table.lines.size(); ++line) {
        body += "<tr><th>" + htmlText(lineTitle(table, line)) + "</th>";
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const std::optional<std::size_t> &row = table.cell(line, column);
            body += "<td>" + (row ? markupOf(rows[*row], table.deviations[*row]) : std::string()) + "</td>";
        }
        body += "</tr>";
    }
    return htmlPage(title, body + "</tbody></table>");
}

std::vector<SparklinePoint> sparklinePoints(const std::vector<double> &values, double width, double height)
{
    std::vector<SparklinePoint> points;
    if (values.size() < 2)
        return points;
    const auto [least, greatest] = std::ranges::minmax(values);
    const double step = width / static_cast<double>(values.size() - 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double part = greatest > least ? (values[i] - least) / (greatest - least) : 0.5;
        points.push_back({ step * static_cast<double>(i), height * (1 - part) });
    }
    return points;
}

} // namespace rooflight
