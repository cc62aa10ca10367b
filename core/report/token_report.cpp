// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/token_report.h"

#include "core/base/translation_mark.h"
#include "core/model/disturbing_flags.h"
#include "core/record/json_writer.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

std::string bytesText(double bytes)
{
    return bytes > 0 ? formatQuantity(bytes, "B") : std::string();
}

Cells workloadRow(const TokenFigures &figures, bool hasEnergy)
{
    Cells row { { QT_TRANSLATE_NOOP("Page", "Workload"), figures.name },
                number(QT_TRANSLATE_NOOP("Page", "Sequences"), formatCount(figures.sequences)),
                number(QT_TRANSLATE_NOOP("Page", "Tokens"), formatCount(figures.tokens)),
                number(QT_TRANSLATE_NOOP("Page", "In the cache"), formatCount(figures.context)),
                number(QT_TRANSLATE_NOOP("Page", "Work per token"), formatQuantity(figures.flopsPerToken(), "FLOP")),
                number(QT_TRANSLATE_NOOP("Page", "Weights"), bytesText(static_cast<double>(figures.weightBytes))),
                number(QT_TRANSLATE_NOOP("Page", "Weights per token"), bytesText(figures.weightBytesPerToken()), 3),
                number(QT_TRANSLATE_NOOP("Page", "Cache"), bytesText(static_cast<double>(figures.cacheBytes)), 1),
                number(QT_TRANSLATE_NOOP("Page", "Cache per token"), bytesText(figures.cacheBytesPerToken()), 2),
                number(QT_TRANSLATE_NOOP("Page", "Time per token"), orEmpty(figures.nsPerToken(), formatDuration)),
                number(QT_TRANSLATE_NOOP("Page", "Rate"), orEmpty(figures.tokensPerSecond(), [](double rate) {
                           return formatRate(rate, translated(QT_TRANSLATE_NOOP("Page", "tokens")));
                       })) };
    if (hasEnergy)
        row.push_back(
            number(QT_TRANSLATE_NOOP("Page", "Energy per token"),
                   orEmpty(figures.joulesPerToken(), [](double joules) { return formatQuantity(joules, "J"); }), 4));
    return row;
}

std::string rateAt(const TokenFigures &figures, double ns)
{
    return formatRate(static_cast<double>(figures.sequences * figures.tokens) * 1e9 / ns,
                      translated(QT_TRANSLATE_NOOP("Page", "tokens")));
}

/// Of what a run took, and what the roof allows that limits it.
std::string measuredSentence(const TokenFigures &figures)
{
    const bool ofArithmetic = figures.isArithmeticBound();
    const double boundNs = ofArithmetic ? *figures.arithmeticBoundNs : *figures.memoryBoundNs;
    const auto &interval = ofArithmetic ? figures.arithmeticBoundInterval : figures.memoryBoundInterval;
    const std::string median = formatDuration(*figures.medianNs);
    if (*figures.medianNs >= boundNs)
        return translated(ofArithmetic ? QT_TRANSLATE_NOOP("Page", "It took %1, %2 of the rate that arithmetic allows.")
                                       : QT_TRANSLATE_NOOP("Page", "It took %1, %2 of the rate that memory allows."),
                          median, formatPercent(boundNs / *figures.medianNs));
    if (interval && *figures.medianNs >= interval->front())
        return translated(QT_TRANSLATE_NOOP("Page", "It took %1, the limit of its roof, which lies between %2 and %3."),
                          median, formatDuration(interval->front()), formatDuration(interval->back()));
    return translated(
        QT_TRANSLATE_NOOP("Page", "It took %1, which is less: a roof was measured too low. Measure the roofs again."),
        median);
}

/// "A step of the prefill does 592 TFLOP: at the roofs of arithmetic it takes at least 4.1 s, which is 125 tokens/s at
/// most."
std::string arithmeticSentence(const TokenFigures &figures)
{
    return translated(QT_TRANSLATE_NOOP("Page",
                                        "A step of the %1 does %2: at the roofs of arithmetic it takes at least "
                                        "%3, which is %4 at most."),
                      figures.name, formatQuantity(static_cast<double>(figures.cost.flops), "FLOP"),
                      formatDuration(*figures.arithmeticBoundNs), rateAt(figures, *figures.arithmeticBoundNs));
}

/// "A step of the decode reads 141 GB of weights and 2.62 GB of cache, 144 GB of it at 20.1 GB/s (DRAM read): it takes
/// at least 7.1 s, which is 0.14 tokens/s at most."
std::string memorySentence(const TokenFigures &figures)
{
    const std::string weights = formatQuantity(static_cast<double>(figures.weightBytes), "B");
    const std::string cache = formatQuantity(static_cast<double>(figures.cacheBytes), "B");
    if (!figures.memoryBoundNs)
        return translated(
            QT_TRANSLATE_NOOP(
                "Page",
                "A step of the %1 reads %2 of weights and %3 of cache; without a measured roof, its time is unknown."),
            figures.name, weights, cache);
    return translated(QT_TRANSLATE_NOOP("Page",
                                        "A step of the %1 reads %2 of weights and %3 of cache, %4 of it at %5 (%6): it "
                                        "takes at least %7, which is %8 at most."),
                      figures.name, weights, cache, formatQuantity(figures.readRoofBytes, "B"),
                      formatQuantity(*figures.readBytesPerSecond, "B/s"), figures.readRoof,
                      formatDuration(*figures.memoryBoundNs), rateAt(figures, *figures.memoryBoundNs));
}

std::string boundSentences(const TokenFigures &figures)
{
    std::vector<std::string> sentences = { figures.isArithmeticBound() ? arithmeticSentence(figures)
                                                                       : memorySentence(figures) };
    const bool isBounded = figures.isArithmeticBound() || figures.memoryBoundNs;
    if (isBounded && figures.medianNs && !figures.ranElsewhere)
        sentences.push_back(measuredSentence(figures));
    return translatedRow(sentences, QT_TRANSLATE_NOOP("Sentences", "%1 %2"), "Sentences");
}

} // namespace

static void fields(JsonWriter &archive, const TokenFigures &figures)
{
    archive("workload", figures.name);
    archive("sequences", figures.sequences);
    archive("tokens", figures.tokens);
    archive("context", figures.context);
    archive("macs", figures.cost.macs);
    archive("flops", figures.cost.flops);
    archive("flops_per_token", figures.flopsPerToken());
    archive("weight_bytes", figures.weightBytes);
    archive("weight_bytes_per_token", figures.weightBytesPerToken());
    archive("cache_bytes", figures.cacheBytes);
    archive("cache_bytes_per_token", figures.cacheBytesPerToken());
    archive("median_ns", figures.medianNs);
    archive("ns_per_token", figures.nsPerToken());
    archive("tokens_per_second", figures.tokensPerSecond());
    archive("joules_per_token", figures.joulesPerToken());
    archive("memory_bound_ns", figures.memoryBoundNs);
    archive("memory_bound_interval_ns", figures.memoryBoundInterval);
    archive("arithmetic_bound_ns", figures.arithmeticBoundNs);
    archive("arithmetic_bound_interval_ns", figures.arithmeticBoundInterval);
    archive("read_byte_per_second", figures.readBytesPerSecond);
    archive("ceiling_tokens_per_second", figures.ceilingTokensPerSecond());
}

namespace {

struct TokensDocument {
    const std::vector<TokenFigures> &workloads;
};

} // namespace

static void fields(JsonWriter &archive, const TokensDocument &document)
{
    archive("format", "rooflight.tokens");
    archive("version", 1);
    archive("workloads", document.workloads);
    std::vector<std::string> disturbedBy;
    for (const TokenFigures &figures : document.workloads)
        disturbedBy = joinedDisturbances(std::move(disturbedBy), figures.disturbedBy);
    archive("disturbed_by", disturbedBy);
}

Section tokenSection(const std::vector<TokenFigures> &workloads)
{
    std::vector<Cells> rows;
    rows.reserve(workloads.size());
    const bool hasEnergy =
        std::ranges::any_of(workloads, [](const TokenFigures &each) { return each.joulesPerToken().has_value(); });
    for (const TokenFigures &figures : workloads)
        rows.push_back(workloadRow(figures, hasEnergy));
    Section section { .table = tableOf(std::move(rows)) };
    for (const TokenFigures &figures : workloads) {
        section.paragraphs.push_back(boundSentences(figures));
        if (!figures.disturbedBy.empty())
            section.paragraphs.push_back(translated(
                QT_TRANSLATE_NOOP(
                    "Page", "Runs or roofs of the %1 were disturbed (%2): measure again when the machine is quiet."),
                figures.name, translated(flagsPhrase(figures.disturbedBy))));
    }
    return section;
}

Section workloadSection(const Session &session)
{
    const auto figures =
        session.workloads.empty() ? Result<std::vector<TokenFigures>>(Error {}) : workloadFigures(session);
    Section section = figures.ok() ? tokenSection(figures.value()) : Section();
    section.title = QT_TRANSLATE_NOOP("Page", "Workloads");
    return section;
}

std::string tokensText(const std::vector<TokenFigures> &workloads, int width)
{
    return layOut(std::vector { tokenSection(workloads) }, width);
}

std::string tokensToCsv(const std::vector<TokenFigures> &workloads)
{
    std::vector<std::vector<std::string>> rows;
    rows.reserve(workloads.size());
    for (const TokenFigures &figures : workloads) {
        rows.push_back({ figures.name, numberCell(figures.sequences), numberCell(figures.tokens),
                         numberCell(figures.context), numberCell(figures.cost.macs), numberCell(figures.cost.flops),
                         numberCell(figures.flopsPerToken()), numberCell(figures.weightBytes),
                         numberCell(figures.weightBytesPerToken()), numberCell(figures.cacheBytes),
                         numberCell(figures.cacheBytesPerToken()), numberCell(figures.nsPerToken()),
                         numberCell(figures.tokensPerSecond()), numberCell(figures.memoryBoundNs),
                         numberCell(figures.arithmeticBoundNs), numberCell(figures.joulesPerToken()) });
    }
    return toCsv({ "workload", "sequences", "tokens", "context", "macs", "flops", "flops_per_token", "weight_bytes",
                   "weight_bytes_per_token", "cache_bytes", "cache_bytes_per_token", "ns_per_token",
                   "tokens_per_second", "memory_bound_ns", "arithmetic_bound_ns", "joules_per_token" },
                 rows);
}

std::string tokensToJson(const std::vector<TokenFigures> &workloads)
{
    std::string text;
    JsonWriter(text, JsonLayout::Indented).write(TokensDocument { workloads });
    return text + '\n';
}

} // namespace rooflight
