// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/sample_cells.h"

#include <algorithm>

namespace rooflight {

namespace {

/// Of both modes, each once.
std::vector<OpenEnum<SampleFlag>> flagsOf(const PipelineLatency &pipeline)
{
    std::vector<OpenEnum<SampleFlag>> flags;
    for (const PipelineMode &mode : pipeline.modes) {
        for (const OpenEnum<SampleFlag> &flag : mode.endToEnd.flags) {
            if (!hasFlag(flags, flag))
                flags.push_back(flag);
        }
    }
    return flags;
}

Facts factsOf(const PipelineLatency &pipeline)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(pipeline.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(pipeline.execution) },
                    { QT_TRANSLATE_NOOP("Page", "Batch"), formatCount(pipeline.batch) } };
    for (const PipelineMode &mode : pipeline.modes) {
        const Summary &summary = mode.endToEnd.summary;
        if (summary.count > 0)
            facts.emplace_back(
                mode.mode == StageSeparation::Synchronized ? QT_TRANSLATE_NOOP("Page", "Synchronized")
                                                           : QT_TRANSLATE_NOOP("Page", "Events"),
                translated(QT_TRANSLATE_NOOP("Page", "median %1; %2, from the mean"), medianText(summary),
                           formatRate(1e9 / summary.meanNs, translated(QT_TRANSLATE_NOOP("Page", "runs")))));
    }
    if (std::ranges::any_of(pipeline.modes, [](const PipelineMode &mode) { return mode.endToEnd.summary.count > 0; }))
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Waiting costs"),
                           withInterval(pipeline.synchronizationCostNs, pipeline.synchronizationCostIntervalNs));
    addConditionFacts(facts, pipeline.conditions);
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText(flagsOf(pipeline), pipeline.partial));
    return facts;
}

/// One row a stage, and the end-to-end time below.
TableContent contentOf(const PipelineLatency &pipeline)
{
    const auto rowOf = [&](const std::string &stage, std::string kind, std::string input, const auto &summaryIn) {
        Cells row { { QT_TRANSLATE_NOOP("Page", "Stage"), stage },
                    { QT_TRANSLATE_NOOP("Page", "Kind"), std::move(kind), 3 },
                    { factTitle(FactId::InputShapes), std::move(input), 4 } };
        for (const PipelineMode &mode : pipeline.modes) {
            const Summary &summary = summaryIn(mode);
            const double wholeNs = mode.endToEnd.summary.medianNs;
            row.push_back(number(translatedName(mode.mode), summary.count > 0 ? formatDuration(summary.medianNs) : ""));
            row.push_back(number(std::string("p99"), percentileText(summary, 99), 1));
            row.push_back(
                number(factTitle(FactId::Share), wholeNs > 0 ? formatPercent(summary.medianNs / wholeNs) : "", 2));
        }
        return row;
    };
    std::vector<Cells> rows;
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        const PipelineStage &stage = pipeline.stages[i];
        const std::string input = stage.fed ? translated(QT_TRANSLATE_NOOP("Page", "from the stage before"))
            : stage.isModel                 ? translated(QT_TRANSLATE_NOOP("Page", "its own"))
                                            : "";
        rows.push_back(rowOf(
            stage.name,
            translated(stage.isModel ? QT_TRANSLATE_NOOP("Page", "model") : QT_TRANSLATE_NOOP("Page", "host")),
            input, [i](const PipelineMode &mode) -> auto & { return mode.stages[i].summary; }));
    }
    rows.push_back(rowOf(
        translated(QT_TRANSLATE_NOOP("Page", "end to end")), "", "",
        [](const PipelineMode &mode) -> auto & { return mode.endToEnd.summary; }));
    return tableOf(std::move(rows));
}

} // namespace

std::string csvOf(const PipelineLatency &pipeline)
{
    struct Row {
        std::string mode, stage, name, kind;
        Summary summary;
    };
    std::vector<Row> rows;
    for (const PipelineMode &mode : pipeline.modes) {
        const std::string name(mode.mode.name());
        for (std::size_t i = 0; i < mode.stages.size(); ++i) {
            const PipelineStage &stage = pipeline.stages[i];
            rows.push_back(
                { name, numberCell(i + 1), stage.name, stage.isModel ? "model" : "host", mode.stages[i].summary });
        }
        rows.push_back({ name, "", "end_to_end", "", mode.endToEnd.summary });
    }
    return csvRows(rows, [](const Row &row) {
        return joined({ { { "mode", row.mode }, { "stage", row.stage }, { "name", row.name }, { "kind", row.kind } },
                        statisticsCells(row.summary) });
    });
}

std::vector<Phrase> conclusionsOf(const PipelineLatency &pipeline)
{
    std::vector<Phrase> conclusions = doubtsOf(flagsOf(pipeline), pipeline.partial);
    conclusions.push_back(phraseOf(explanationOf(pipeline)));
    return conclusions;
}

Sections sectionsOf(const PipelineLatency &pipeline, const JudgedSession & /*judged*/)
{
    return { { QT_TRANSLATE_NOOP("Page", "Pipeline"), factsOf(pipeline), contentOf(pipeline),
               translated(conclusionsOf(pipeline)) } };
}

} // namespace rooflight
