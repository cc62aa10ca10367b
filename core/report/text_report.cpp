// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/text_report.h"

#include "core/report/cost_tables.h"
#include "core/report/kernel_table.h"
#include "core/report/latency_tables.h"
#include "core/report/layer_table.h"
#include "core/report/report_tables.h"
#include "core/report/roof_tables.h"
#include "core/report/text_layout.h"

namespace ridgepoint {

std::string sessionToText(const Session &session, bool withInspection, int width)
{
    std::string text;
    const auto add = [&text](const std::string &part) {
        if (!part.empty())
            text += (text.empty() ? "" : "\n") + part;
    };
    const auto addFacts = [&](const Facts &facts) { add(layOut(facts, width)); };
    const auto addTable = [&](const TableContent &table) {
        if (!table.rows.empty())
            add(layOut(table, width));
    };
    const auto addBoth = [&](const Facts &facts, const TableContent &table) {
        addFacts(facts);
        addTable(table);
    };
    if (session.inspection && withInspection) {
        addBoth(inspectionFacts(*session.inspection), argumentContent(*session.inspection));
        addTable(findingContent(*session.inspection));
        addTable(moduleContent(*session.inspection));
    }
    if (session.analysis) {
        addFacts(analysisFacts(session));
        addFacts(whatIfFacts(session));
        add(layOut(layerContent(session), width));
        addTable(aboveRoofContent(session));
        addTable(workContent(*session.analysis));
        addTable(unknownOperatorContent(*session.analysis));
        addFacts(unfitFormulaFacts(*session.analysis));
    }
    if (session.peaks)
        addBoth(peaksFacts(*session.peaks), roofContent(*session.peaks));
    if (session.latency)
        addFacts(latencyFacts(*session.latency));
    if (session.layers)
        addFacts(layerLatencyFacts(*session.layers));
    addTable(kernelContent(session));
    if (session.interleaved)
        addBoth(interleavedFacts(*session.interleaved), interleavedContent(*session.interleaved));
    if (session.methods) {
        addBoth(methodFacts(*session.methods), methodContent(*session.methods));
        for (const MethodFinding &finding : session.methods->findings)
            add(wrapped(finding.text, width));
    }
    if (session.sweep)
        addBoth(sweepFacts(*session.sweep), sweepContent(*session.sweep));
    if (session.pipeline)
        addBoth(pipelineFacts(*session.pipeline), pipelineContent(*session.pipeline));
    return text;
}

} // namespace ridgepoint
