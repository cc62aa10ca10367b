// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/table/matrix_table.h"

#include "core/matrix/table/matrix_file.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/statistics/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rooflight {

namespace {

constexpr std::size_t sparklineParts = 24;
constexpr int polishRounds = 10; ///< Tukey takes two to four; cells that are missing need some more

template<typename T> std::size_t placeOf(std::vector<T> &list, const T &value)
{
    const auto found = std::ranges::find(list, value);
    if (found != list.end())
        return static_cast<std::size_t>(found - list.begin());
    list.push_back(value);
    return list.size() - 1;
}

void place(MatrixTable &table, const std::vector<MatrixRow> &rows)
{
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::size_t line = placeOf(table.lines, { rows[row].model, rows[row].input });
        const std::size_t column = placeOf(table.columns, { rows[row].target, rows[row].execution });
        table.cells.resize(table.lines.size());
        for (auto &cells : table.cells)
            cells.resize(table.columns.size());
        table.cells[line][column] = row;
    }
}

/// Logarithms of the medians, by line and column; none if nothing was measured.
using Logarithms = std::vector<std::vector<std::optional<double>>>;

Logarithms logarithmsOf(const MatrixTable &table, const std::vector<MatrixRow> &rows)
{
    Logarithms values(table.lines.size(), std::vector<std::optional<double>>(table.columns.size()));
    for (std::size_t line = 0; line < table.lines.size(); ++line) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const std::optional<std::size_t> &row = table.cell(line, column);
            const std::optional<double> median = row ? rows[*row].medianNs : std::nullopt;
            if (median && *median > 0)
                values[line][column] = std::log(*median);
        }
    }
    return values;
}

/// Takes the median of each line off its cells. A single cell in a line has nothing beside it: it goes.
void centreLines(Logarithms &values)
{
    for (auto &line : values) {
        std::vector<double> known;
        for (const std::optional<double> &value : line) {
            if (value)
                known.push_back(*value);
        }
        const double median = medianOf(known);
        for (std::optional<double> &value : line)
            value = value && known.size() > 1 ? std::optional(*value - median) : std::nullopt;
    }
}

void centreColumns(Logarithms &values, std::size_t columns)
{
    for (std::size_t column = 0; column < columns; ++column) {
        std::vector<double> known;
        for (const auto &line : values) {
            if (line[column])
                known.push_back(*line[column]);
        }
        const double median = medianOf(known);
        for (auto &line : values) {
            if (line[column])
                *line[column] -= median;
        }
    }
}

/// What a deviation is divided by: the standard deviation, were they normal.
double scaleOf(const Logarithms &deviations)
{
    constexpr double ofMedian = 0.6745;
    constexpr double ofMean = 1.253314;
    std::vector<double> known;
    for (const auto &line : deviations) {
        for (const std::optional<double> &value : line) {
            if (value)
                known.push_back(*value);
        }
    }
    if (known.size() < MatrixTable::fewestCells)
        return 0;
    constexpr double rounding = 1e-9; // of logarithms of times that are the same
    if (const double median = medianAbsoluteDeviation(known, 0); median > rounding)
        return median / ofMedian;
    const auto addSize = [](double sum, double value) { return sum + std::abs(value); };
    return std::accumulate(known.begin(), known.end(), 0.0, addSize) / static_cast<double>(known.size()) * ofMean;
}

CellDeviation deviationOf(double logarithm, double scale)
{
    CellDeviation deviation;
    deviation.factor = std::exp(logarithm);
    deviation.score = scale > 0 ? logarithm / scale : 0;
    deviation.outlier = std::abs(deviation.score) > MatrixTable::outlierScore
        && std::abs(logarithm) > std::log(MatrixTable::leastFactor);
    return deviation;
}

void judge(MatrixTable &table, const std::vector<MatrixRow> &rows)
{
    Logarithms values = logarithmsOf(table, rows);
    for (int round = 0; round < polishRounds; ++round) {
        centreLines(values);
        centreColumns(values, table.columns.size());
    }
    const double scale = scaleOf(values);
    table.deviations.resize(rows.size());
    for (std::size_t line = 0; line < values.size(); ++line) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (values[line][column])
                table.deviations[*table.cell(line, column)] = deviationOf(*values[line][column], scale);
        }
    }
}

std::string joined(const std::string &first, const std::string &second, bool both)
{
    return both ? first + " · " + second : first;
}

} // namespace

MatrixTable tableOf(const std::vector<MatrixRow> &rows)
{
    MatrixTable table;
    place(table, rows);
    judge(table, rows);
    return table;
}

std::vector<ColumnChange> changesBetween(const MatrixTable &table, const std::vector<MatrixRow> &rows,
                                         std::size_t before, std::size_t after)
{
    std::vector<ColumnChange> changes;
    for (std::size_t line = 0; line < table.lines.size(); ++line) {
        const std::optional<std::size_t> &first = table.cell(line, before);
        const std::optional<std::size_t> &second = table.cell(line, after);
        if (!first || !second || rows[*first].medianNs.value_or(0) <= 0 || !rows[*second].medianNs)
            continue;
        const MatrixRow &a = rows[*first];
        const MatrixRow &b = rows[*second];
        const bool known = a.intervalLowNs && a.intervalHighNs && b.intervalLowNs && b.intervalHighNs;
        const bool apart = known && (*a.intervalHighNs < *b.intervalLowNs || *b.intervalHighNs < *a.intervalLowNs);
        changes.push_back({ line, *first, *second, *b.medianNs / *a.medianNs, apart });
    }
    return changes;
}

std::vector<double> sparklineOf(const std::vector<double> &samples)
{
    const std::size_t parts = std::min(samples.size(), sparklineParts);
    std::vector<double> medians;
    for (std::size_t part = 0; part < parts; ++part) {
        const auto at = [&](std::size_t number) {
            return samples.begin() + static_cast<std::ptrdiff_t>(samples.size() * number / parts);
        };
        medians.push_back(medianOf({ at(part), at(part + 1) }));
    }
    return medians;
}

std::string statusText(const MatrixRow &row)
{
    const std::string status(name(row.status));
    return row.disturbedBy.empty() ? status
                                   : fmt::format("{}, disturbed: {}", status, translated(flagsPhrase(row.disturbedBy)));
}

std::string lineTitle(const MatrixTable &table, std::size_t line)
{
    const bool differ = std::ranges::any_of(
        table.lines, [&](const MatrixTable::Line &other) { return other.input != table.lines.front().input; });
    return joined(table.lines[line].model, table.lines[line].input, differ);
}

std::string columnTitle(const MatrixTable &table, std::size_t column)
{
    const bool differ = std::ranges::any_of(table.columns, [&](const MatrixTable::Column &other) {
        return other.execution != table.columns.front().execution;
    });
    return joined(table.columns[column].target, table.columns[column].execution, differ);
}

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
