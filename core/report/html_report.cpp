// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/html_report.h"

#include "core/report/cost_tables.h"
#include "core/report/latency_tables.h"
#include "core/report/report_tables.h"
#include "core/report/roof_tables.h"
#include "core/report/utf8.h"

#include <fmt/format.h>

namespace ridgepoint {

namespace {

constexpr std::string_view pageStart = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<style>
:root { --page: #ffffff; --text: #1c1c1e; --soft: #6b6b70; --line: #d8d8dc; --head: #f3f3f5; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1c1c1e; --text: #ececee; --soft: #a0a0a6; --line: #3a3a3e; --head: #2a2a2d; }
}
body { background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto;
       max-width: 80rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .7rem; text-align: left; vertical-align: top; }
thead th { background: var(--head); white-space: nowrap; }
th.n, td.n { text-align: right; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
img { background: #ffffff; max-width: 100%; }
.error { border-left: 4px solid #c0392b; padding-left: .8rem; }
</style>
)";

std::string escaped(std::string_view text)
{
    std::string html;
    for (const char c : printable(text)) {
        switch (c) {
        case '&':
            html += "&amp;";
            break;
        case '<':
            html += "&lt;";
            break;
        case '>':
            html += "&gt;";
            break;
        case '"':
            html += "&quot;";
            break;
        case '\'':
            html += "&#39;";
            break;
        default:
            html += c;
        }
    }
    return html;
}

std::string heading(std::string_view title)
{
    return fmt::format("<h2>{}</h2>\n", escaped(title));
}

std::string toHtml(const Facts &facts)
{
    std::string html = "<dl>\n";
    for (const auto &[fact, value] : facts) {
        if (value.empty())
            continue;
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(fact), escaped(value));
    }
    return html + "</dl>\n";
}

std::string cell(std::string_view tag, std::string_view attributes, std::string_view text)
{
    return fmt::format("<{}{}>{}</{}>", tag, attributes, escaped(text), tag);
}

std::string toHtml(const TableContent &table)
{
    std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
    const auto numberClass = [](const TableColumn &column) { return column.number ? " class=\"n\"" : ""; };
    for (const TableColumn &column : table.columns)
        html += cell("th", fmt::format(" scope=\"col\"{}", numberClass(column)), column.title);
    html += "</tr></thead>\n<tbody>\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        html += "<tr>";
        for (std::size_t column = 0; column < table.columns.size() && column < table.rows[row].size(); ++column) {
            std::string attributes = numberClass(table.columns[column]);
            if (column == 0 && row < table.depths.size() && table.depths[row] > 0)
                attributes = fmt::format(" style=\"padding-left:{}em\"", 0.7 + 1.2 * table.depths[row]);
            html += cell("td", attributes, table.rows[row][column]);
        }
        html += "</tr>\n";
    }
    return html + "</tbody>\n</table></div>\n";
}

std::string sectionOf(std::string_view title, const TableContent &table)
{
    return table.rows.empty() ? std::string() : heading(title) + toHtml(table);
}

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
    return heading("Roofline")
        + fmt::format("<img alt=\"Roofline chart of the layers below\" src=\"data:image/svg+xml,{}\">\n", data);
}

std::string messages(const Session &session)
{
    std::string html;
    if (session.error)
        html +=
            fmt::format("<p class=\"error\">{} {}</p>\n", escaped(session.error->text), escaped(session.error->hint));
    for (const Notice &notice : session.notices)
        html += fmt::format("<p>{}</p>\n", escaped(notice.text));
    return html;
}

std::string titleOf(const Session &session)
{
    const std::string path = session.analysis ? session.analysis->model.path
        : session.inspection                  ? session.inspection->model.path
                                              : std::string();
    const std::string file = path.substr(path.find_last_of('/') + 1);
    return file.empty() ? "Ridgepoint" : file + " – Ridgepoint";
}

std::string analysisSection(const Session &session)
{
    if (!session.analysis)
        return {};
    const Facts elsewhere = whatIfFacts(session);
    return heading("Model") + toHtml(analysisFacts(session))
        + (elsewhere.empty() ? std::string() : heading("What if") + toHtml(elsewhere));
}

std::string unknownOperatorSection(const Analysis &analysis)
{
    const Facts reasons = unfitFormulaFacts(analysis);
    return sectionOf("Operators of unknown work", unknownOperatorContent(analysis))
        + (reasons.empty() ? std::string() : toHtml(reasons));
}

std::string latencySections(const Session &session)
{
    std::string html;
    if (session.latency)
        html += heading("Latency of the model") + toHtml(latencyFacts(*session.latency));
    if (session.layers)
        html += heading("How the layers were timed") + toHtml(layerLatencyFacts(*session.layers));
    if (session.interleaved)
        html += sectionOf("Timed in turns", interleavedContent(*session.interleaved))
            + toHtml(interleavedFacts(*session.interleaved));
    if (session.methods) {
        html += sectionOf("Timing methods side by side", methodContent(*session.methods));
        for (const MethodFinding &finding : session.methods->findings)
            html += "<p>" + escaped(finding.text) + "</p>\n";
    }
    if (session.sweep)
        html += sectionOf("Batch sizes", sweepContent(*session.sweep)) + toHtml(sweepFacts(*session.sweep));
    if (session.pipeline)
        html += sectionOf("Pipeline", pipelineContent(*session.pipeline)) + toHtml(pipelineFacts(*session.pipeline));
    return html;
}

std::string inspectionSections(const Inspection &inspection)
{
    return heading("File") + toHtml(inspectionFacts(inspection)) + sectionOf("Arguments", argumentContent(inspection))
        + sectionOf("Code that deserves a look", findingContent(inspection));
}

std::string peaksSections(const Peaks &peaks)
{
    return heading("Roofs of the device") + toHtml(peaksFacts(peaks)) + toHtml(roofContent(peaks));
}

} // namespace

std::string sessionToHtml(const Session &session, std::string_view chartSvg)
{
    const std::string title = escaped(titleOf(session));
    std::string html(pageStart);
    html += fmt::format("<title>{}</title>\n</head>\n<body>\n<h1>{}</h1>\n", title, title);
    html += messages(session) + analysisSection(session) + embeddedPicture(chartSvg);
    html += sectionOf("Layers", layerContent(session));
    html += sectionOf("Layers above their roofs", aboveRoofContent(session));
    if (session.analysis) {
        html += sectionOf("Work by class and type", workContent(*session.analysis));
        html += unknownOperatorSection(*session.analysis);
    }
    html += latencySections(session);
    if (session.peaks)
        html += peaksSections(*session.peaks);
    if (session.inspection)
        html += inspectionSections(*session.inspection);
    html += heading("Measured by")
        + toHtml(Facts { { "Ridgepoint", session.hello.program },
                         { "LibTorch", session.hello.libtorch },
                         { "Host", session.hello.host },
                         { "When", session.hello.created } });
    return html + "</body>\n</html>\n";
}

} // namespace ridgepoint
