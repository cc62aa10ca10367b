// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/text_table.h"

#include "core/report/cost_tables.h"
#include "core/report/kernel_table.h"
#include "core/report/latency_tables.h"
#include "core/report/report_tables.h"
#include "core/report/roof_tables.h"

namespace ridgepoint {

namespace {

/// Nothing for a table without rows, else an empty line and the table.
std::string section(const TableContent &table, int width)
{
    return table.rows.empty() ? std::string() : '\n' + layOut(table, width);
}

} // namespace

std::string layerTable(const Session &session, int width)
{
    return layOut(layerContent(session), width);
}

std::string aboveRoofTable(const Session &session, int width)
{
    const TableContent table = aboveRoofContent(session);
    return table.rows.empty() ? std::string() : layOut(table, width);
}

std::string whatIfSummary(const Session &session, int width)
{
    return layOut(whatIfFacts(session), width);
}

std::string peaksTable(const Peaks &peaks, int width)
{
    return layOut(peaksFacts(peaks), width) + section(roofContent(peaks), width);
}

std::string latencySummary(const ModelLatency &latency, int width)
{
    return layOut(latencyFacts(latency), width);
}

std::string layerLatencySummary(const LayerLatencies &latencies, int width)
{
    return layOut(layerLatencyFacts(latencies), width);
}

std::string kernelTable(const Session &session, int width)
{
    const TableContent table = kernelContent(session);
    return table.rows.empty() ? std::string() : layOut(table, width);
}

std::string interleavedTable(const InterleavedLatency &latency, int width)
{
    return layOut(interleavedFacts(latency), width) + section(interleavedContent(latency), width);
}

std::string methodTable(const MethodComparison &comparison, int width)
{
    std::string text = layOut(methodFacts(comparison), width) + section(methodContent(comparison), width);
    for (const MethodFinding &finding : comparison.findings)
        text += '\n' + wrapped(finding.text, width);
    return text;
}

std::string sweepTable(const BatchSweep &sweep, int width)
{
    return layOut(sweepFacts(sweep), width) + section(sweepContent(sweep), width);
}

std::string pipelineTable(const PipelineLatency &pipeline, int width)
{
    return layOut(pipelineFacts(pipeline), width) + section(pipelineContent(pipeline), width);
}

std::string inspectionText(const Inspection &inspection, int width)
{
    return layOut(inspectionFacts(inspection), width) + section(argumentContent(inspection), width)
        + section(findingContent(inspection), width) + section(moduleContent(inspection), width);
}

std::string analysisSummary(const Session &session, int width)
{
    return layOut(analysisFacts(session), width);
}

std::string workTable(const Analysis &analysis, int width)
{
    const TableContent table = workContent(analysis);
    return table.rows.empty() ? std::string() : layOut(table, width);
}

std::string unknownOperatorTable(const Analysis &analysis, int width)
{
    if (analysis.unknown.empty())
        return {};
    const std::string reasons = layOut(unfitFormulaFacts(analysis), width);
    return layOut(unknownOperatorContent(analysis), width) + (reasons.empty() ? reasons : '\n' + reasons);
}

} // namespace ridgepoint
