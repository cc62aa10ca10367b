// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/sample_cells.h"

#include "core/base/translation_mark.h"
#include "core/model/disturbing_flags.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rooflight {

std::string remarksText(const std::vector<OpenEnum<SampleFlag>> &flags, bool partial)
{
    std::vector<std::string_view> names = statedNames(flags);
    if (partial)
        names.push_back(name(SampleFlag::Partial));
    return translated(flagsPhrase(names));
}

std::vector<Phrase> doubtsOf(const std::vector<OpenEnum<SampleFlag>> &flags, bool partial)
{
    std::vector<Phrase> doubts;
    if (partial)
        doubts.push_back({ QT_TRANSLATE_NOOP("Phrases", "Not complete: these are the times so far.") });
    if (const std::vector<std::string> disturbed = disturbancesOf(flags); !disturbed.empty())
        doubts.push_back(
            { QT_TRANSLATE_NOOP("Phrases", "The runs were disturbed (%1): measure again when the machine is quiet."),
              { flagsPhrase(disturbed) } });
    return doubts;
}

std::string percentileText(const Summary &summary, double percent)
{
    const std::optional<double> value = summary.percentile(percent);
    return value ? formatDuration(*value) : std::string();
}

std::string intervalText(const std::array<double, 2> &interval)
{
    return translated(QT_TRANSLATE_NOOP("Page", "%1 to %2"), formatDuration(interval[0]), formatDuration(interval[1]));
}

std::string withInterval(double nanoseconds, const std::array<double, 2> &interval)
{
    return translated(QT_TRANSLATE_NOOP("Page", "%1 (95 % interval %2)"), formatDuration(nanoseconds),
                      intervalText(interval));
}

std::string medianText(const Summary &summary)
{
    return withInterval(summary.medianNs, summary.medianIntervalNs);
}

std::string rateText(double perSecond, std::int64_t batch, BatchSource source)
{
    if (source != BatchSource::Unknown)
        return formatRate(perSecond, translated(QT_TRANSLATE_NOOP("Page", "items")));
    return formatRate(perSecond / static_cast<double>(std::max<std::int64_t>(batch, 1)),
                      translated(QT_TRANSLATE_NOOP("Page", "runs")));
}

std::string unusedText(const std::optional<std::int64_t> &allocatedBytes,
                       const std::optional<std::int64_t> &reservedBytes)
{
    return allocatedBytes && reservedBytes ? formatBytes(*reservedBytes - *allocatedBytes) : std::string();
}

CsvCells joined(std::initializer_list<CsvCells> parts)
{
    CsvCells cells;
    for (const CsvCells &part : parts)
        cells.insert(cells.end(), part.begin(), part.end());
    return cells;
}

CsvCells conditionsCells(const std::optional<Conditions> &known)
{
    const Conditions conditions = known.value_or(Conditions());
    const auto cell = [](const std::optional<ConditionRange> &range, double ConditionRange::*figure) {
        return range ? numberCell((*range).*figure) : std::string();
    };
    return { { "clock_median_hz", cell(conditions.clockHz, &ConditionRange::median) },
             { "power_median_watts", cell(conditions.powerWatts, &ConditionRange::median) },
             { "temperature_max_celsius", cell(conditions.temperatureCelsius, &ConditionRange::greatest) },
             { "throttle_reasons", fmt::format("{}", fmt::join(namesOf(conditions.throttleReasons), ";")) } };
}

CsvCells statisticsCells(const Summary &summary)
{
    const auto cell = [&summary](const auto &value) { return summary.count == 0 ? std::string() : numberCell(value); };
    return { { "samples", cell(summary.count) },
             { "latency_mean_ns", cell(summary.meanNs) },
             { "latency_median_ns", cell(summary.medianNs) },
             { "latency_p10_ns", cell(summary.percentile(10)) },
             { "latency_p90_ns", cell(summary.percentile(90)) },
             { "latency_p99_ns", cell(summary.percentile(99)) },
             { "latency_min_ns", cell(summary.minNs) },
             { "latency_max_ns", cell(summary.maxNs) } };
}

std::string samplesToCsv(const SampleSet &samples, std::int64_t block, const CsvCells &more)
{
    constexpr std::string_view sampled = "sample";
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const std::vector<double> &times, std::string_view phase, std::int64_t calls) {
        for (const double timeNs : times) {
            rows.push_back({ numberCell(rows.size() + 1), std::string(phase), numberCell(calls), numberCell(timeNs) });
            for (const NamedCell &cell : more)
                rows.back().push_back(phase == sampled ? cell.second : std::string());
        }
    };
    add(samples.warmupNs, "warmup", 1);
    add(samples.samplesNs, sampled, block);
    std::vector<std::string> header = { "iteration", "phase", "calls", "latency_ns" };
    for (const NamedCell &cell : more)
        header.emplace_back(cell.first);
    return toCsv(header, rows);
}

} // namespace rooflight
