// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/html_report.h"

#include "core/report/cost_tables.h"
#include "core/report/html_page.h"
#include "core/report/kernel_table.h"
#include "core/report/latency_tables.h"
#include "core/report/layer_table.h"
#include "core/report/report_tables.h"
#include "core/report/roof_tables.h"

#include <fmt/format.h>

namespace ridgepoint {

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
    return htmlHeading("Roofline")
        + fmt::format("<img alt=\"Roofline chart of the layers below\" src=\"data:image/svg+xml,{}\">\n", data);
}

std::string messages(const Session &session)
{
    std::string html;
    if (session.error)
        html +=
            fmt::format("<p class=\"error\">{} {}</p>\n", htmlText(session.error->text), htmlText(session.error->hint));
    for (const Notice &notice : session.notices)
        html += fmt::format("<p>{}</p>\n", htmlText(notice.text));
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
    return htmlHeading("Model") + toHtml(analysisFacts(session))
        + (elsewhere.empty() ? std::string() : htmlHeading("What if") + toHtml(elsewhere));
}

std::string unknownOperatorSection(const Analysis &analysis)
{
    const Facts reasons = unfitFormulaFacts(analysis);
    return htmlSection("Operators of unknown work", unknownOperatorContent(analysis))
        + (reasons.empty() ? std::string() : toHtml(reasons));
}

std::string latencySections(const Session &session)
{
    std::string html;
    if (session.latency)
        html += htmlHeading("Latency of the model") + toHtml(latencyFacts(*session.latency));
    if (session.layers)
        html += htmlHeading("How the layers were timed") + toHtml(layerLatencyFacts(*session.layers))
            + htmlSection("Kernels that take longest", kernelContent(session));
    if (session.interleaved)
        html += htmlSection("Timed in turns", interleavedContent(*session.interleaved))
            + toHtml(interleavedFacts(*session.interleaved));
    if (session.methods) {
        html += htmlSection("Timing methods side by side", methodContent(*session.methods))
            + toHtml(methodFacts(*session.methods));
        for (const MethodFinding &finding : session.methods->findings)
            html += "<p>" + htmlText(finding.text) + "</p>\n";
    }
    if (session.sweep)
        html += htmlSection("Batch sizes", sweepContent(*session.sweep)) + toHtml(sweepFacts(*session.sweep));
    if (session.pipeline)
        html += htmlSection("Pipeline", pipelineContent(*session.pipeline)) + toHtml(pipelineFacts(*session.pipeline));
    return html;
}

std::string inspectionSections(const Inspection &inspection)
{
    return htmlHeading("File") + toHtml(inspectionFacts(inspection))
        + htmlSection("Arguments", argumentContent(inspection))
        + htmlSection("Code that deserves a look", findingContent(inspection));
}

std::string peaksSections(const Peaks &peaks)
{
    return htmlHeading("Roofs of the device") + toHtml(peaksFacts(peaks)) + toHtml(roofContent(peaks));
}

} // namespace

std::string sessionToHtml(const Session &session, std::string_view chartSvg)
{
    std::string body = messages(session) + analysisSection(session) + embeddedPicture(chartSvg);
    body += htmlSection("Layers", layerContent(session));
    body += htmlSection("Layers above their roofs", aboveRoofContent(session));
    if (session.analysis) {
        body += htmlSection("Work by class and type", workContent(*session.analysis));
        body += unknownOperatorSection(*session.analysis);
    }
    body += latencySections(session);
    if (session.peaks)
        body += peaksSections(*session.peaks);
    if (session.inspection)
        body += inspectionSections(*session.inspection);
    body += htmlHeading("Measured by")
        + toHtml(Facts { { "Ridgepoint", session.hello.program },
                         { "LibTorch", session.hello.libtorch },
                         { "Host", session.hello.host },
                         { "When", session.hello.created } });
    return htmlPage(titleOf(session), body);
}

} // namespace ridgepoint
