// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/roofs/report.h"

#include "core/base/clock.h"
#include "core/base/translation_mark.h"
#include "core/model/disturbing_flags.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/result_reports.h"
#include "core/report/tables/sample_cells.h"
#include "core/roofline/footprint_roofs.h"
#include "core/roofline/judging_roofs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::int64_t secondsPerMinute = 60;
constexpr std::int64_t secondsPerHour = 60 * secondsPerMinute;
constexpr std::int64_t secondsPerDay = 24 * secondsPerHour;

std::string roofDetail(const Roof &roof)
{
    const auto joined = [](const std::string &one, const std::string &other) {
        return translated(QT_TRANSLATE_NOOP("Page", "%1 %2"), one, other);
    };
    if (const MemoryLimit *memory = roof.memory())
        return joined(translatedName(memory->level), translatedName(memory->pattern));
    const ComputeLimit compute = roof.compute() ? *roof.compute() : ComputeLimit();
    return joined(std::string(compute.precision.name()), translatedName(compute.unit));
}

std::vector<Roof> highestFirst(const DeviceRoofs &peaks)
{
    std::vector<Roof> roofs = peaks.roofs;
    std::ranges::stable_sort(roofs, [](const Roof &a, const Roof &b) {
        return a.kind() != b.kind() ? a.kind() < b.kind() : a.value > b.value;
    });
    return roofs;
}

TableContent publishedContent(const DeviceRoofs &peaks)
{
    TableContent table;
    table.columns = { { QT_TRANSLATE_NOOP("Page", "Roof") },
                      { .title = QT_TRANSLATE_NOOP("Page", "Kind"), .rank = 1 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Theoretical"), .number = true },
                      { .title = QT_TRANSLATE_NOOP("Page", "Source"), .rank = 2 } };
    for (const Roof &roof : highestFirst(peaks))
        table.rows.push_back({ translated(roofPhrase(roof)), translatedName(roof.kind()),
                               formatRoofValue(roof.value, roof), roof.theoreticalSource });
    return table;
}

TableContent measuredContent(const DeviceRoofs &peaks)
{
    TableContent table;
    table.columns = { { QT_TRANSLATE_NOOP("Page", "Roof") },
                      { .title = QT_TRANSLATE_NOOP("Page", "Kind"), .rank = 3 },
                      { .title = QT_TRANSLATE_NOOP("Page", "What"), .rank = 4 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Measured"), .number = true },
                      { .title = QT_TRANSLATE_NOOP("Page", "95 % interval"), .rank = 5 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Theoretical"), .number = true, .rank = 1 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Reached"), .number = true, .rank = 2 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Clock"), .number = true, .rank = 6 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Instructions"), .rank = 7 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Remarks"), .rank = 8 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Theoretical from"), .rank = 9 } };
    for (const Roof &roof : highestFirst(peaks)) {
        const auto valueText = [&roof](double value) { return formatRoofValue(value, roof); };
        const bool comparable = roof.theoretical && *roof.theoretical > 0;
        const auto [low, high] = roof.interval;
        const bool hasInterval = high > low; // one sample has none
        table.rows.push_back(
            { translated(roofPhrase(roof)), translatedName(roof.kind()), roofDetail(roof), valueText(roof.value),
              hasInterval ? translated(QT_TRANSLATE_NOOP("Page", "%1 to %2"), valueText(low), valueText(high))
                          : std::string(),
              roof.theoretical ? valueText(*roof.theoretical) : std::string(),
              comparable ? formatPercent(roof.value / *roof.theoretical) : std::string(),
              roof.clockHz ? formatQuantity(*roof.clockHz, "Hz") : std::string(), formatInstructions(roof.instructions),
              translated(flagsPhrase(roof.flags)), roof.theoreticalSource });
    }
    return table;
}

std::string causesText(const std::vector<AboveRoofCause> &causes)
{
    std::vector<std::string> texts;
    texts.reserve(causes.size());
    for (const AboveRoofCause cause : causes)
        texts.push_back(translated(aboveRoofText(cause).data()));
    return translatedRow(texts, QT_TRANSLATE_NOOP("Page", "%1; or %2"));
}

std::string counted(std::int64_t count, const char *one, const char *several)
{
    return translated(count == 1 ? one : several, std::to_string(count));
}

/// "DRAM read (other_load); L2 triad (unsteady)".
std::string disturbedText(const DeviceRoofs &peaks)
{
    std::vector<std::string> texts;
    for (const Roof &roof : peaks.roofs) {
        if (const std::vector<std::string> flags = disturbancesOf(roof, peaks.effort); !flags.empty())
            texts.push_back(translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), translated(roofPhrase(roof)),
                                       translated(flagsPhrase(flags))));
    }
    return translatedRow(texts, QT_TRANSLATE_NOOP("Page", "%1; %2"));
}

struct BestTime {
    double nanoseconds = 0;
    std::size_t points = 0;
    std::size_t without = 0; ///< points that no roof there covers
};

BestTime bestTime(const JudgedSession &judged)
{
    BestTime best;
    best.nanoseconds = judged.at({}).timeAtRoofNs.value_or(0);
    for (const ItemId item : judged.chartItems()) {
        ++best.points;
        if (judged.at(item).verdict.bound == Bound::None)
            ++best.without;
    }
    return best;
}

/// One row a roof, the highest of each kind first.
TableContent contentOf(const DeviceRoofs &peaks)
{
    return peaks.theoretical ? publishedContent(peaks) : measuredContent(peaks);
}

} // namespace

const char *curveTitle(const BandwidthCurve &curve)
{
    static constexpr EnumNames<CurvePattern, 4> titles = { {
        { CurvePattern::Read, QT_TRANSLATE_NOOP("Page", "Read") },
        { CurvePattern::Write, QT_TRANSLATE_NOOP("Page", "Write") },
        { CurvePattern::Update, QT_TRANSLATE_NOOP("Page", "Update") },
        { CurvePattern::Triad, QT_TRANSLATE_NOOP("Page", "Triad") },
    } };
    return curve.pattern.value() ? nameIn(titles, *curve.pattern.value()).data() : "";
}

TableContent curveContent(const DeviceRoofs &peaks)
{
    constexpr double leastStep = 1.9; // footprints are whole blocks, about a doubling apart
    TableContent table;
    table.columns = { { .title = QT_TRANSLATE_NOOP("Page", "Footprint"), .number = true } };
    const std::vector<BandwidthCurve> curves = soundCurves(peaks);
    if (curves.empty())
        return table;
    for (const BandwidthCurve &curve : curves)
        table.columns.push_back({ .title = curveTitle(curve), .number = true });
    double last = 0;
    for (const CurvePoint &point : curves.front().points) {
        const auto bytes = static_cast<double>(point.bytes);
        if (bytes < leastStep * last)
            continue;
        last = bytes;
        std::vector<std::string> row = { formatBytes(point.bytes) };
        for (const BandwidthCurve &curve : curves) {
            const std::optional<Bandwidth> bandwidth = bandwidthAt(curve, bytes);
            row.push_back(bandwidth ? formatQuantity(bandwidth->bytesPerSecond, "B/s") : std::string());
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<FootprintPoint> footprintPoints(const JudgedSession &judged)
{
    std::vector<FootprintPoint> points;
    if (!judged.session().peaks)
        return points;
    for (const RooflinePoint &point : judged.operators()) {
        const Roof *roof = roofAt(judged.session().peaks->roofs, point.verdict.roof);
        const std::optional<FootprintRoof> &footprint = point.verdict.footprint;
        if (!roof || !roof->memory() || !footprint || !point.verdict.roofFraction || !point.achievedBytePerSecond)
            continue;
        points.push_back({ point.label, static_cast<double>(footprint->bytes),
                           footprint->bandwidth.bytesPerSecond * *point.verdict.roofFraction });
    }
    return points;
}

std::string curvesToCsv(const JudgedSession &judged)
{
    struct Row {
        std::string pattern;
        std::string label;
        double bytes = 0;
        double bytesPerSecond = 0;
        std::optional<std::array<double, 2>> interval;
    };
    std::vector<Row> rows;
    const Part<DeviceRoofs> &peaks = judged.session().peaks;
    for (const BandwidthCurve &curve : peaks ? peaks->curves : std::vector<BandwidthCurve>()) {
        for (const CurvePoint &point : curve.points)
            rows.push_back({ std::string(curve.pattern.name()), "", static_cast<double>(point.bytes),
                             point.bytesPerSecond, point.interval });
    }
    for (const FootprintPoint &point : footprintPoints(judged))
        rows.push_back({ "", point.label, point.bytes, point.bytesPerSecond, std::nullopt });
    return csvRows(rows, [](const Row &row) {
        const auto end = [&row](std::size_t index) {
            return row.interval ? numberCell((*row.interval)[index]) : std::string();
        };
        return CsvCells { { "pattern", row.pattern },
                          { "operator", row.label },
                          { "footprint_bytes", numberCell(row.bytes) },
                          { "byte_per_second", numberCell(row.bytesPerSecond) },
                          { "interval_low", end(0) },
                          { "interval_high", end(1) } };
    });
}

Facts factsOf(const DeviceRoofs &peaks)
{
    if (peaks.theoretical) {
        return { { QT_TRANSLATE_NOOP("Page", "Device"), peaks.device.name },
                 { QT_TRANSLATE_NOOP("Page", "Roofs"),
                   translated(QT_TRANSLATE_NOOP(
                       "Page", "theoretical and dense, from data sheets: nothing was measured on this device")) } };
    }
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(peaks.device) } };
    if (!peaks.device.driver.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Driver"), peaks.device.driver);
    if (!peaks.clockPolicy.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Clock policy"), peaks.clockPolicy);
    const std::string age = ageText(peaks.measuredAt);
    const std::string when =
        age.empty() ? peaks.measuredAt : translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), peaks.measuredAt, age);
    const std::string measured = translated(QT_TRANSLATE_NOOP("Page", "%1 by Rooflight %2, effort %3"), when,
                                            peaks.program, translated(namePhraseOf<Effort>(peaks.effort)));
    facts.emplace_back(
        QT_TRANSLATE_NOOP("Page", "Measured"),
        peaks.cached ? translated(QT_TRANSLATE_NOOP("Page", "%1, from the cache; --remeasure measures again"), measured)
                     : measured);
    if (const std::string disturbed = disturbedText(peaks); !disturbed.empty())
        facts.emplace_back(
            QT_TRANSLATE_NOOP("Page", "Disturbed"),
            translated(
                QT_TRANSLATE_NOOP("Page", "%1; roofs that judge layers are measured again when roofs are next needed"),
                disturbed));
    const DeviceSheet *sheet = sheetOfDevice(peaks.device.name);
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Data sheet"),
                       sheet ? sheet->name
                             : translated(QT_TRANSLATE_NOOP(
                                 "Page", "Rooflight has none for this device: its roofs are measured only.")));
    return facts;
}

TableContent aboveRoofContent(const JudgedSession &judged)
{
    TableContent table;
    table.columns = { { factTitle(FactId::AboveRoof) },
                      { .title = QT_TRANSLATE_NOOP("Page", "Roof"), .rank = 1 },
                      { .title = factTitle(FactId::RoofFraction), .number = true },
                      { QT_TRANSLATE_NOOP("Page", "Likely reasons") } };
    for (const RooflinePoint &point : judged.layers()) {
        const Verdict &verdict = point.verdict;
        if (!verdict.aboveRoof || !verdict.roof || !verdict.roofFraction)
            continue;
        table.rows.push_back({ point.label, translated(roofPhrase(judged.session().peaks->roofs[*verdict.roof])),
                               formatPercent(*verdict.roofFraction), causesText(verdict.aboveRoofCauses) });
    }
    return table;
}

Facts disturbedRoofFacts(const JudgedSession &judged)
{
    const Session &session = judged.session();
    if (!session.peaks || session.peaks->theoretical)
        return {};
    std::vector<std::int64_t> judges(session.peaks->roofs.size(), 0);
    for (const RooflinePoint &point : judged.layers()) {
        const Verdict &verdict = point.verdict;
        const std::optional<std::size_t> roof =
            verdict.bound == Bound::Launch ? launchRoof(*session.peaks) : verdict.roof;
        if (roof && *roof < judges.size())
            ++judges[*roof];
    }
    Facts facts;
    for (std::size_t i = 0; i < judges.size(); ++i) {
        const Roof &roof = session.peaks->roofs[i];
        const std::vector<std::string> flags = disturbancesOf(roof, session.peaks->effort);
        if (judges[i] > 0 && !flags.empty())
            facts.emplace_back(
                QT_TRANSLATE_NOOP("Page", "Disturbed roof"),
                translated(judges[i] == 1
                               ? QT_TRANSLATE_NOOP(
                                   "Page", "%1: %2. It judges %3 layer; a quieter moment may give another value.")
                               : QT_TRANSLATE_NOOP(
                                   "Page", "%1: %2. It judges %3 layers; a quieter moment may give another value."),
                           translated(roofPhrase(roof)), translated(flagsPhrase(flags)), formatCount(judges[i])));
    }
    return facts;
}

Facts whatIfFacts(const JudgedSession &judged)
{
    const Session &session = judged.session();
    if (!session.peaks || !session.peaks->theoretical)
        return {};
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "What if"),
                      translated(
                          QT_TRANSLATE_NOOP("Page", "%1, by its data sheet: theoretical, nothing was measured on it"),
                          session.peaks->device.name) } };
    const BestTime best = bestTime(judged);
    if (best.points == 0)
        return facts;
    facts.emplace_back(
        factTitle(FactId::AtBest),
        translated(QT_TRANSLATE_NOOP("Page", "%1, every layer on its roof"), formatDuration(best.nanoseconds)));
    if (best.without > 0)
        facts.emplace_back(
            QT_TRANSLATE_NOOP("Page", "Not covered"),
            translated(
                QT_TRANSLATE_NOOP(
                    "Page", "%1 of %2 layers and operators: no roof there is of their type, or their work is unknown"),
                std::to_string(best.without), std::to_string(best.points)));
    if (session.latency && session.latency->samples.summary.count > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Measured here"),
                           translated(QT_TRANSLATE_NOOP("Page", "median %1 on %2"),
                                      formatDuration(session.latency->samples.summary.medianNs),
                                      translatedName(session.latency->device)));
    return facts;
}

TableContent sheetContent(const std::vector<DeviceSheet> &sheets)
{
    TableContent table;
    table.columns = { { QT_TRANSLATE_NOOP("Page", "Device") },
                      { .title = "fp32", .number = true },
                      { .title = "bf16 (tensor)", .number = true, .rank = 2 },
                      { .title = QT_TRANSLATE_NOOP("Page", "Memory"), .number = true, .rank = 1 } };
    for (const DeviceSheet &sheet : sheets) {
        const SheetRate *fp32 = rateOf(sheet, Precision::Fp32, ArithmeticUnit::Vector);
        const SheetRate *bf16 = rateOf(sheet, Precision::Bf16, ArithmeticUnit::Tensor);
        const SheetMemory *memory = memoryOf(sheet, MemoryLevel::Dram);
        const auto text = [](const SheetRate *rate) {
            return rate ? formatQuantity(rate->flopPerSecond, "FLOP/s") : std::string();
        };
        table.rows.push_back(
            { sheet.name, text(fp32), text(bf16),
              memory && memory->bytePerSecond ? formatQuantity(*memory->bytePerSecond, "B/s") : std::string() });
    }
    return table;
}

std::string_view aboveRoofText(AboveRoofCause cause)
{
    static constexpr EnumNames<AboveRoofCause, 10> texts = { {
        { AboveRoofCause::RoofTyped, QT_TRANSLATE_NOOP("Page", "the roof was entered manually") },
        { AboveRoofCause::RoofMeasuredUnderLoad,
          QT_TRANSLATE_NOOP("Page", "other work or a quota slowed the measurement of the roof") },
        { AboveRoofCause::RoofAtLowerClock,
          QT_TRANSLATE_NOOP("Page", "the clock was lower when the roof was measured") },
        { AboveRoofCause::RoofUncertain,
          QT_TRANSLATE_NOOP("Page", "the roof itself was measured with few or unsteady repetitions") },
        { AboveRoofCause::DataInCache,
          QT_TRANSLATE_NOOP("Page", "part of its data was in a cache, while its roof is that of main memory") },
        { AboveRoofCause::Fused,
          QT_TRANSLATE_NOOP("Page", "data passed between its operators never went through memory") },
        { AboveRoofCause::BytesCountedHigh,
          QT_TRANSLATE_NOOP("Page", "it touches less memory than its formula counts") },
        { AboveRoofCause::MatrixUnits,
          QT_TRANSLATE_NOOP("Page", "it ran on matrix units, while its roof is that of vector units") },
        { AboveRoofCause::FastAlgorithm,
          QT_TRANSLATE_NOOP(
              "Page",
              "the convolution ran by an algorithm (Winograd, FFT) that does less arithmetic than is counted") },
        { AboveRoofCause::WorkCountedHigh,
          QT_TRANSLATE_NOOP("Page", "it does less arithmetic than its formula counts") },
    } };
    return nameIn(texts, cause);
}

std::string ageText(std::string_view timestamp)
{
    const std::optional<std::int64_t> age = secondsSince(timestamp);
    if (!age || *age < 0)
        return {};
    if (*age < secondsPerMinute)
        return translated(QT_TRANSLATE_NOOP("Page", "just now"));
    if (*age < secondsPerHour)
        return counted(*age / secondsPerMinute, QT_TRANSLATE_NOOP("Page", "%1 minute ago"),
                       QT_TRANSLATE_NOOP("Page", "%1 minutes ago"));
    if (*age < secondsPerDay)
        return counted(*age / secondsPerHour, QT_TRANSLATE_NOOP("Page", "%1 hour ago"),
                       QT_TRANSLATE_NOOP("Page", "%1 hours ago"));
    return counted(*age / secondsPerDay, QT_TRANSLATE_NOOP("Page", "%1 day ago"),
                   QT_TRANSLATE_NOOP("Page", "%1 days ago"));
}

std::string csvOf(const DeviceRoofs &peaks)
{
    return csvRows(peaks.roofs, [](const Roof &roof) {
        const ComputeLimit *const compute = roof.compute();
        const MemoryLimit *const memory = roof.memory();
        const auto cell = [](const std::optional<double> &value) { return value ? numberCell(*value) : std::string(); };
        return CsvCells { { "kind", std::string(name(roof.kind())) },
                          { "name", roof.name },
                          { "precision", compute ? std::string(compute->precision.name()) : std::string() },
                          { "unit", compute ? std::string(compute->unit.name()) : std::string() },
                          { "level", memory ? std::string(memory->level.name()) : std::string() },
                          { "pattern", memory ? std::string(memory->pattern.name()) : std::string() },
                          { "value", numberCell(roof.value) },
                          { "value_unit", std::string(roof.valueUnit()) },
                          { "interval_low", numberCell(roof.interval[0]) },
                          { "interval_high", numberCell(roof.interval[1]) },
                          { "theoretical", cell(roof.theoretical) },
                          { "clock_hz", cell(roof.clockHz) },
                          { "threads", numberCell(roof.threads) },
                          { "flags", fmt::format("{}", fmt::join(roof.flags, ";")) } };
    });
}

Sections sectionsOf(const DeviceRoofs &roofs, const JudgedSession & /*judged*/)
{
    return { { .title = QT_TRANSLATE_NOOP("Page", "Roofs of the device"), .facts = factsOf(roofs) },
             { .table = contentOf(roofs) },
             { .title = QT_TRANSLATE_NOOP("Page", "Bandwidth by footprint"), .table = curveContent(roofs) } };
}

} // namespace rooflight
