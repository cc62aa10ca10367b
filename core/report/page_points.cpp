// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/page_points.h"

#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/marker.h"
#include "core/report/format/names.h"
#include "core/report/format/page_json.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/roofs.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

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

} // namespace rooflight
