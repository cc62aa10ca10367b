// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/size_tables.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rooflight {

namespace {

Cells rowOf(const BatchSweep &sweep, const SizePoint &point)
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
        const auto size = std::ranges::find(point.sizes, axis.name, &std::pair<std::string, std::int64_t>::first);
        cells.push_back(number(axis.name, size == point.sizes.end() ? std::string() : formatCount(size->second)));
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

/// Without what no size has, such as times where all are only counted.
void dropEmptyColumns(TableContent &table)
{
    for (std::size_t i = table.columns.size(); i-- > 0;) {
        if (std::ranges::any_of(table.rows, [i](const auto &row) { return !row[i].empty(); }))
            continue;
        table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(i));
        for (auto &row : table.rows)
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
    }
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

} // namespace

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

TableContent sizeContent(const BatchSweep &sweep)
{
    std::vector<Cells> rows;
    for (const SizePoint &point : sweep.sizes)
        rows.push_back(rowOf(sweep, point));
    TableContent table = tableOf(std::move(rows));
    dropEmptyColumns(table);
    return table;
}

} // namespace rooflight
