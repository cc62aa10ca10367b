// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/page_histograms.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/report/format/language.h"
#include "core/report/format/page_json.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/point.h"
#include "core/roofline/session_samples.h"
#include "core/statistics/readable_histogram.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace rooflight {

namespace {

bool isDrawable(const Histogram &bars)
{
    return !bars.counts.empty() && bars.binWidth > 0 && std::isfinite(bars.edge(0))
        && std::isfinite(bars.edge(bars.counts.size()));
}

/// The numbers that are stated of samples.
std::string figuresJson(const SampleSet &samples)
{
    return fmt::format("\"runs\":{}{}{}", samples.samplesNs.size(), optionalNumber("median", samples.summary.medianNs),
                       optionalNumber("p95", samples.summary.percentile(95)));
}

/// Empty if there are no bars.
std::string histogramJson(std::string_view name, const SampleSet &samples, const SampleSet *before)
{
    if (before && before->samplesNs.empty())
        before = nullptr;
    const Histogram bars =
        readableHistogram(samples, before ? std::vector { before } : std::vector<const SampleSet *>());
    if (!isDrawable(bars))
        return {};
    const std::string earlier = before ? fmt::format(",\n\"before\":{{{},\"counts\":[{}]}}", figuresJson(*before),
                                                     fmt::join(countsIn(bars, before->samplesNs), ","))
                                       : std::string();
    return fmt::format("{{\"name\":{},{},\"low\":{:.10g},\"width\":{:.10g},\"below\":{},\"above\":{},"
                       "\"sturges\":{},\"counts\":[{}]{}}}",
                       jsonText(name), figuresJson(samples), bars.lowestEdge, bars.binWidth, bars.below, bars.above,
                       hasBarsOfSturges(samples), fmt::join(bars.counts, ","), earlier);
}

std::string modelJson(const SessionSamples &samples, const std::optional<SessionSamples> &before)
{
    const SampleSet *const model = samples.ofModel();
    if (!model)
        return {};
    const char *const title = samples.session().latency ? QT_TRANSLATE_NOOP("Page", "Whole model, bare runs")
                                                        : QT_TRANSLATE_NOOP("Page", "Whole model, instrumented runs");
    return histogramJson(translated(title), *model, before ? before->ofModel() : nullptr);
}

/// The layers of the page's session that the earlier one has too: their ids there.
std::map<std::int64_t, std::int64_t> earlierLayers(const PageComparison *compared)
{
    std::map<std::int64_t, std::int64_t> ids;
    if (!compared)
        return ids;
    for (const LayerChange &layer : compared->comparison.layers) {
        if (layer.before && layer.after)
            ids.emplace(*layer.after, *layer.before);
    }
    return ids;
}

/// Their median is no time of a table, which is a share of bare runs.
std::string titleOf(const RooflinePoint &point)
{
    return translated(QT_TRANSLATE_NOOP("Page", "%1, instrumented runs"), point.label);
}

/// Of those points that were timed, by their ids.
std::string itemsJson(const std::vector<RooflinePoint> &points, const SessionSamples &samples,
                      const std::function<const SampleSet *(ItemId)> &before)
{
    std::vector<std::string> items;
    for (const RooflinePoint &point : points) {
        const SampleSet *const timed = samples.of(point.item);
        const std::string json = timed ? histogramJson(titleOf(point), *timed, before(point.item)) : std::string();
        if (!json.empty())
            items.push_back(fmt::format("\"{}\":{}", point.item.id, json));
    }
    return joinedJson(items);
}

} // namespace

std::string histogramsJson(const JudgedSession &judged, const std::vector<RooflinePoint> &operators,
                           const PageComparison *compared)
{
    const SessionSamples samples(judged.session());
    const auto before = compared ? std::optional<SessionSamples>(compared->before.session()) : std::nullopt;
    const std::string model = modelJson(samples, before);
    if (model.empty())
        return "null";
    const auto sameLayer = [&before, ids = earlierLayers(compared)](ItemId item) -> const SampleSet * {
        const auto found = ids.find(item.id);
        return before && found != ids.end() ? before->of({ ItemId::Kind::Layer, found->second }) : nullptr;
    };
    const auto none = [](ItemId) -> const SampleSet * { return nullptr; }; // operators have no names to match by
    return fmt::format("{{\"model\":{},\n\"layers\":{{{}}},\n\"operators\":{{{}}}}}", model,
                       itemsJson(judged.layers(), samples, sameLayer), itemsJson(operators, samples, none));
}

std::string histogramSection(const Session &session)
{
    const SessionSamples samples(session);
    if (modelJson(samples, std::nullopt).empty())
        return {};
    const Summary &summary = samples.ofModel()->summary;
    const Facts facts = { { QT_TRANSLATE_NOOP("Page", "Runs"), formatCount(summary.count) },
                          { QT_TRANSLATE_NOOP("Page", "Median"), formatDuration(summary.medianNs) },
                          { factTitle(FactId::P95), orEmpty(summary.percentile(95), formatDuration) } };
    const std::string usage =
        translated(QT_TRANSLATE_NOOP("Page",
                                     "How often each time was measured. Point at a bar, or use the arrow keys, to see "
                                     "its range and runs; select a layer to see its times."));
    return htmlHeading(QT_TRANSLATE_NOOP("Page", "Latency histogram"))
        + fmt::format("<p class=\"soft usage\">{}</p>\n", htmlText(usage))
        + fmt::format("<div id=\"rooflight-histogram\" class=\"plot\"></div>\n<noscript>{}</noscript>\n",
                      toHtml({ { .facts = facts } }));
}

} // namespace rooflight
