// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/interactive_page.h"

#include "core/report/format/html_page.h"
#include "core/report/format/utf8.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/point.h"
#include "core/roofline/roofs.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>

namespace ridgepoint {

extern const std::string_view interactiveScript;
extern const std::string_view interactiveScriptSha256;
extern const std::string_view interactiveStyle;

namespace {

/// Inside of a script element: no "<" may come through.
std::string jsonText(std::string_view text)
{
    std::string json = "\"";
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\')
            json += '\\';
        if (c == '<')
            json += "\\u003c";
        else
            json += c;
    }
    return json + '"';
}

bool isPositive(const std::optional<double> &value)
{
    return value && std::isfinite(*value) && *value > 0;
}

std::string optionalNumber(std::string_view key, const std::optional<double> &value)
{
    return isPositive(value) ? fmt::format(",\"{}\":{:.6g}", key, *value) : std::string();
}

/// Empty for a point without a positive intensity and rate, which a logarithmic chart has no place for.
std::string pointJson(const Analysis &analysis, const RooflinePoint &point)
{
    const bool timed = isPositive(point.achievedFlopPerSecond);
    const std::optional<double> rate = timed ? point.achievedFlopPerSecond : point.verdict.attainableFlopPerSecond;
    if (!isPositive(point.arithmeticIntensity) || !isPositive(rate))
        return {};
    const bool isLayer = point.item.kind == ItemId::Kind::Layer;
    const auto id = static_cast<std::size_t>(point.item.id);
    const std::string &type = isLayer ? analysis.layers[id].type : analysis.operators[id].name;
    return fmt::format("{{\"name\":{},\"type\":{},\"layer\":{},\"family\":\"{}\",\"bound\":\"{}\",\"intensity\":{:.6g},"
                       "\"rate\":{:.6g},\"timed\":{},\"flops\":{},\"bytes\":{}{}{}{}{}}}",
                       jsonText(point.label), jsonText(type), isLayer ? point.item.id : -1, name(point.family),
                       name(point.verdict.bound), *point.arithmeticIntensity, *rate, timed, point.flops,
                       point.cost.bytes(), optionalNumber("timeNs", point.timeNs),
                       optionalNumber("share", point.timeShare), optionalNumber("fraction", point.verdict.roofFraction),
                       optionalNumber("gainNs", point.timeToGainNs));
}

std::string joined(const std::vector<std::string> &parts)
{
    std::string all;
    for (const std::string &part : parts)
        all += (all.empty() ? "" : ",\n") + part;
    return all;
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

std::string dataJson(const Session &session)
{
    const std::vector<RooflinePoint> points = chartPoints(session);
    const Platform platform = summaryOf(session).platform;
    std::vector<std::string> roofs;
    for (const std::size_t index : drawnRoofs(points, platform)) {
        const Roof *roof = session.peaks ? roofAt(session.peaks->roofs, index) : nullptr;
        if (roof && !roof->launch() && isPositive(roof->value))
            roofs.push_back(fmt::format("{{\"name\":{},\"unit\":\"{}\",\"value\":{:.6g}}}", jsonText(roof->name),
                                        roof->valueUnit(), roof->value));
    }
    std::vector<std::string> places;
    for (const RooflinePoint &point : points) {
        if (std::string place = pointJson(*session.analysis, point); !place.empty())
            places.push_back(std::move(place));
    }
    std::vector<std::string> paths; // a row of the table says the last part of them only
    for (const Layer &layer : session.analysis->layers)
        paths.push_back(jsonText(layer.path));
    return fmt::format("{{\"paths\":[{}],\"ridge\":{},\n\"roofs\":[{}],\n\"points\":[{}]}}", joined(paths),
                       isPositive(platform.ridgeFlopPerByte) ? fmt::format("{:.6g}", *platform.ridgeFlopPerByte)
                                                             : std::string("null"),
                       joined(roofs), joined(places));
}

/// What the colours of the points mean, of the bounds that there are.
std::string legend(const Session &session)
{
    std::set<Bound> bounds;
    for (const RooflinePoint &point : chartPoints(session))
        bounds.insert(point.verdict.bound);
    std::string html = "<ul class=\"legend\">";
    for (const Bound bound : bounds)
        html += fmt::format("<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><circle cx=\"5\" cy=\"5\" r=\"5\" "
                            "class=\"bound-{}\"/></svg>{}</li>",
                            name(bound), bound == Bound::None ? "not judged" : name(bound));
    return html + "</ul>\n";
}

std::string base64(std::string_view hex)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<unsigned> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<unsigned>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned group = bytes[i] << 16U;
        group |= count > 1 ? bytes[i + 1] << 8U : 0U;
        group |= count > 2 ? bytes[i + 2] : 0U;
        for (std::size_t digit = 0; digit < 4; ++digit)
            text += digit <= count ? digits[(group >> (18U - 6U * digit)) & 63U] : '=';
    }
    return text;
}

std::string chartHtml(const Session &session, std::string_view picture)
{
    if (!session.analysis)
        return std::string(picture);
    return htmlHeading("Roofline")
        + "<p class=\"soft\">Wheel or + and − zoom, dragging pans, 0 or a double click shows everything; point at a "
          "layer for "
          "its numbers, click it for its row. Layers without arithmetic "
          "are in the tables only, whose titles sort.</p>\n"
        + legend(session)
        + fmt::format("<div id=\"ridgepoint-chart\"></div>\n<noscript>{}</noscript>\n"
                      "<script type=\"application/json\" id=\"ridgepoint-data\">{}</script>\n",
                      picture, dataJson(session));
}

} // namespace

std::string sessionToInteractiveHtml(const Session &session, std::string_view chartSvg)
{
    if (!session.analysis)
        return sessionToHtml(session, chartSvg);
    const auto chart = [&session](std::string_view picture) { return chartHtml(session, picture); };
    return htmlPage(reportTitle(session), reportBody(session, chartSvg, OperatorTable::OfOneLayer, chart),
                    { interactiveScript, base64(interactiveScriptSha256), interactiveStyle });
}

} // namespace ridgepoint
