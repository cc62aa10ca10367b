// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/batch.h"
#include "core/model/conditions.h"
#include "core/model/samples.h"
#include "core/report/format/csv.h"
#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

// What tables say of samples. Of durations for people: rounded, with their unit.

/// Why samples are not to be relied on, and that there are fewer than were asked for; empty if nothing was noticed.
[[nodiscard]] std::string remarksText(const std::vector<OpenEnum<SampleFlag>> &flags, bool partial = false);
/// The same of what disturbed the runs that conclusions rest on, as sentences to put before these.
[[nodiscard]] std::vector<Phrase> doubtsOf(const std::vector<OpenEnum<SampleFlag>> &flags, bool partial);
/// Empty if there are too few samples for it.
[[nodiscard]] std::string percentileText(const Summary &summary, double percent);
/// "5 ms to 6 ms".
[[nodiscard]] std::string intervalText(const std::array<double, 2> &interval);
/// "5.5 ms (95 % interval 5 ms to 6 ms)".
[[nodiscard]] std::string withInterval(double nanoseconds, const std::array<double, 2> &interval);
[[nodiscard]] std::string medianText(const Summary &summary);
/// Items in a second; runs if it is not known how many items one has.
[[nodiscard]] std::string rateText(double perSecond, std::int64_t batch, BatchSource source);
/// Memory of a GPU that the caching allocator reserved and has not allocated.
[[nodiscard]] std::string unusedText(const std::optional<std::int64_t> &allocatedBytes,
                                     const std::optional<std::int64_t> &reservedBytes);

// Cells of CSV, each with the name of its column.

using NamedCell = std::pair<std::string_view, std::string>;
using CsvCells = std::vector<NamedCell>;

[[nodiscard]] CsvCells joined(std::initializer_list<CsvCells> parts);
/// Empty cells if the device does not report a condition.
[[nodiscard]] CsvCells conditionsCells(const std::optional<Conditions> &known);
/// Empty cells if nothing was measured.
[[nodiscard]] CsvCells statisticsCells(const Summary &summary);

/// One line a row below the names of the columns, which are taken from an empty row.
template<typename Row, typename CellsOf> std::string csvRows(const std::vector<Row> &rows, CellsOf cellsOf)
{
    std::vector<std::string> header;
    for (const auto &[name, text] : cellsOf(Row()))
        header.emplace_back(name);
    std::vector<std::vector<std::string>> lines;
    for (const Row &row : rows) {
        std::vector<std::string> &line = lines.emplace_back();
        for (NamedCell &cell : cellsOf(row))
            line.push_back(std::move(cell.second));
    }
    return toCsv(header, lines);
}

/// One row a call, from the very first; \p block calls are behind a sample. \p more are cells of all samples alike.
[[nodiscard]] std::string samplesToCsv(const SampleSet &samples, std::int64_t block = 1, const CsvCells &more = {});

} // namespace rooflight
