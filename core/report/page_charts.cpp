// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/page_charts.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/report/format/language.h"
#include "core/report/format/marker.h"
#include "core/report/format/names.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/point.h"
#include "core/roofline/session_samples.h"
#include "core/statistics/histogram.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

/// What moves memory without any arithmetic has no place under the roofs: it stands on a strip of its own.
bool isOnStrip(const RooflinePoint &point)
{
    return !isPositive(point.arithmeticIntensity) && point.cost.flops == 0 && point.cost.bytes() > 0;
}

} // namespace

bool isTimedOnPage(const RooflinePoint &point)
{
    return isPositive(isOnStrip(point) ? point.achievedBytePerSecond : point.achievedFlopPerSecond);
}

namespace {

/// On the strip, in B/s; as in the window.
std::optional<double> drawnBandwidth(const RooflinePoint &point, const Session &session)
{
    if (isTimedOnPage(point))
        return point.achievedBytePerSecond;
    const Roof *roof = session.peaks ? roofAt(session.peaks->roofs, point.verdict.memoryRoof) : nullptr;
    return roof ? std::optional(roof->value) : std::nullopt;
}

/// The rate that it is drawn at: what it achieved, else what its roof allows. FLOP/s, on the strip B/s. None where a
/// logarithmic axis has no place for it.
std::optional<double> drawnRate(const RooflinePoint &point, const Session &session)
{
    if (isOnStrip(point)) {
        const std::optional<double> bandwidth = drawnBandwidth(point, session);
        return isPositive(bandwidth) ? bandwidth : std::nullopt;
    }
    const std::optional<double> rate = isTimedOnPage(point) ? point.achievedFlopPerSecond : drawnAtRoof(point, session);
    return isPositive(point.arithmeticIntensity) && isPositive(rate) ? rate : std::nullopt;
}

} // namespace

std::vector<RooflinePoint> drawnPoints(const JudgedSession &judged)
{
    std::vector<RooflinePoint> points = judged.chartPoints();
    std::erase_if(points,
                  [&session = judged.session()](const RooflinePoint &point) { return !drawnRate(point, session); });
    return points;
}

std::string itemJson(const Analysis &analysis, ItemId item)
{
    const bool isLayer = item.kind == ItemId::Kind::Layer;
    return fmt::format("\"layer\":{},\"operator\":{}",
                       isLayer ? item.id : analysis.operators[static_cast<std::size_t>(item.id)].layer,
                       isLayer ? -1 : item.id);
}

namespace {

using EarlierPoints = std::map<std::string, RooflinePoint>;

/// Where each point of an earlier session stood, by its label: of those that were timed.
EarlierPoints earlierPoints(const PageComparison *compared)
{
    EarlierPoints earlier;
    if (!compared)
        return earlier;
    for (RooflinePoint &point : drawnPoints(compared->before)) {
        if (isTimedOnPage(point))
            earlier.emplace(point.label, std::move(point));
    }
    return earlier;
}

/// Where a point stands: its intensity and FLOP/s, or on the strip its bandwidth.
std::string placeJson(const RooflinePoint &point, double rate)
{
    return isOnStrip(point) ? fmt::format("\"bandwidth\":{:.6g}", rate)
                            : fmt::format("\"intensity\":{:.6g},\"rate\":{:.6g}", *point.arithmeticIntensity, rate);
}

/// Under the roofs of a data sheet nothing was timed, so nothing has moved.
std::string earlierJson(const RooflinePoint &point, const EarlierPoints &earlier)
{
    const auto found = earlier.find(point.label);
    if (found == earlier.end() || !isTimedOnPage(point) || isOnStrip(found->second) != isOnStrip(point))
        return {};
    const RooflinePoint &before = found->second;
    const double rate = isOnStrip(before) ? *before.achievedBytePerSecond : *before.achievedFlopPerSecond;
    return fmt::format(",\"before\":{{{}{}{}}}", placeJson(before, rate), optionalNumber("timeNs", before.timeNs),
                       optionalNumber("share", before.timeShare));
}

std::string pointJson(const Session &session, const RooflinePoint &point, const Headline &said,
                      const EarlierPoints &earlier)
{
    const Analysis &analysis = *session.analysis;
    const auto id = static_cast<std::size_t>(point.item.id);
    const std::string &type =
        point.item.kind == ItemId::Kind::Layer ? analysis.layers[id].type : analysis.operators[id].name;
    return fmt::format("{{\"name\":{},\"type\":{},{},\"family\":\"{}\",\"bound\":\"{}\",{},\"tag\":{},"
                       "\"timed\":{},\"flops\":{},\"bytes\":{}{}{}{}{}{}}}",
                       jsonText(point.label), jsonText(type), itemJson(analysis, point.item), name(point.family),
                       name(point.verdict.bound), placeJson(point, drawnRate(point, session).value_or(0)),
                       numberOf(said, point.item), isTimedOnPage(point), point.flops, point.cost.bytes(),
                       optionalNumber("timeNs", point.timeNs), optionalNumber("share", point.timeShare),
                       optionalNumber("fraction", point.verdict.roofFraction),
                       optionalNumber("gainNs", point.timeToGainNs), earlierJson(point, earlier));
}

/// The roofs that judge a point, and those of most of the model.
std::set<std::size_t> drawnRoofs(const std::vector<RooflinePoint> &points, const Platform &platform)
{
    std::set<std::size_t> drawn;
    for (const auto &roof : { platform.computeRoof, platform.memoryRoof }) {
        if (roof)
            drawn.insert(*roof);
    }
    for (const RooflinePoint &point : points) {
        for (const auto &roof : { point.verdict.computeRoof, point.verdict.memoryRoof }) {
            if (roof)
                drawn.insert(*roof);
        }
    }
    return drawn;
}

} // namespace

std::string pointsJson(const JudgedSession &judged, const std::vector<RooflinePoint> &points, const Headline &said,
                       const PageComparison *compared)
{
    const EarlierPoints earlier = earlierPoints(compared);
    std::vector<std::string> places;
    places.reserve(points.size());
    for (const RooflinePoint &point : points)
        places.push_back(pointJson(judged.session(), point, said, earlier));
    return joinedJson(places);
}

std::string roofsJson(const JudgedSession &judged, const std::vector<RooflinePoint> &points)
{
    const Session &session = judged.session();
    std::vector<std::string> roofs;
    for (const std::size_t index : drawnRoofs(points, judged.summary().platform)) {
        const Roof *roof = session.peaks ? roofAt(session.peaks->roofs, index) : nullptr;
        if (roof && !roof->launch() && isPositive(roof->value))
            roofs.push_back(fmt::format("{{\"name\":{},\"unit\":\"{}\",\"value\":{:.6g}}}",
                                        jsonText(translated(roofPhrase(*roof))), roof->valueUnit(), roof->value));
    }
    return joinedJson(roofs);
}

std::string othersJson(const PageSessions &beside, const std::vector<std::vector<RooflinePoint>> &points)
{
    std::vector<std::string> others;
    others.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const JudgedSession &judged = beside.others[i].judged;
        others.push_back(fmt::format("{{\"roofs\":[{}],\"points\":[{}]}}", roofsJson(judged, points[i]),
                                     pointsJson(judged, points[i], {}, nullptr)));
    }
    return joinedJson(others);
}

std::string sessionNamesJson(const PageSessions &beside)
{
    std::vector<std::string> names = { jsonText(beside.name) };
    for (const PageSession &other : beside.others)
        names.push_back(jsonText(other.name));
    return joinedJson(names);
}

std::string sessionColorsJson(const PageSessions &beside)
{
    std::vector<std::string> colors;
    colors.reserve(beside.others.size() + 1);
    for (std::size_t session = 0; session <= beside.others.size(); ++session)
        colors.push_back(fmt::format("\"{}\"", name(numberedFamily(session))));
    return joinedJson(colors);
}

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
