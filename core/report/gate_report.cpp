// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/comparison_report.h"

#include "core/base/foreign_text.h"
#include "core/record/json_writer.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/item_times.h"
#include "core/roofline/model_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace rooflight {

namespace {

constexpr std::size_t maxMarkdownLayers = 10;
constexpr double percentPerOne = 100;

constexpr EnumNames<FailOn, 4> criterionTexts = { {
    { FailOn::Slower, "slower" },
    { FailOn::Unsure, "unsure whether slower" },
    { FailOn::MoreBytes, "more bytes" },
    { FailOn::MoreFlops, "more FLOPs" },
} };

/// "6.1 % more", "0.5 % less", "as much".
std::string changeText(double ratio, std::string_view more, std::string_view less)
{
    if (!std::isfinite(ratio))
        return fmt::format("{}, from 0", more);
    if (ratio == 1)
        return "unchanged";
    return fmt::format("{} {}", formatPercent(std::abs(ratio - 1)), ratio > 1 ? more : less);
}

std::string betweenRunsText(const CriterionResult &result)
{
    return result.betweenRuns
        ? fmt::format("; two runs of the same may differ by {}", formatPercent(*result.betweenRuns))
        : std::string();
}

std::string_view adviceText(const CriterionResult &result)
{
    return result.evidence == Evidence::Interleaved ? " That does not decide it: take more runs."
                                                    : " That does not decide it: measure both interleaved.";
}

std::string_view markOf(const CriterionResult &result)
{
    if (result.failed)
        return "❌";
    return result.undecided ? "⚠️" : "✅";
}

std::string timeText(const CriterionResult &result)
{
    constexpr EnumNames<Evidence, 5> evidenceTexts = { {
        { Evidence::Intervals, "95 %: {} to {}" },
        { Evidence::Spread, "from p10 to p90, as the runs were uneven: {} to {}" },
        { Evidence::Interleaved, "95 %, from the ratio of each round: {} to {}" },
        { Evidence::Counts, "{} to {}" },
        { Evidence::Repetitions, "95 %, from the medians of the sessions: {} to {}" },
    } };
    const std::array<double, 2> interval = result.ratioInterval.value_or(std::array { result.ratio, result.ratio });
    const std::string known = fmt::format(fmt::runtime(nameIn(evidenceTexts, result.evidence)),
                                          formatPercentChange(interval[0] - 1), formatPercentChange(interval[1] - 1));
    return fmt::format("{}: {} before, {} after ({}{}).{}", changeText(result.ratio, "slower", "faster"),
                       formatDuration(result.before), formatDuration(result.after), known, betweenRunsText(result),
                       result.undecided ? adviceText(result) : "");
}

std::string amountText(const CriterionResult &result)
{
    const std::string_view unit = result.criterion.what == FailOn::MoreFlops ? "FLOP" : "B";
    return fmt::format("{}: {} before, {} after.", changeText(result.ratio, "more", "less"),
                       formatQuantity(result.before, unit), formatQuantity(result.after, unit));
}

/// Untrusted text as data of XML.
std::string xmlText(std::string_view text)
{
    return htmlText(harmlessLine(text));
}

/// Untrusted text as data of Markdown, in a cell of a table, too.
std::string markdownText(std::string_view text)
{
    std::string escaped;
    for (const char c : harmlessLine(text)) {
        if (std::string_view("\\`*_{}[]<>()#+-.!|~&@:").find(c) != std::string_view::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// One metric of Bencher; its bounds are left out if there are none.
struct Metric {
    double value = 0;
    std::optional<double> lower = {};
    std::optional<double> upper = {};
};

void fields(JsonWriter &archive, const Metric &metric)
{
    archive("value", metric.value);
    archive.unlessEmpty("lower_value", metric.lower);
    archive.unlessEmpty("upper_value", metric.upper);
}

using Metrics = std::vector<std::pair<std::string_view, Metric>>;

void fields(JsonWriter &archive, const Metrics &metrics)
{
    for (const auto &[name, metric] : metrics)
        archive(name, metric);
}

/// What an adapter reads: benchmarks by name, each name once.
class Benchmarks
{
public:
    void add(std::string name, Metrics metrics)
    {
        if (!metrics.empty() && m_names.insert(name).second)
            m_all.emplace_back(std::move(name), std::move(metrics));
    }

    [[nodiscard]] std::string toJson() const
    {
        std::string text;
        JsonWriter(text, JsonLayout::Indented).write(*this);
        return text + '\n';
    }

    friend void fields(JsonWriter &archive, const Benchmarks &benchmarks)
    {
        for (const auto &[name, metrics] : benchmarks.m_all)
            archive(name, MetricsObject { metrics });
    }

private:
    struct MetricsObject {
        const Metrics &metrics;
        friend void fields(JsonWriter &archive, const MetricsObject &object) { fields(archive, object.metrics); }
    };

    std::vector<std::pair<std::string, Metrics>> m_all;
    std::set<std::string> m_names;
};

Metric latencyMetric(const Summary &summary)
{
    return { summary.medianNs, summary.medianIntervalNs[0], summary.medianIntervalNs[1] };
}

Metrics modelMetrics(const Session &session, const ModelSummary &summary)
{
    Metrics metrics;
    if (session.latency && session.latency->samples.summary.count > 0) {
        metrics.emplace_back("latency", latencyMetric(bareSamples(session)->summary));
        metrics.emplace_back("throughput", Metric { session.latency->throughputPerSecond });
    }
    if (session.analysis) {
        const Cost &cost = session.analysis->totals.cost;
        metrics.emplace_back("flops", Metric { static_cast<double>(cost.flops) });
        metrics.emplace_back("memory-traffic",
                             Metric { static_cast<double>(cost.bytesRead) + static_cast<double>(cost.bytesWritten) });
    }
    if (const std::optional<double> share = summary.roofShare())
        metrics.emplace_back("roof-share", Metric { *share });
    return metrics;
}

void addMarkdownModel(std::string &text, const SessionComparison &comparison)
{
    text += "| | before | after | ratio | verdict |\n|---|--:|--:|--:|---|\n";
    const TimeChange &time = comparison.model;
    if (time.beforeNs && time.afterNs)
        text += fmt::format("| Latency, median | {} | {} | {} | {} |\n", formatDuration(*time.beforeNs),
                            formatDuration(*time.afterNs), orEmpty(time.ratio, formatRounded), name(time.change));
    const auto root = std::ranges::find_if(
        comparison.layers, [](const LayerChange &layer) { return layer.path.empty() && layer.before && layer.after; });
    if (root == comparison.layers.end())
        return;
    const auto row = [&text](std::string_view title, std::int64_t before, std::int64_t after, std::string_view unit) {
        const std::string ratio =
            before > 0 ? formatRounded(static_cast<double>(after) / static_cast<double>(before)) : std::string();
        text += fmt::format("| {} | {} | {} | {} | {} |\n", title, formatQuantity(static_cast<double>(before), unit),
                            formatQuantity(static_cast<double>(after), unit), ratio,
                            after == before ? "same" : (after > before ? "more" : "less"));
    };
    row("Work", root->flopsBefore, root->flopsAfter, "FLOP");
    row("Memory traffic", root->bytesBefore, root->bytesAfter, "B");
}

bool isShown(const LayerChange &layer)
{
    const Change change = layer.time.change;
    return layer.leaf && change != Change::Same && change != Change::Unclear && change != Change::Unmeasured;
}

void addMarkdownLayers(std::string &text, const SessionComparison &comparison)
{
    std::size_t rows = 0;
    std::size_t left = 0;
    for (const LayerChange *layer : largestChangeFirst(comparison)) {
        if (!isShown(*layer))
            continue;
        if (rows == maxMarkdownLayers) {
            ++left;
            continue;
        }
        if (rows++ == 0)
            text += "\n| Layer | type | before | after | ratio | verdict |\n|---|---|--:|--:|--:|---|\n";
        const std::string label = layer->call > 0 ? fmt::format("{} #{}", layer->path, layer->call + 1) : layer->path;
        text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", markdownText(label), markdownText(layer->type),
                            orEmpty(layer->time.beforeNs, formatDuration), orEmpty(layer->time.afterNs, formatDuration),
                            orEmpty(layer->time.ratio, formatRounded), name(layer->time.change));
    }
    if (rows == 0 && !comparison.layers.empty())
        text += "\nNo layer is clearly faster or slower.\n";
    if (left > 0)
        text += fmt::format("\n{} more layers changed.\n", left);
}

} // namespace

std::string criterionText(const FailCriterion &criterion)
{
    const std::string_view text = nameIn(criterionTexts, criterion.what);
    return criterion.leastEffect ? fmt::format("{} from {:g} %", text, *criterion.leastEffect * percentPerOne)
                                 : std::string(text);
}

std::string resultText(const CriterionResult &result)
{
    return result.evidence == Evidence::Counts ? amountText(result) : timeText(result);
}

std::string resultsToJunit(const std::vector<CriterionResult> &results, std::string_view model)
{
    const auto failures = std::ranges::count(results, true, &CriterionResult::failed);
    std::string text =
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<testsuites name=\"rooflight\" tests=\"{0}\" failures=\"{1}\">\n"
                    "  <testsuite name=\"rooflight compare\" tests=\"{0}\" failures=\"{1}\" errors=\"0\" "
                    "skipped=\"0\">\n",
                    results.size(), failures);
    for (const CriterionResult &result : results) {
        text += fmt::format("    <testcase classname=\"{}\" name=\"not {}\" time=\"0\">\n", xmlText(model),
                            xmlText(criterionText(result.criterion)));
        const std::string sentence = xmlText(resultText(result));
        if (result.failed)
            text += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", name(result.criterion.what),
                                sentence, sentence);
        else
            text += fmt::format("      <system-out>{}</system-out>\n", sentence);
        text += "    </testcase>\n";
    }
    return text + "  </testsuite>\n</testsuites>\n";
}

std::string sessionToBmf(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const ModelSummary &summary = judged.summary();
    const std::string model = summary.name.empty() ? "model" : summary.name;
    Benchmarks benchmarks;
    benchmarks.add(model, modelMetrics(session, summary));
    if (!session.analysis || !session.layers)
        return benchmarks.toJson();
    for (const ItemLatency &latency : session.layers->items) {
        if (latency.item.kind != ItemId::Kind::Layer || latency.samples.summary.count == 0
            || !exists(latency.item.id, session.analysis->layers.size()))
            continue;
        const Layer &layer = session.analysis->layers[static_cast<std::size_t>(latency.item.id)];
        const auto times = tableTimes(session, latency.item, latency.samples.summary, judged.at(latency.item).timeNs);
        if (layer.leaf && layer.id > 0 && times)
            benchmarks.add(fmt::format("{}/{}", model, layerName(layer)), { { "latency", latencyMetric(*times) } });
    }
    return benchmarks.toJson();
}

std::string interleavedToBmf(const InterleavedLatency &latency)
{
    Benchmarks benchmarks;
    for (const LatencyVariant &variant : latency.variants) {
        if (variant.samples.summary.count > 0)
            benchmarks.add(fmt::format("{} ({})", variant.model, executionText(variant.execution)),
                           { { "latency", latencyMetric(variant.samples.summary) } });
    }
    return benchmarks.toJson();
}

std::string comparisonToMarkdown(const SessionComparison &comparison, const std::vector<CriterionResult> &results,
                                 std::string_view model)
{
    std::string text = fmt::format("### {}\n\n", markdownText(model));
    for (const CriterionResult &result : results)
        text += fmt::format("- {} {}: {}\n", markOf(result), criterionText(result.criterion), resultText(result));
    if (!results.empty())
        text += '\n';
    addMarkdownModel(text, comparison);
    addMarkdownLayers(text, comparison);
    for (const std::string &note : comparisonNotes(comparison))
        text += fmt::format("\n> {}\n", markdownText(note));
    return text;
}

} // namespace rooflight
