// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/explanation/report.h"

#include "core/base/translation_mark.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/result_reports.h"
#include "core/report/tables/sample_cells.h"
#include "core/results/explanation/fields.h"

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

/// The path of the layer that calls it, and its own name.
std::string labelOf(const ExplainedItem &item)
{
    return item.layer->path.empty() ? item.op->name : item.layer->path + " " + item.op->name;
}

Cells rowOf(const ExplainedItem &item, const ExperimentResult &result)
{
    return { { QT_TRANSLATE_NOOP("Page", "Operator"), labelOf(item) },
             { QT_TRANSLATE_NOOP("Page", "Changed"), translated(namePhrase(result.id)) },
             number(QT_TRANSLATE_NOOP("Page", "Time"), formatPercentChange(result.ratio - 1)),
             number(QT_TRANSLATE_NOOP("Page", "95 % interval"), translated(changePhrase(result.interval)), 1),
             { QT_TRANSLATE_NOOP("Page", "Effect"), translated(namePhrase(effectOf(result, item.control))) },
             number(QT_TRANSLATE_NOOP("Page", "Rounds"), formatCount(result.rounds), 2) };
}

Cells rowOf(const ExplainedItem &item, const FailedExperiment &failed)
{
    return { { QT_TRANSLATE_NOOP("Page", "Operator"), labelOf(item) },
             { QT_TRANSLATE_NOOP("Page", "Changed"), translated(namePhrase(failed.id)) },
             number(QT_TRANSLATE_NOOP("Page", "Time"), std::string()),
             number(QT_TRANSLATE_NOOP("Page", "95 % interval"), std::string(), 1),
             { QT_TRANSLATE_NOOP("Page", "Effect"), translated(namePhrase(failed)) },
             number(QT_TRANSLATE_NOOP("Page", "Rounds"), std::string(), 2) };
}

/// Without a control nothing is decided, for whatever it failed by.
Phrase decisionPhrase(const ExplainedItem &item)
{
    const FailedExperiment *control = failedIn(*item.experiments, Experiment::Control);
    return control ? Phrase { QT_TRANSLATE_NOOP("Phrases", "not decided (%1)"), { phraseOf(control->failure) } }
                   : proofPhrase(item.proof);
}

Facts factsOf(const Explanation &explanation, const std::vector<ExplainedItem> &items)
{
    Facts facts;
    for (const ExplainedItem &item : items)
        facts.emplace_back(labelOf(item), translated(proofPhrase(item)));
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarksText(explanation.flags, explanation.partial));
    return facts;
}

TableContent contentOf(const std::vector<ExplainedItem> &items)
{
    std::vector<Cells> rows;
    for (const ExplainedItem &item : items) {
        for (const ExperimentResult &result : item.experiments->experiments)
            rows.push_back(rowOf(item, result));
        for (const FailedExperiment &failed : item.experiments->failed)
            rows.push_back(rowOf(item, failed));
    }
    return tableOf(std::move(rows));
}

/// Each once.
std::vector<std::string> remediesOf(const std::vector<ExplainedItem> &items)
{
    std::vector<std::string> lines;
    for (const ExplainedItem &item : items) {
        for (const FoundCause &cause : item.proof.causes) {
            std::string line = translated(remedyPhrase(cause.id));
            if (std::ranges::find(lines, line) == lines.end())
                lines.push_back(std::move(line));
        }
    }
    return lines;
}

struct ExplanationCsvRow {
    std::int64_t id = 0;
    std::string path;
    int call = 0;
    std::string operatorName;
    std::string bound;
    std::string proven; ///< empty: not decided
    ExperimentResult result;
};

std::vector<ExplanationCsvRow> explanationRows(const JudgedSession &judged)
{
    std::vector<ExplanationCsvRow> rows;
    for (const ExplainedItem &item : explainedItems(judged)) {
        const std::optional<bool> proven = item.proof.proven;
        for (const ExperimentResult &result : item.experiments->experiments)
            rows.push_back({ item.op->id, item.layer->path, item.layer->call, item.op->name,
                             std::string(name(item.point->verdict.bound)), proven ? (*proven ? "true" : "false") : "",
                             result });
    }
    return rows;
}

} // namespace

Phrase proofPhrase(const ExplainedItem &item)
{
    if (!item.experiments->failure.empty())
        return { QT_TRANSLATE_NOOP("Phrases", "it could not be called again: %1"),
                 { literalPhrase(item.experiments->failure.text) } };
    Phrase verdict { QT_TRANSLATE_NOOP("Phrases", "%1, %2"),
                     { namePhrase(item.point->verdict.bound), decisionPhrase(item) } };
    if (item.proof.causes.empty())
        return verdict;
    std::vector<Phrase> causes;
    for (const FoundCause &cause : item.proof.causes)
        causes.push_back(causePhrase(cause));
    return { QT_TRANSLATE_NOOP("Phrases", "%1: %2"),
             { std::move(verdict), listOf(std::move(causes), QT_TRANSLATE_NOOP("Phrases", "%1; %2")) } };
}

Section explanationSection(const JudgedSession &judged)
{
    const std::vector<ExplainedItem> items = explainedItems(judged);
    return { QT_TRANSLATE_NOOP("Page", "Why"), factsOf(*judged.session().explanation, items), contentOf(items),
             remediesOf(items) };
}

static void fields(JsonWriter &archive, const FoundCause &cause)
{
    archive("id", OpenEnum<ProvenCause>(cause.id));
    archive("text", toEnglish(namePhrase(cause.id)));
    archive("ratio", cause.evidence.ratio);
    archive("interval", cause.evidence.interval);
    archive("remedy", toEnglish(remedyPhrase(cause.id)));
}

namespace {

struct DescribedTest {
    const ExperimentResult &result;
    const TrialControl &control;
};

struct DescribedFailure {
    const FailedExperiment &failed;
};

struct ExplanationDocument {
    const Explanation &explanation;
    std::vector<ExplainedItem> items;
};

void fields(JsonWriter &archive, const DescribedTest &test)
{
    archive("id", test.result.id);
    archive("changed", toEnglish(namePhrase(test.result.id)));
    archive("ratio", test.result.ratio);
    archive("interval", test.result.interval);
    archive("rounds", test.result.rounds);
    archive("says", toEnglish(namePhrase(effectOf(test.result, test.control))));
}

void fields(JsonWriter &archive, const DescribedFailure &described)
{
    archive("id", described.failed.id);
    archive("changed", toEnglish(namePhrase(described.failed.id)));
    archive("failure", described.failed.failure.text);
}

} // namespace

static void fields(JsonWriter &archive, const ExplainedItem &item)
{
    std::vector<DescribedTest> tests;
    for (const ExperimentResult &result : item.experiments->experiments)
        tests.push_back({ result, item.control });
    std::vector<DescribedFailure> failures;
    for (const FailedExperiment &failed : item.experiments->failed)
        failures.push_back({ failed });
    std::vector<OpenEnum<UnderutilizedCause>> verdictCauses;
    for (const LikelyCause &cause : item.point->verdict.underutilizedCauses)
        verdictCauses.emplace_back(cause.id);
    archive("id", item.op->id);
    archive("path", item.layer->path);
    archive("call", item.layer->call);
    archive("operator", item.op->name);
    archive("bound", OpenEnum<Bound>(item.point->verdict.bound));
    archive("roof_fraction", item.point->verdict.roofFraction);
    archive("verdict_causes", verdictCauses);
    archive("proven", item.proof.proven);
    archive("doubt", OpenEnum<TrialDoubt>(item.proof.doubt));
    archive("median_ns", item.experiments->medianNs);
    archive("page_faults", item.experiments->pageFaults);
    archive("busy_threads", item.experiments->busyThreads);
    archive("failure", item.experiments->failure.text);
    archive("tests", tests);
    archive("causes", item.proof.causes);
    archive("failed", failures);
}

namespace {

void fields(JsonWriter &archive, const ExplanationDocument &document)
{
    archive("format", "rooflight.explanation");
    archive("version", 1);
    archive("model", document.explanation.model);
    archive("device", document.explanation.device);
    archive("threads", document.explanation.threads);
    archive("layers", document.items);
    archive("flags", document.explanation.flags);
    archive("partial", document.explanation.partial);
}

} // namespace

std::string explanationToJson(const JudgedSession &judged)
{
    std::string text;
    if (!judged.session().explanation)
        return text;
    JsonWriter(text, JsonLayout::Indented)
        .write(ExplanationDocument { *judged.session().explanation, explainedItems(judged) });
    return text + '\n';
}

std::string csvOf(const Explanation & /*explanation*/, const JudgedSession &judged)
{
    return csvRows(explanationRows(judged), [](const ExplanationCsvRow &row) {
        return CsvCells { { "id", numberCell(row.id) },
                          { "path", row.path },
                          { "call", numberCell(row.call) },
                          { "operator", row.operatorName },
                          { "bound", row.bound },
                          { "proven", row.proven },
                          { "experiment", std::string(row.result.id.name()) },
                          { "ratio", numberCell(row.result.ratio) },
                          { "ratio_low", numberCell(row.result.interval[0]) },
                          { "ratio_high", numberCell(row.result.interval[1]) },
                          { "rounds", numberCell(row.result.rounds) } };
    });
}

Sections sectionsOf(const Explanation & /*explanation*/, const JudgedSession &judged)
{
    return { explanationSection(judged) };
}

} // namespace rooflight
