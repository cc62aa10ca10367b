// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/interactive_page.h"

#include "core/report/format/html_page.h"
#include "core/report/format/known_phrases.h"
#include "core/report/format/language.h"
#include "core/report/format/translation_mark.h"
#include "core/report/format/utf8.h"
#include "core/report/tables/translated_names.h"
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

/// What the script says, by the keys that it uses.
constexpr std::array scriptTexts = {
    std::pair { "achieved", QT_TRANSLATE_NOOP("Page", "Achieved") },
    std::pair { "atRoof", QT_TRANSLATE_NOOP("Page", "At its roof") },
    std::pair { "chart", QT_TRANSLATE_NOOP("Page", "Roofline with %1 points; all numbers are in the tables below.") },
    std::pair { "comma", QT_TRANSLATE_NOOP("Page", ", ") },
    std::pair { "filter", QT_TRANSLATE_NOOP("Page", "Filter") },
    std::pair { "filterHint", QT_TRANSLATE_NOOP("Page", "part of a name or type") },
    std::pair { "gain", QT_TRANSLATE_NOOP("Page", "Time to gain") },
    std::pair { "intensity", QT_TRANSLATE_NOOP("Page", "Intensity") },
    std::pair { "ofRoof", QT_TRANSLATE_NOOP("Page", "Of its roof") },
    std::pair { "share", QT_TRANSLATE_NOOP("Page", "Share") },
    std::pair { "shown", QT_TRANSLATE_NOOP("Page", "%1 of %2") },
    std::pair { "sort", QT_TRANSLATE_NOOP("Page", "Sort") },
    std::pair { "time", QT_TRANSLATE_NOOP("Page", "Time") },
    std::pair { "traffic", QT_TRANSLATE_NOOP("Page", "Traffic") },
    std::pair { "work", QT_TRANSLATE_NOOP("Page", "Work") },
    std::pair { "xAxis", QT_TRANSLATE_NOOP("Page", "Arithmetic intensity in FLOP/byte") },
    std::pair { "yAxis", QT_TRANSLATE_NOOP("Page", "Performance in FLOP/s") },
};

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

/// "compute"; what is not judged is said so.
std::string boundText(Bound bound)
{
    return bound == Bound::None ? translated(QT_TRANSLATE_NOOP("Page", "not judged")) : translatedName(bound);
}

/// The rate that it is drawn at: what it achieved, else what its roof allows. None without a positive intensity and
/// rate, which a logarithmic chart has no place for.
std::optional<double> drawnRate(const RooflinePoint &point)
{
    const bool isTimed = isPositive(point.achievedFlopPerSecond);
    const std::optional<double> rate = isTimed ? point.achievedFlopPerSecond : point.verdict.attainableFlopPerSecond;
    return isPositive(point.arithmeticIntensity) && isPositive(rate) ? rate : std::nullopt;
}

std::vector<RooflinePoint> drawnPoints(const Session &session)
{
    std::vector<RooflinePoint> points = chartPoints(session);
    std::erase_if(points, [](const RooflinePoint &point) { return !drawnRate(point); });
    return points;
}

std::string pointJson(const Analysis &analysis, const RooflinePoint &point)
{
    const bool isLayer = point.item.kind == ItemId::Kind::Layer;
    const auto id = static_cast<std::size_t>(point.item.id);
    const std::string &type = isLayer ? analysis.layers[id].type : analysis.operators[id].name;
    return fmt::format(
        "{{\"name\":{},\"type\":{},\"layer\":{},\"operator\":{},\"family\":\"{}\",\"bound\":\"{}\","
        "\"intensity\":{:.6g},"
        "\"rate\":{:.6g},\"timed\":{},\"flops\":{},\"bytes\":{}{}{}{}{}}}",
        jsonText(point.label), jsonText(type), isLayer ? point.item.id : analysis.operators[id].layer,
        isLayer ? -1 : point.item.id, name(point.family), name(point.verdict.bound), *point.arithmeticIntensity,
        drawnRate(point).value_or(0), isPositive(point.achievedFlopPerSecond), point.flops, point.cost.bytes(),
        optionalNumber("timeNs", point.timeNs), optionalNumber("share", point.timeShare),
        optionalNumber("fraction", point.verdict.roofFraction), optionalNumber("gainNs", point.timeToGainNs));
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

/// The texts of the script, and the words for bounds and families that points name.
std::string textsJson(const std::vector<RooflinePoint> &points)
{
    std::vector<std::string> texts;
    texts.reserve(scriptTexts.size());
    for (const auto &[key, text] : scriptTexts)
        texts.push_back(fmt::format("\"{}\":{}", key, jsonText(translated(text))));
    std::set<Bound> bounds;
    std::set<OperatorFamily> families;
    for (const RooflinePoint &point : points) {
        bounds.insert(point.verdict.bound);
        families.insert(point.family);
    }
    std::vector<std::string> names;
    names.reserve(bounds.size() + families.size());
    for (const Bound bound : bounds)
        names.push_back(fmt::format("\"{}\":{}", name(bound), jsonText(boundText(bound))));
    for (const OperatorFamily family : families)
        names.push_back(fmt::format("\"{}\":{}", name(family), jsonText(translatedName(name(family)))));
    return fmt::format("\"texts\":{{{}}},\n\"names\":{{{}}}", joined(texts), joined(names));
}

std::string dataJson(const Session &session, const std::vector<RooflinePoint> &points)
{
    const Platform platform = summaryOf(session).platform;
    std::vector<std::string> roofs;
    for (const std::size_t index : drawnRoofs(points, platform)) {
        const Roof *roof = session.peaks ? roofAt(session.peaks->roofs, index) : nullptr;
        if (roof && !roof->launch() && isPositive(roof->value))
            roofs.push_back(fmt::format("{{\"name\":{},\"unit\":\"{}\",\"value\":{:.6g}}}",
                                        jsonText(translated(roofPhrase(roof->name))), roof->valueUnit(), roof->value));
    }
    std::vector<std::string> places;
    places.reserve(points.size());
    for (const RooflinePoint &point : points)
        places.push_back(pointJson(*session.analysis, point));
    std::vector<std::string> paths; // a row of the table says the last part of them only
    for (const Layer &layer : session.analysis->layers)
        paths.push_back(jsonText(layer.call > 0 ? translated(QT_TRANSLATE_NOOP("Page", "%1 (call %2)"), layer.path,
                                                             std::to_string(layer.call + 1))
                                                : layer.path));
    return fmt::format("{{\"paths\":[{}],\"ridge\":{},\n\"roofs\":[{}],\n{},\n\"points\":[{}]}}", joined(paths),
                       isPositive(platform.ridgeFlopPerByte) ? fmt::format("{:.6g}", *platform.ridgeFlopPerByte)
                                                             : std::string("null"),
                       joined(roofs), textsJson(points), joined(places));
}

std::string legendEntry(std::string_view circleClass, const std::string &text)
{
    return fmt::format("<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><circle cx=\"5\" cy=\"5\" r=\"5\" "
                       "class=\"{}\"/></svg>{}</li>",
                       circleClass, htmlText(text));
}

/// What the colours of the points mean, of the bounds that there are, and their sizes.
std::string legend(const std::vector<RooflinePoint> &points)
{
    std::set<Bound> bounds;
    bool isTimed = false;
    bool isHollow = false;
    for (const RooflinePoint &point : points) {
        bounds.insert(point.verdict.bound);
        (isPositive(point.achievedFlopPerSecond) ? isTimed : isHollow) = true;
    }
    std::string html = "<ul class=\"legend\">";
    for (const Bound bound : bounds)
        html += legendEntry(fmt::format("bound-{}", name(bound)), boundText(bound));
    if (isHollow)
        html += legendEntry("hollow", translated(QT_TRANSLATE_NOOP("Page", "Hollow: not timed")));
    if (isTimed)
        html += fmt::format("<li class=\"soft\">{}</li>",
                            htmlText(translated(QT_TRANSLATE_NOOP("Page", "Area: share of time"))));
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

constexpr const char *usage =
    QT_TRANSLATE_NOOP("Page",
                      "Wheel or + and − zoom, dragging pans, 0 or a double click shows everything; point at a layer "
                      "for its numbers; a click on it selects its row, a click on a row its point. Layers without "
                      "arithmetic are in the tables only, whose titles sort.");

/// The chart, where there is a point or a roof to draw, and the data of the script.
std::string chartHtml(const Session &session, std::string_view picture)
{
    const std::vector<RooflinePoint> points = drawnPoints(session);
    std::string data = fmt::format("<script type=\"application/json\" id=\"ridgepoint-data\">{}</script>\n",
                                   dataJson(session, points));
    if (points.empty() && !session.peaks)
        return data;
    return htmlHeading("Roofline") + fmt::format("<p class=\"soft usage\">{}</p>\n", htmlText(translated(usage)))
        + legend(points) + fmt::format("<div id=\"ridgepoint-chart\"></div>\n<noscript>{}</noscript>\n", picture)
        + data;
}

} // namespace

std::string sessionToInteractiveHtml(const Session &session, std::string_view chartSvg, const ReportLanguage &language,
                                     OperatorTable operators)
{
    const LanguageScope scope(language);
    if (!session.analysis)
        return sessionToHtml(session, chartSvg, operators);
    const auto chart = [&session](std::string_view picture) { return chartHtml(session, picture); };
    return htmlPage(reportTitle(session), reportBody(session, chartSvg, operators, chart),
                    { interactiveScript, base64(interactiveScriptSha256), interactiveStyle });
}

} // namespace ridgepoint
