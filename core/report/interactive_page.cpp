// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/session_report.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/report/format/language.h"
#include "core/report/format/marker.h"
#include "core/report/format/names.h"
#include "core/report/format/text_layout.h"
#include "core/report/headline.h"
#include "core/report/page_charts.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdicts.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/point.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rooflight {

extern const std::string_view interactiveScript;
extern const std::string_view interactiveScriptSha256;
extern const std::string_view interactiveStyle;

namespace {

/// What the bounds of the points mean, in the words of docs/reference/terms.md.
constexpr std::array boundTerms = {
    std::pair { Bound::Compute, QT_TRANSLATE_NOOP("Page", "Its arithmetic at the compute roof takes longest.") },
    std::pair { Bound::Bandwidth, QT_TRANSLATE_NOOP("Page", "Its memory traffic at the memory roof takes longest.") },
    std::pair { Bound::Launch, QT_TRANSLATE_NOOP("Page", "Starting its operators takes longest.") },
    std::pair { Bound::Balanced,
                QT_TRANSLATE_NOOP("Page", "Arithmetic and memory traffic take about as long as each other.") },
    std::pair { Bound::Underutilized,
                QT_TRANSLATE_NOOP("Page", "It is far below every roof: how it is implemented is the limit.") },
};

/// What the words of the chart and the titles of the tables of a page mean, in the current language: a part of it that
/// is closed at first.
std::string termsHtml(const JudgedSession &judged)
{
    Section terms;
    const auto add = [&terms](const std::string &term, const std::string &meaning) {
        terms.facts.emplace_back(term, meaning);
    };
    add(translated(QT_TRANSLATE_NOOP("Page", "Roof")),
        translated(QT_TRANSLATE_NOOP("Page",
                                     "The highest rate that was measured on the device, or that its data sheet states: "
                                     "of arithmetic a level line, of memory a slope.")));
    add(translated(QT_TRANSLATE_NOOP("Page", "Ridge")),
        translated(
            QT_TRANSLATE_NOOP("Page", "Where both meet. Left of it memory is the limit, right of it arithmetic.")));
    std::set<Bound> bounds;
    for (const RooflinePoint &point : judged.chartPoints())
        bounds.insert(point.verdict.bound);
    for (const auto &[bound, meaning] : boundTerms) {
        if (bounds.contains(bound))
            add(translatedName(bound), translated(meaning));
    }
    std::vector<FactId> titles = tableFacts(judged.session(), ItemId::Kind::Layer);
    if (!judged.answer().ranking.empty())
        titles.push_back(FactId::Gain); // of its table alone
    for (const FactId id : titles) {
        if (*factOf(id).help != '\0')
            add(factTitle(id), translated(Phrase { factOf(id).help }, "Facts"));
    }
    return fmt::format("<details id=\"rooflight-terms\"><summary>{}</summary>\n{}</details>\n",
                       htmlText(translated(QT_TRANSLATE_NOOP("Page", "Terms"))), toHtml({ terms }));
}

/// What the script says, by the keys that it uses.
constexpr std::array scriptTexts = {
    std::pair { "above", QT_TRANSLATE_NOOP("Page", "right of the axis: %1") },
    std::pair { "after", QT_TRANSLATE_NOOP("Page", "After") },
    std::pair { "bar", QT_TRANSLATE_NOOP("Page", "%1 to %2") },
    std::pair { "bars", QT_TRANSLATE_NOOP("Page", "Latency, bars of %1: %2") },
    std::pair { "before", QT_TRANSLATE_NOOP("Page", "Before") },
    std::pair { "below", QT_TRANSLATE_NOOP("Page", "left of the axis: %1") },
    std::pair { "change", QT_TRANSLATE_NOOP("Page", "Change") },
    std::pair { "chart", QT_TRANSLATE_NOOP("Page", "Roofline with %1 points; all numbers are in the tables below.") },
    std::pair { "comma", QT_TRANSLATE_NOOP("Page", ", ") },
    std::pair { "count", QT_TRANSLATE_NOOP("Page", "Runs: %1") },
    std::pair { "filter", QT_TRANSLATE_NOOP("Page", "Filter") },
    std::pair { "filterHint", QT_TRANSLATE_NOOP("Page", "part of a name or type") },
    std::pair { "freedmanDiaconis", QT_TRANSLATE_NOOP("Page", "Freedman-Diaconis") },
    std::pair { "histogram", QT_TRANSLATE_NOOP("Page", "Histogram of %1") },
    std::pair { "latency", QT_TRANSLATE_NOOP("Page", "Latency") },
    std::pair { "median", QT_TRANSLATE_NOOP("Page", "median %1") },
    std::pair { "p95", QT_TRANSLATE_NOOP("Page", "p95 %1") },
    std::pair { "runs", QT_TRANSLATE_NOOP("Page", "Runs") },
    std::pair { "shown", QT_TRANSLATE_NOOP("Page", "%1 of %2") },
    std::pair { "sort", QT_TRANSLATE_NOOP("Page", "Sort") },
    std::pair { "strip", QT_TRANSLATE_NOOP("Page", "No arithmetic: bandwidth in B/s") },
    std::pair { "sturges", QT_TRANSLATE_NOOP("Page", "Sturges") },
    std::pair { "xAxis", QT_TRANSLATE_NOOP("Page", "Arithmetic intensity in FLOP/byte") },
    std::pair { "yAxis", QT_TRANSLATE_NOOP("Page", "Performance in FLOP/s") },
};

/// Titles of facts that the script says, by the keys that it uses.
constexpr std::array scriptTitles = {
    std::pair { "achieved", FactId::Achieved },   std::pair { "achievedBytes", FactId::AchievedBytes },
    std::pair { "atRoof", FactId::Attainable },   std::pair { "gain", FactId::Gain },
    std::pair { "intensity", FactId::Intensity }, std::pair { "ofRoof", FactId::RoofFraction },
    std::pair { "share", FactId::Share },         std::pair { "time", FactId::Time },
    std::pair { "traffic", FactId::Bytes },       std::pair { "work", FactId::Flops },
};

/// The texts of the script, and the words for bounds and families that points name.
std::string textsJson(const std::vector<RooflinePoint> &points)
{
    std::vector<std::string> texts;
    texts.reserve(scriptTexts.size() + scriptTitles.size());
    for (const auto &[key, text] : scriptTexts)
        texts.push_back(fmt::format("\"{}\":{}", key, jsonText(translated(text))));
    for (const auto &[key, fact] : scriptTitles)
        texts.push_back(fmt::format("\"{}\":{}", key, jsonText(factTitle(fact))));
    std::set<Bound> bounds;
    std::set<OperatorFamily> families;
    for (const RooflinePoint &point : points) {
        bounds.insert(point.verdict.bound);
        families.insert(point.family);
    }
    std::vector<std::string> names;
    names.reserve(bounds.size() + families.size());
    for (const Bound bound : bounds)
        names.push_back(fmt::format("\"{}\":{}", name(bound), jsonText(translatedName(bound))));
    for (const OperatorFamily family : families)
        names.push_back(fmt::format("\"{}\":{}", name(family), jsonText(translatedName(family))));
    return fmt::format("\"texts\":{{{}}},\n\"names\":{{{}}}", joinedJson(texts), joinedJson(names));
}

/// Of all layers: a row of the table says the last part of them only.
std::string pathsJson(const Analysis &analysis)
{
    std::vector<std::string> paths;
    for (const Layer &layer : analysis.layers)
        paths.push_back(jsonText(layer.call > 0 ? translated(QT_TRANSLATE_NOOP("Page", "%1 (call %2)"), layer.path,
                                                             std::to_string(layer.call + 1))
                                                : layer.path));
    return joinedJson(paths);
}

/// What each row of the ranking is about: of equal ones the first.
std::string rankingJson(const JudgedSession &judged)
{
    std::vector<std::string> items;
    const std::vector<RankedGroup> &ranking = judged.answer().ranking;
    for (const RankedGroup &group : std::span(ranking).first(std::min(ranking.size(), rankedRows)))
        items.push_back(fmt::format("{{{}}}", itemJson(*judged.session().analysis, group.first.item)));
    return joinedJson(items);
}

/// The layer that each row of the comparison is about; -1 for one that is gone.
std::string changesJson(const PageComparison *compared)
{
    std::vector<std::string> layers;
    if (compared) {
        for (const LayerChange *layer : largestChangeFirst(compared->comparison))
            layers.push_back(std::to_string(layer->after.value_or(-1)));
    }
    return joinedJson(layers);
}

/// Operators that can be selected: those that have a row of a table, else those that have a point.
std::vector<RooflinePoint> selectableOperators(const JudgedSession &judged, const std::vector<RooflinePoint> &points,
                                               OperatorTable operators)
{
    if (hasOperatorTable(*judged.session().analysis, operators))
        return judged.operators();
    std::vector<RooflinePoint> selectable;
    std::ranges::copy_if(points, std::back_inserter(selectable),
                         [](const RooflinePoint &point) { return point.item.kind == ItemId::Kind::Operator; });
    return selectable;
}

/// Of radius 1, of the kinds of layers that there are.
std::string shapesJson(const std::vector<RooflinePoint> &points)
{
    std::set<OperatorFamily> families;
    for (const RooflinePoint &point : points)
        families.insert(point.family);
    std::vector<std::string> shapes;
    shapes.reserve(families.size());
    for (const OperatorFamily family : families)
        shapes.push_back(fmt::format("\"{}\":{}", name(family), jsonText(markerSvgPath(markerShape(family)))));
    return joinedJson(shapes);
}

/// What the chart draws.
struct PagePoints {
    std::vector<RooflinePoint> own;
    std::vector<std::vector<RooflinePoint>> others; ///< of each session beside it
    std::vector<RooflinePoint> all;
};

PagePoints pagePoints(const JudgedSession &judged, const PageSessions &beside)
{
    PagePoints points { .own = drawnPoints(judged), .others = {}, .all = {} };
    points.all = points.own;
    for (const PageSession &other : beside.others) {
        const std::vector<RooflinePoint> &drawn = points.others.emplace_back(drawnPoints(other.judged));
        points.all.insert(points.all.end(), drawn.begin(), drawn.end());
    }
    return points;
}

std::string dataJson(const JudgedSession &judged, const PagePoints &points, OperatorTable operators,
                     const PageComparison *compared, const PageSessions &beside)
{
    const Platform &platform = judged.summary().platform;
    const std::string ridge =
        isPositive(platform.ridgeFlopPerByte) ? fmt::format("{:.6g}", *platform.ridgeFlopPerByte) : "null";
    return fmt::format("{{\"paths\":[{}],\"ridge\":{},\n\"roofs\":[{}],\n{},\n\"changes\":[{}],\n\"ranking\":[{}],\n"
                       "\"histograms\":{},\n\"shapes\":{{{}}},\n\"sessions\":[{}],\n\"colors\":[{}],\n"
                       "\"others\":[{}],\n\"points\":[{}]}}",
                       pathsJson(*judged.session().analysis), ridge, roofsJson(judged, points.own),
                       textsJson(points.all), changesJson(compared), rankingJson(judged),
                       histogramsJson(judged, selectableOperators(judged, points.own, operators), compared),
                       shapesJson(points.all), sessionNamesJson(beside), sessionColorsJson(beside),
                       othersJson(beside, points.others), pointsJson(judged, points.own, headline(judged), compared));
}

std::string legendEntry(std::string_view markClass, MarkerShape shape, const std::string &text)
{
    return fmt::format("<li><svg viewBox=\"-1.2 -1.2 2.4 2.4\" aria-hidden=\"true\"><path d=\"{}\" class=\"{}\"/>"
                       "</svg>{}</li>",
                       markerSvgPath(shape), markClass, htmlText(text));
}

/// The colours of the sessions, where there are several.
std::string sessionLegend(const PageSessions &beside)
{
    if (beside.others.empty())
        return {};
    const auto entry = [](std::size_t place, const std::string &text) {
        return legendEntry(fmt::format("family-{}", name(numberedFamily(place))), MarkerShape::Circle, text);
    };
    std::string html = entry(0, beside.name);
    for (std::size_t i = 0; i < beside.others.size(); ++i)
        html += entry(i + 1, beside.others[i].name);
    return html;
}

/// What colours and shapes of the points mean, as in the window: the kinds of layers that there are in any of the
/// sessions; and their sizes.
std::string legend(const JudgedSession &judged, const PagePoints &points, const PageComparison *compared,
                   const PageSessions &beside)
{
    std::map<OperatorFamily, std::int64_t> counts;
    const auto count = [&counts](const JudgedSession &session) {
        for (const RooflinePoint &point : session.chartPoints()) // those without arithmetic, too
            ++counts[point.family];
    };
    count(judged);
    for (const PageSession &other : beside.others)
        count(other.judged);
    bool hasTimed = false;
    bool isHollow = false;
    const bool hasNamed = !headline(judged).named.empty();
    for (const RooflinePoint &point : points.all)
        (isTimedOnPage(point) ? hasTimed : isHollow) = true;
    std::string html = "<ul class=\"legend\">" + sessionLegend(beside);
    for (const auto &[family, ofFamily] : counts)
        html += legendEntry(beside.others.empty() ? fmt::format("family-{}", name(family)) : "kind",
                            markerShape(family), fmt::format("{} ({})", translatedName(family), formatCount(ofFamily)));
    if (isHollow)
        html += legendEntry("hollow", MarkerShape::Circle, translated(QT_TRANSLATE_NOOP("Page", "Hollow: not timed")));
    if (hasTimed && compared)
        html +=
            legendEntry("before", MarkerShape::Circle,
                        translated(QT_TRANSLATE_NOOP("Page", "Dashed outline: where the selected layer was before")));
    if (hasNamed)
        html += fmt::format("<li><b class=\"tag\" aria-hidden=\"true\">1</b> {}</li>",
                            htmlText(translated(QT_TRANSLATE_NOOP("Page", "Numbers: what the verdict names"))));
    if (hasTimed)
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
                      "The wheel or + and − zoom, dragging pans, 0 or a double click shows everything. Point at a "
                      "layer to see its numbers; click it to select its row, or click a row to select its point. "
                      "Layers without arithmetic stand on the strip below. Click the title of a column to sort by "
                      "it; the terms are explained at the end of the page.");

std::string chartHtml(const JudgedSession &judged, const PagePoints &points, std::string_view picture,
                      const PageComparison *compared, const PageSessions &beside)
{
    return htmlHeading(QT_TRANSLATE_NOOP("Page", "Roofline"))
        + fmt::format("<p class=\"soft usage\">{}</p>\n", htmlText(translated(usage)))
        + legend(judged, points, compared, beside)
        + fmt::format("<div id=\"rooflight-chart\" class=\"plot\"></div>\n<noscript>{}</noscript>\n", picture);
}

std::string changedLayersHtml(const PageComparison &compared)
{
    Section layers = comparisonSections(compared.comparison).back();
    layers.title = QT_TRANSLATE_NOOP("Page", "Layers compared");
    layers.table.id = "changes";
    return toHtml({ layers });
}

/// The chart, where there is a point or a roof to draw, the histogram, the compared layers, and the data of the script.
std::string figuresHtml(const JudgedSession &judged, std::string_view picture, OperatorTable operators,
                        const PageComparison *compared, const PageSessions &beside)
{
    const PagePoints points = pagePoints(judged, beside);
    std::string html = points.own.empty() && !judged.session().peaks
        ? std::string()
        : chartHtml(judged, points, picture, compared, beside);
    html += histogramSection(judged.session());
    html += compared ? changedLayersHtml(*compared) : std::string();
    return html
        + fmt::format("<script type=\"application/json\" id=\"rooflight-data\">{}</script>\n",
                      dataJson(judged, points, operators, compared, beside));
}

/// What changed in a few words, above all else.
std::string comparisonHtml(const PageComparison &compared)
{
    Section facts = comparisonSections(compared.comparison).front();
    facts.title = QT_TRANSLATE_NOOP("Page", "Comparison");
    return toHtml({ facts });
}

} // namespace

std::string sessionToInteractiveHtml(const JudgedSession &judged, std::string_view chartSvg,
                                     const ReportLanguage &language, OperatorTable operators,
                                     const PageComparison *compared, const PageSessions &beside)
{
    const LanguageScope scope(language);
    if (!judged.session().analysis)
        return sessionToHtml(judged, chartSvg, operators);
    if (compared && !compared->before.session().analysis)
        compared = nullptr;
    const auto figures = [&](std::string_view picture) {
        return figuresHtml(judged, picture, operators, compared, beside);
    };
    const std::string title =
        compared ? comparisonTitle(compared->beforeFile, compared->afterFile) : reportTitle(judged.session());
    const std::string answer = compared ? comparisonHtml(*compared) : std::string();
    return htmlPage(title, answer + reportBody(judged, chartSvg, operators, figures) + termsHtml(judged),
                    { interactiveScript, base64(interactiveScriptSha256), interactiveStyle });
}

std::string comparisonToInteractiveHtml(const JudgedSession &after, const PageComparison &compared,
                                        std::string_view chartSvg, const ReportLanguage &language)
{
    if (!after.session().analysis || !compared.before.session().analysis)
        return comparisonToHtml(compared.comparison, compared.beforeFile, compared.afterFile, language);
    return sessionToInteractiveHtml(after, chartSvg, language, OperatorTable::OfOneLayer, &compared);
}

} // namespace rooflight
