// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/session_report.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/report/format/html_page.h"
#include "core/report/format/language.h"
#include "core/report/format/text_layout.h"
#include "core/report/headline.h"
#include "core/report/result_reports.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/layer_table.h"
#include "core/report/token_report.h"
#include "core/report/verdicts.h"
#include "core/report/what_if_report.h"
#include "core/results/analysis/report.h"
#include "core/results/explanation/report.h"
#include "core/results/inspection/report.h"
#include "core/results/roofs/report.h"
#include "core/roofline/disturbed.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace rooflight {

namespace {

std::string embeddedPicture(std::string_view svg)
{
    if (svg.empty())
        return {};
    std::string data;
    for (const char c : svg) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
            || byte == ' ' || byte == '/' || byte == '=' || byte == ':' || byte == '.' || byte == ',' || byte == '-';
        if (plain)
            data += c;
        else
            data += fmt::format("%{:02X}", byte);
    }
    return fmt::format("<img alt=\"{}\" src=\"data:image/svg+xml,{}\">\n",
                       htmlText(translated(QT_TRANSLATE_NOOP("Page", "Roofline chart of the layers below"))), data);
}

std::string messages(const Session &session)
{
    const ReportLanguage &language = currentLanguage();
    std::string html;
    if (const std::optional<Error> &error = session.error)
        html += fmt::format("<p class=\"error\">{}</p>\n",
                            htmlText(language.error ? language.error(*error) : error->text + ' ' + error->hint));
    std::string notices;
    std::size_t count = 0;
    for (const Notice &notice : session.notices) {
        if (!matters(notice, session))
            continue;
        ++count;
        notices += fmt::format("<p>{}</p>\n", htmlText(language.notice ? language.notice(notice) : notice.text));
    }
    if (count < 2)
        return html + notices;
    // Many of them would push the answer out of sight.
    return html
        + fmt::format("<details><summary>{}</summary>\n{}</details>\n",
                      htmlText(translated(QT_TRANSLATE_NOOP("Page", "Notices: %1"), std::to_string(count))), notices);
}

Sections modelSections(const JudgedSession &judged)
{
    const Session &session = judged.session();
    if (!session.analysis)
        return {};
    const std::string sentence = headlineText(judged);
    return { { .title = QT_TRANSLATE_NOOP("Page", "Verdict"),
               .paragraphs = sentence.empty() ? std::vector<std::string>() : std::vector { sentence } },
             { .table = rankingContent(judged) },
             { .facts = session.peaks ? platformFacts(judged) : Facts() },
             { .title = QT_TRANSLATE_NOOP("Page", "Notes"), .table = noteContent(session) },
             { .title = QT_TRANSLATE_NOOP("Page", "Model"), .facts = analysisFacts(session) },
             { .title = QT_TRANSLATE_NOOP("Page", "What if"), .facts = whatIfFacts(judged) },
             askedSection(session),
             workloadSection(session) };
}

Sections layerSections(const JudgedSession &judged, OperatorTable table)
{
    const Session &session = judged.session();
    if (!session.analysis)
        return {};
    const bool operators = hasOperatorTable(*session.analysis, table);
    return { { .title = QT_TRANSLATE_NOOP("Page", "Layers"), .table = layerContent(judged) },
             { .facts = disturbedRoofFacts(judged) },
             { .title = QT_TRANSLATE_NOOP("Page", "Operators"),
               .table = operators ? operatorContent(judged) : TableContent() },
             { .title = std::string("torchstat"), .table = torchstatContent(session) },
             { .facts = torchstatFacts(session) },
             { .title = QT_TRANSLATE_NOOP("Page", "Layers above their roofs"), .table = aboveRoofContent(judged) },
             { .title = QT_TRANSLATE_NOOP("Page", "Work by class and type"), .table = workContent(*session.analysis) },
             { .title = QT_TRANSLATE_NOOP("Page", "Operators of unknown work"),
               .table = unknownOperatorContent(*session.analysis) },
             { .facts = unfitFormulaFacts(*session.analysis) } };
}

/// Those of one kind of result, where the session holds it.
template<typename Body> Sections sectionsOf(const JudgedSession &judged)
{
    const Part<Body> &part = judged.session().*resultKind<Body>.part;
    return part ? sectionsOf(*part, judged) : Sections();
}

/// What follows the chart is no part of what stands between.
void nameFirst(Sections &model)
{
    const auto first = std::ranges::find_if(
        model, [](const Section &section) { return !section.table.rows.empty() || !section.facts.empty(); });
    if (first != model.end() && first->title.empty())
        first->title =
            first->table.rows.empty() ? QT_TRANSLATE_NOOP("Page", "Roofs") : QT_TRANSLATE_NOOP("Page", "Most to gain");
}

void append(Sections &sections, Sections more)
{
    std::ranges::move(more, std::back_inserter(sections));
}

} // namespace

bool hasOperatorTable(const Analysis &analysis, OperatorTable operators)
{
    return operators == OperatorTable::Always || analysis.layers.size() == 1;
}

std::string sessionToText(const JudgedSession &judged, bool withInspection, int width, OperatorTable operators)
{
    const Session &session = judged.session();
    Sections sections;
    if (session.inspection && withInspection) {
        sections = sectionsOf(*session.inspection, judged);
        sections.push_back({ .table = moduleContent(*session.inspection) });
    }
    append(sections, modelSections(judged));
    append(sections, layerSections(judged, operators));
    append(sections, sectionsOf<DeviceRoofs>(judged));
    append(sections, resultSections(judged));
    return layOut(sections, width);
}

std::string explanationText(const JudgedSession &judged, int width)
{
    return judged.session().explanation ? layOut({ explanationSection(judged) }, width) : std::string();
}

std::string reportTitle(const Session &session)
{
    const std::string path = session.analysis ? session.analysis->model.path
        : session.inspection                  ? session.inspection->model.path
                                              : std::string();
    const std::string file = fileNameOf(path);
    return file.empty() ? "Rooflight" : file + " – Rooflight";
}

std::string reportBody(const JudgedSession &judged, std::string_view chartSvg, OperatorTable operators,
                       const std::function<std::string(std::string_view picture)> &chart)
{
    const Session &session = judged.session();
    const std::string picture = embeddedPicture(chartSvg);
    Sections model = modelSections(judged);
    std::string body = messages(session);
    if (chart && !model.empty()) { // the answer, what it looks like, and then the rest
        body += toHtml({ model.front() }) + chart(picture);
        model.erase(model.begin());
        nameFirst(model);
    }
    body += toHtml(model);
    if (!chart && !picture.empty())
        body += htmlHeading(QT_TRANSLATE_NOOP("Page", "Roofline")) + picture;
    body += toHtml(layerSections(judged, operators));
    body += toHtml(resultSections(judged));
    body += toHtml(sectionsOf<DeviceRoofs>(judged)) + toHtml(sectionsOf<Inspection>(judged));
    Section measuredBy { .title = QT_TRANSLATE_NOOP("Page", "Measured by"),
                         .facts = { { std::string("Rooflight"), session.hello.program },
                                    { std::string("LibTorch"), session.hello.libtorch },
                                    { QT_TRANSLATE_NOOP("Page", "Host"), session.hello.host },
                                    { QT_TRANSLATE_NOOP("Page", "When"), session.hello.created } } };
    addProcessorFacts(measuredBy.facts, session.hello.processor);
    return body + toHtml({ std::move(measuredBy) });
}

std::string sessionToHtml(const JudgedSession &judged, std::string_view chartSvg, OperatorTable operators)
{
    return htmlPage(reportTitle(judged.session()), reportBody(judged, chartSvg, operators));
}

} // namespace rooflight
