// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include "core/base/clock.h"
#include "core/base/translation_mark.h"
#include "core/model/disturbing_flags.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/sample_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

std::string roleText(const BatchSweep &sweep, std::int64_t batch)
{
    std::vector<std::string> roles;
    const auto add = [&](std::int64_t candidate, const char *role) {
        if (candidate == batch)
            roles.push_back(translated(role));
    };
    add(sweep.best, QT_TRANSLATE_NOOP("Page", "best"));
    add(sweep.knee, QT_TRANSLATE_NOOP("Page", "knee"));
    add(sweep.largest, QT_TRANSLATE_NOOP("Page", "largest"));
    add(sweep.recommended, QT_TRANSLATE_NOOP("Page", "recommended"));
    return translatedList(roles);
}

std::string remarksText(const BatchSweep &sweep, const BatchPoint &point)
{
    if (point.outcome != BatchOutcome::Fits) {
        const bool saysMore =
            point.outcome == BatchOutcome::Failed || point.outcome == BatchOutcome::Trying || point.timesLost > 0;
        return saysMore && !point.reason.empty()
            ? translated(QT_TRANSLATE_NOOP("Page", "%1: %2"), translatedName(point.outcome),
                         translated(phraseOf(point.reason)))
            : translatedName(point.outcome);
    }
    std::vector<std::string> texts;
    if (std::string roles = roleText(sweep, point.batch); !roles.empty())
        texts.push_back(std::move(roles));
    if (const std::string heldBack = heldBackText(point.conditions); !heldBack.empty())
        texts.push_back(translated(QT_TRANSLATE_NOOP("Page", "throttled by %1"), heldBack));
    if (!point.samples.flags.empty())
        texts.push_back(remarksText(point.samples.flags));
    return translatedList(texts);
}

std::string medianText(const std::optional<ConditionRange> &range, std::string_view unit)
{
    return range ? formatQuantity(range->median, unit) : std::string();
}

Cells sweepRow(const BatchSweep &sweep, const BatchPoint &point)
{
    const Summary &summary = point.samples.summary;
    const bool measured = summary.count > 0;
    const auto perSecond = [&](std::int64_t amount, std::string_view unit) {
        return measured && amount > 0 ? formatQuantity(static_cast<double>(amount) * 1e9 / summary.medianNs, unit)
                                      : std::string();
    };
    const auto bytes = static_cast<double>(point.bytes);
    const Conditions conditions = point.conditions.value_or(Conditions());
    return { number(QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(point.batch)),
             number(QT_TRANSLATE_NOOP("Page", "Throughput"),
                    measured ? rateText(point.throughputPerSecond, point.batch, sweep.batchSource) : ""),
             number(QT_TRANSLATE_NOOP("Page", "Median"), measured ? formatDuration(summary.medianNs) : ""),
             number(std::string("p99"), percentileText(summary, 99), 2),
             number(QT_TRANSLATE_NOOP("Page", "Memory"), point.peakBytes > 0 ? formatBytes(point.peakBytes) : "", 1),
             number(factTitle(FactId::Intensity),
                    bytes > 0 ? formatIntensity(static_cast<double>(point.flops) / bytes) : "", 4),
             number(QT_TRANSLATE_NOOP("Page", "Performance"), perSecond(point.flops, "FLOP/s"), 3),
             number(factTitle(FactId::AchievedBytes), perSecond(point.bytes, "B/s"), 5),
             number(QT_TRANSLATE_NOOP("Page", "Runs"), measured ? formatCount(summary.count) : "", 5),
             number(QT_TRANSLATE_NOOP("Page", "Reserved"), point.reservedBytes ? formatBytes(*point.reservedBytes) : "",
                    6),
             number(QT_TRANSLATE_NOOP("Page", "Unused"), unusedText(point.allocatedBytes, point.reservedBytes), 6),
             number(QT_TRANSLATE_NOOP("Page", "Clock"), medianText(conditions.clockHz, "Hz"), 7),
             number(QT_TRANSLATE_NOOP("Page", "Power"), medianText(conditions.powerWatts, "W"), 8),
             { QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText(sweep, point) } };
}

/// Without the columns that hold nothing, of those that are there for some devices only.
void dropEmpty(TableContent &table, const std::vector<Title> &titles)
{
    for (const Title &title : titles) {
        const auto found = std::ranges::find(table.columns, title, &TableColumn::title);
        const std::ptrdiff_t column = found - table.columns.begin();
        if (found == table.columns.end()
            || std::ranges::any_of(table.rows, [column](const auto &row) { return !row[std::size_t(column)].empty(); }))
            continue;
        table.columns.erase(found);
        for (auto &row : table.rows)
            row.erase(row.begin() + column);
    }
}

Facts batchFacts(const BatchSweep &sweep)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(sweep.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(sweep.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Search"), translatedName(sweep.search) } };
    if (sweep.step > 1)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Step"), formatCount(sweep.step));
    if (!sweep.batchReason.empty())
        facts.emplace_back(
            QT_TRANSLATE_NOOP("Page", "Batch"),
            sweep.batchSource == BatchSource::Unknown
                ? translated(QT_TRANSLATE_NOOP("Page", "not known: %1"), translated(phraseOf(sweep.batchReason)))
                : translated(QT_TRANSLATE_NOOP("Page", "%1: %2"), translatedName(sweep.batchSource),
                             translated(phraseOf(sweep.batchReason))));
    if (sweep.largest > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Largest"), formatCount(sweep.largest));
    if (sweep.recommended > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Recommended"),
                           sweep.confirmed ? translated(QT_TRANSLATE_NOOP("Page", "%1 (measured in full)"),
                                                        formatCount(sweep.recommended))
                                           : formatCount(sweep.recommended));
    const BatchPoint *best = sweep.find(sweep.best);
    if (best && best->throughputPerSecond > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Best"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1, %2, from the mean"), formatCount(sweep.best),
                                      rateText(best->throughputPerSecond, best->batch, sweep.batchSource)));
    if (sweep.knee > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Knee"), formatCount(sweep.knee));
    return facts;
}

TableContent batchContent(const BatchSweep &sweep)
{
    std::vector<Cells> rows;
    for (const BatchPoint &point : sweep.points)
        rows.push_back(sweepRow(sweep, point));
    TableContent table = tableOf(std::move(rows));
    dropEmpty(table,
              { QT_TRANSLATE_NOOP("Page", "Reserved"), QT_TRANSLATE_NOOP("Page", "Unused"),
                QT_TRANSLATE_NOOP("Page", "Clock"), QT_TRANSLATE_NOOP("Page", "Power") });
    return table;
}

std::string batchesToCsv(const BatchSweep &sweep)
{
    return csvRows(sweep.points, [](const BatchPoint &point) {
        const bool measured = point.samples.summary.count > 0;
        const bool counted = point.flops > 0 || point.bytes > 0;
        return joined({ { { "batch", numberCell(point.batch) },
                          { "outcome", std::string(name(point.outcome)) },
                          { "throughput_per_second", measured ? numberCell(point.throughputPerSecond) : "" },
                          { "peak_bytes", numberCell(point.peakBytes) },
                          { "flops", counted ? numberCell(point.flops) : "" },
                          { "bytes", counted ? numberCell(point.bytes) : "" } },
                        statisticsCells(point.samples.summary),
                        { { "allocated_bytes", numberCell(point.allocatedBytes) },
                          { "reserved_bytes", numberCell(point.reservedBytes) } },
                        conditionsCells(point.conditions),
                        { { "reason", point.reason.text } } });
    });
}

/// Nothing in the row of names, which is of no point.
std::optional<std::int64_t> sizeAlong(const SizeAxis &axis, const SizePoint &point)
{
    const auto size = std::ranges::find(point.sizes, axis.name, &std::pair<std::string, std::int64_t>::first);
    return size == point.sizes.end() ? std::nullopt : std::optional(size->second);
}

Cells sizeRow(const BatchSweep &sweep, const SizePoint &point)
{
    const Summary &summary = point.samples.summary;
    const bool counted = point.cost != Cost {};
    const std::int64_t bytes = point.cost.bytes();
    const auto perSecond = [&](std::int64_t amount, std::string_view unit) {
        return point.measured && summary.medianNs > 0
            ? formatQuantity(static_cast<double>(amount) * 1e9 / summary.medianNs, unit)
            : std::string();
    };
    Cells cells;
    for (const SizeAxis &axis : sweep.axes) {
        const std::optional<std::int64_t> size = sizeAlong(axis, point);
        cells.push_back(number(axis.name, size ? formatCount(*size) : std::string()));
    }
    const double intensity = bytes > 0 ? static_cast<double>(point.cost.flops) / static_cast<double>(bytes) : 0;
    const Cells others = {
        number(QT_TRANSLATE_NOOP("Page", "Work"), counted ? formatQuantity(double(point.cost.flops), "FLOP") : ""),
        number(factTitle(FactId::Bytes), counted ? formatBytes(bytes) : ""),
        number(factTitle(FactId::Intensity), intensity > 0 ? formatIntensity(intensity) : "", 3),
        number(QT_TRANSLATE_NOOP("Page", "Median"), point.measured ? formatDuration(summary.medianNs) : ""),
        number(QT_TRANSLATE_NOOP("Page", "Performance"), perSecond(point.cost.flops, "FLOP/s"), 2),
        number(factTitle(FactId::AchievedBytes), perSecond(bytes, "B/s"), 4),
        number(QT_TRANSLATE_NOOP("Page", "Runs"), point.measured ? formatCount(summary.count) : "", 5),
        { QT_TRANSLATE_NOOP("Page", "Remarks"), translated(phraseOf(point.reason)), 0, false }
    };
    cells.insert(cells.end(), others.begin(), others.end());
    return cells;
}

std::vector<Title> titlesOf(const TableContent &table)
{
    std::vector<Title> titles;
    for (const TableColumn &column : table.columns)
        titles.push_back(column.title);
    return titles;
}

std::string howText(const BatchSweep &sweep)
{
    const auto measured = std::ranges::count_if(sweep.sizes, &SizePoint::measured);
    if (!sweep.predicted)
        return translated(QT_TRANSLATE_NOOP("Page", "%1 measured"), formatCount(measured));
    if (sweep.measuredAt.empty())
        return translated(QT_TRANSLATE_NOOP("Page", "%1 counted without a run"),
                          formatCount(static_cast<std::int64_t>(sweep.sizes.size())));
    return translated(QT_TRANSLATE_NOOP("Page", "%1 measured, the others counted without a run"),
                      formatCount(measured));
}

Facts sizeFacts(const BatchSweep &sweep)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(sweep.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(sweep.execution) } };
    for (const SizeAxis &axis : sweep.axes)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Axis"),
                           fmt::format("{}: {}", axis.name, fmt::join(axis.values, ", ")));
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Sizes"), howText(sweep));
    if (sweep.end.empty())
        facts.emplace_back(
            QT_TRANSLATE_NOOP("Page", "Remarks"),
            translated(QT_TRANSLATE_NOOP("Page", "it was cut short, and continues from here when started again")));
    return facts;
}

/// How many of the batches that were timed were disturbed, and by what; nothing for none.
std::optional<Phrase> disturbance(const BatchSweep &sweep)
{
    std::vector<std::string> all;
    std::int64_t disturbed = 0;
    std::int64_t timed = 0;
    for (const BatchPoint &point : sweep.points) {
        const std::vector<std::string> own = disturbancesOf(point.samples.flags);
        timed += point.samples.summary.count > 0;
        disturbed += !own.empty();
        all = joinedDisturbances(std::move(all), own);
    }
    if (disturbed == 0)
        return std::nullopt;
    return Phrase { QT_TRANSLATE_NOOP(
                        "Phrases",
                        "Disturbed while they were timed: %1 of %2 batch sizes (%3). Sweep again when the "
                        "machine is quiet."),
                    { literalPhrase(formatCount(disturbed)), literalPhrase(formatCount(timed)), flagsPhrase(all) } };
}

/// What bounds a sweep.
Phrase limitPhrase(const BatchSweep &sweep)
{
    const auto phrase = [](const char *text, std::int64_t batch, std::optional<std::string> limit = {}) {
        Phrase made { text, { literalPhrase(formatCount(batch)) } };
        if (limit)
            made.arguments.push_back(literalPhrase(*std::move(limit)));
        return made;
    };
    if (sweep.largest == 0 && !sweep.end.empty())
        return { QT_TRANSLATE_NOOP("Phrases", "Not even the smallest batch ran.") };
    if (sweep.end == "memory")
        return sweep.memoryLimitBytes > 0
            ? phrase(QT_TRANSLATE_NOOP("Phrases", "Batches larger than %1 do not fit into memory (limit %2)."),
                     sweep.largest, formatBytes(sweep.memoryLimitBytes))
            : phrase(QT_TRANSLATE_NOOP("Phrases", "Batches larger than %1 do not fit into memory."), sweep.largest);
    if (sweep.end == "maximum_batch")
        return phrase(QT_TRANSLATE_NOOP("Phrases", "Batches larger than %1 were not tried."), sweep.maximumBatch);
    if (sweep.end == "slow")
        return sweep.longestCallSeconds > 0
            ? phrase(QT_TRANSLATE_NOOP("Phrases", "Batches larger than %1 take too long per call (limit %2)."),
                     sweep.largest, formatDuration(sweep.longestCallSeconds * nsPerSecond))
            : phrase(QT_TRANSLATE_NOOP("Phrases", "Batches larger than %1 take too long per call."), sweep.largest);
    if (sweep.end == "model" && sweep.largestAllowed == sweep.largest)
        return phrase(QT_TRANSLATE_NOOP("Phrases", "The model's file allows batches from %1 to %2."), sweep.smallest(),
                      formatCount(sweep.largest));
    const auto bound =
        std::ranges::find_if(sweep.points, [](const BatchPoint &point) { return point.outcome != BatchOutcome::Fits; });
    if (sweep.end == "model" && bound != sweep.points.end() && bound->timesLost > 0)
        return phrase(QT_TRANSLATE_NOOP("Phrases", "The largest batch that ran is %1: batch %2 failed."), sweep.largest,
                      formatCount(bound->batch));
    if (sweep.end == "model")
        return phrase(sweep.largest == sweep.smallest()
                          ? QT_TRANSLATE_NOOP("Phrases", "The model accepts no batch other than %1.")
                          : QT_TRANSLATE_NOOP("Phrases", "The model accepts no batch larger than %1."),
                      sweep.largest);
    return { QT_TRANSLATE_NOOP("Phrases", "The sweep is not complete: started again, it continues from here.") };
}

TableContent sizeContent(const BatchSweep &sweep)
{
    std::vector<Cells> rows;
    for (const SizePoint &point : sweep.sizes)
        rows.push_back(sizeRow(sweep, point));
    TableContent table = tableOf(std::move(rows));
    dropEmpty(table, titlesOf(table));
    return table;
}

std::string sizesToCsv(const BatchSweep &sweep)
{
    const bool hasStopped =
        std::ranges::any_of(sweep.sizes, [](const SizePoint &point) { return point.cost.isAtLeast(); });
    const auto cellsOf = [&](const SizePoint &point) {
        const double bytes = static_cast<double>(point.cost.bytesRead) + static_cast<double>(point.cost.bytesWritten);
        CsvCells axes;
        for (const SizeAxis &axis : sweep.axes)
            axes.emplace_back(axis.name, numberCell(sizeAlong(axis, point)));
        return joined(
            { axes,
              { { "macs", numberCell(point.cost.macs) },
                { "flops", numberCell(point.cost.flops) },
                { "bytes_read", numberCell(point.cost.bytesRead) },
                { "bytes_written", numberCell(point.cost.bytesWritten) },
                { "bytes_lower_bound", numberCell(point.bytesLowerBound) },
                { "arithmetic_intensity", bytes > 0 ? numberCell(static_cast<double>(point.cost.flops) / bytes) : "" },
                { "measured", point.measured ? "true" : "false" } },
              statisticsCells(point.samples.summary),
              { { "reason", point.reason.text } },
              hasStopped ? CsvCells { { "at_least", point.cost.isAtLeast() ? "true" : "false" } } : CsvCells() });
    };
    return csvRows(sweep.sizes, cellsOf);
}

} // namespace

Facts factsOf(const BatchSweep &sweep)
{
    return sweep.axes.empty() ? batchFacts(sweep) : sizeFacts(sweep);
}

TableContent contentOf(const BatchSweep &sweep)
{
    return sweep.axes.empty() ? batchContent(sweep) : sizeContent(sweep);
}

std::string csvOf(const BatchSweep &sweep)
{
    return sweep.axes.empty() ? batchesToCsv(sweep) : sizesToCsv(sweep);
}

std::vector<Phrase> conclusionsOf(const BatchSweep &sweep)
{
    if (!sweep.axes.empty())
        return {};
    std::vector<Phrase> conclusions = { limitPhrase(sweep) };
    const BatchPoint *best = sweep.find(sweep.best);
    if (best && best->throughputPerSecond > 0 && sweep.batchSource != BatchSource::Unknown)
        conclusions.push_back(
            { QT_TRANSLATE_NOOP("Phrases",
                                "Batch %1 is the smallest within 2 % of the highest throughput: %2 items/s."),
              { literalPhrase(formatCount(sweep.best)), literalPhrase(formatRounded(best->throughputPerSecond)) } });
    if (sweep.batchSource == BatchSource::Unknown && !sweep.batchReason.empty())
        conclusions.push_back({ QT_TRANSLATE_NOOP(
            "Phrases", "The batch dimension is unknown, so this sweep gives no items per second.") });
    if (std::optional<Phrase> disturbed = disturbance(sweep))
        conclusions.push_back(*std::move(disturbed));
    return conclusions;
}

Sections sectionsOf(const BatchSweep &sweep, const JudgedSession & /*judged*/)
{
    return { { sweep.axes.empty() ? QT_TRANSLATE_NOOP("Page", "Batch sizes") : QT_TRANSLATE_NOOP("Page", "Sizes"),
               factsOf(sweep), contentOf(sweep), translated(conclusionsOf(sweep)) } };
}

} // namespace rooflight
