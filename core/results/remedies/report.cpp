// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/remedies/report.h"

#include "core/base/clock.h"
#include "core/base/translation_mark.h"
#include "core/model/disturbing_flags.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/result_reports.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/sample_cells.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

namespace rooflight {

namespace {

/// "0.02 (0.1 %)", "none" where the outputs are equal. Those of a batch, or of other sizes, cannot be compared.
std::string errorText(const MeasuredChange &change)
{
    if (!change.maxAbsError)
        return change.isMeasured() ? translated(QT_TRANSLATE_NOOP("Page", "not compared")) : std::string();
    if (*change.maxAbsError == 0)
        return translated(QT_TRANSLATE_NOOP("Page", "none"));
    const std::string amount = formatRounded(*change.maxAbsError);
    return change.maxRelError
        ? translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), amount, formatPercent(*change.maxRelError))
        : amount;
}

/// What a row says of one change, and why nothing was measured, or decided.
Cells rowOf(const std::string &name, const MeasuredChange &change, const std::string &reason, double compileSeconds,
            bool hasEnergy)
{
    const bool measured = change.isMeasured();
    const auto ifMeasured = [measured](std::string text) { return measured ? std::move(text) : std::string(); };
    Cells row = { { QT_TRANSLATE_NOOP("Page", "Remedy"), name },
                  number(QT_TRANSLATE_NOOP("Page", "Median"), ifMeasured(formatDuration(change.medianNs))),
                  number(QT_TRANSLATE_NOOP("Page", "Against the unchanged model"),
                         ifMeasured(formatPercentChange(change.ratio - 1))),
                  number(QT_TRANSLATE_NOOP("Page", "95 % interval"),
                         ifMeasured(translated(changePhrase(change.ratioInterval))), 2),
                  { QT_TRANSLATE_NOOP("Page", "Verdict"),
                    measured ? translatedName(verdictOf(change)) : translated(QT_TRANSLATE_NOOP("Page", "not timed")) },
                  number(QT_TRANSLATE_NOOP("Page", "Largest error"), errorText(change), 1),
                  number(QT_TRANSLATE_NOOP("Page", "Memory"), ifMeasured(formatBytes(change.peakBytes)), 3),
                  number(QT_TRANSLATE_NOOP("Page", "Rounds"), ifMeasured(formatCount(change.rounds)), 4),
                  number(QT_TRANSLATE_NOOP("Page", "Compiling"),
                         compileSeconds > 0 ? formatDuration(compileSeconds * nsPerSecond) : std::string(), 4),
                  { QT_TRANSLATE_NOOP("Page", "Reason"),
                    measured ? translated(namePhrase(doubtOf(change.control))) : reason, 1 } };
    if (hasEnergy)
        row.insert(row.end() - 1, number(QT_TRANSLATE_NOOP("Page", "Energy"), joulesText(change.energy), 1));
    return row;
}

/// But for a batch, which makes no run faster.
bool wasFasterAtFirst(const Remedies &remedies)
{
    return std::ranges::any_of(remedies.remedies, [](const Remedy &remedy) {
        return remedy.id.value() != RemedyId::Batch && remedy.change.isMeasured()
            && verdictOf(remedy.change) == RemedyVerdict::Faster;
    });
}

/// Neither faster nor slower for certain, with as many items a run as the model as it is.
bool isTie(const Remedy *remedy)
{
    const RemedyVerdict verdict = verdictOf(remedy->change);
    return remedy->change.isMeasured() && remedy->id != RemedyId::Batch
        && (verdict == RemedyVerdict::Same || verdict == RemedyVerdict::Unsure);
}

/// Those that are equal in time exchange their places: first what takes the least energy, where it is known of all.
void rankTies(std::vector<const Remedy *> &sorted)
{
    std::vector<const Remedy *> ties;
    std::ranges::copy_if(sorted, std::back_inserter(ties), isTie);
    const auto joules = [](const Remedy *remedy) {
        return remedy->change.energy ? remedy->change.energy->joulesPerRun : std::nullopt;
    };
    if (!std::ranges::all_of(ties, [&joules](const Remedy *remedy) { return joules(remedy).has_value(); }))
        return;
    std::ranges::stable_sort(ties, {}, joules);
    auto next = ties.begin();
    for (const Remedy *&place : sorted) {
        if (isTie(place))
            place = *next++;
    }
}

struct RemedyCsvRow {
    std::string id; ///< of a combination those of all, joined by ";"
    MeasuredChange change;
    std::string reason;
    double compileSeconds = 0;
};

std::vector<RemedyCsvRow> csvRowsOf(const Remedies &remedies)
{
    std::vector<RemedyCsvRow> rows;
    for (const Remedy &remedy : remedies.remedies)
        rows.push_back({ std::string(remedy.id.name()), remedy.change, reasonOf(remedy).text, remedy.compileSeconds });
    for (const RemedyCombination &combination : remedies.combinations) {
        std::string ids;
        for (const std::string_view id : namesOf(combination.ids))
            ids += (ids.empty() ? "" : ";") + std::string(id);
        rows.push_back({ std::move(ids), combination.change, {}, 0 });
    }
    return rows;
}

} // namespace

Phrase namesPhrase(const RemedyCombination &combination)
{
    std::vector<Phrase> names;
    names.reserve(combination.ids.size());
    for (const OpenEnum<RemedyId> &id : combination.ids)
        names.push_back(phraseOf(id.value() ? remedyName(*id.value(), combination.setup) : ComposedText(id.name())));
    return enumerationOf(std::move(names));
}

std::vector<const Remedy *> byGain(const std::vector<Remedy> &remedies)
{
    std::vector<const Remedy *> sorted;
    sorted.reserve(remedies.size());
    for (const Remedy &remedy : remedies)
        sorted.push_back(&remedy);
    std::ranges::stable_sort(sorted, [](const Remedy *a, const Remedy *b) {
        const bool measured = a->change.isMeasured();
        return measured != b->change.isMeasured() ? measured : measured && a->change.ratio < b->change.ratio;
    });
    rankTies(sorted);
    return sorted;
}

Phrase bestRemedyPhrase(const Remedies &remedies, std::optional<double> medianNs)
{
    const RemedyCombination &best = remedies.best;
    if (best.ids.empty())
        return {};
    constexpr double visible = 0.02;
    constexpr double smallError = 0.001; // another order of additions has as much
    const bool isOther = medianNs && remedies.medianNs > 0 && std::abs(remedies.medianNs / *medianNs - 1) > visible;
    const MeasuredChange &change = best.change;
    const bool isCompared = change.maxAbsError || change.maxRelError;
    const bool hasError = change.maxRelError ? *change.maxRelError >= smallError : change.maxAbsError.value_or(0) != 0;
    std::vector<Phrase> arguments = { namesPhrase(best), literalPhrase(formatDuration(change.medianNs)),
                                      literalPhrase(formatPercentChange(change.ratio - 1)) };
    if (isOther)
        arguments.push_back(literalPhrase(formatDuration(remedies.medianNs)));
    if (hasError) // of random weights the amount itself says nothing
        arguments.push_back(literalPhrase(change.maxRelError ? formatPercent(*change.maxRelError)
                                                             : formatRounded(*change.maxAbsError)));
    if (!isCompared) // nor is it known to be the same model
        return { isOther ? QT_TRANSLATE_NOOP("Phrases", "%1: %2 measured (%3 against %4, outputs not compared)")
                         : QT_TRANSLATE_NOOP("Phrases", "%1: %2 measured (%3, outputs not compared)"),
                 std::move(arguments) };
    if (isOther)
        return { hasError ? QT_TRANSLATE_NOOP("Phrases", "%1: %2 measured (%3 against %4, largest error %5)")
                          : QT_TRANSLATE_NOOP("Phrases", "%1: %2 measured (%3 against %4)"),
                 std::move(arguments) };
    return { hasError ? QT_TRANSLATE_NOOP("Phrases", "%1: %2 measured (%3, largest error %4)")
                      : QT_TRANSLATE_NOOP("Phrases", "%1: %2 measured (%3)"),
             std::move(arguments) };
}

Phrase outcomePhrase(const Remedies &remedies)
{
    const bool anyTimed =
        std::ranges::any_of(remedies.remedies, [](const Remedy &remedy) { return remedy.change.isMeasured(); });
    if (Phrase best = bestRemedyPhrase(remedies); !best.text.empty() || remedies.partial)
        return best;
    if (const TrialDoubt doubt = doubtOf(remedies); doubt != TrialDoubt::None)
        return { QT_TRANSLATE_NOOP("Phrases", "not decided (%1)"), { namePhrase(doubt) } };
    if (!anyTimed)
        return { QT_TRANSLATE_NOOP("Phrases", "no change was timed") };
    return { wasFasterAtFirst(remedies)
                 ? QT_TRANSLATE_NOOP("Phrases", "as it is: the faster changes were not faster when timed again")
                 : QT_TRANSLATE_NOOP("Phrases", "no change is significantly faster") };
}

namespace {

/// Flags of the whole, and what the controls of its trials leave in doubt.
std::string remarksOf(const Remedies &remedies)
{
    const std::vector<std::string_view> stated = statedNames(remedies.flags);
    std::vector<std::string> names = joinedDisturbances({ stated.begin(), stated.end() }, disturbancesOf(remedies));
    if (remedies.partial)
        names.emplace_back(name(SampleFlag::Partial));
    return translated(flagsPhrase(names));
}

Facts factsOf(const Remedies &remedies)
{
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(remedies.device) },
                    { QT_TRANSLATE_NOOP("Page", "Execution"), translatedName(remedies.setup.execution) } };
    if (remedies.medianNs > 0)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "As it is"),
                           withInterval(remedies.medianNs, remedies.medianInterval));
    addEnergyFacts(facts, remedies.energy);
    if (const Phrase outcome = outcomePhrase(remedies); !outcome.text.empty())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Best"), translated(outcome));
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Remarks"), remarksOf(remedies));
    return facts;
}

/// One row a remedy, then one a combination, the greatest gain first; those that were not timed last, with the reason.
TableContent contentOf(const Remedies &remedies)
{
    std::vector<Cells> rows;
    const bool hasEnergy = std::ranges::any_of(
        remedies.remedies, [](const Remedy &remedy) { return !joulesText(remedy.change.energy).empty(); });
    for (const Remedy *remedy : byGain(remedies.remedies))
        rows.push_back(rowOf(translated(phraseOf(nameOf(*remedy))), latestChange(remedies, *remedy),
                             translated(phraseOf(reasonOf(*remedy))), remedy->compileSeconds, hasEnergy));
    for (const RemedyCombination &combination : remedies.combinations)
        rows.push_back(rowOf(translated(namesPhrase(combination)), combination.change, {}, 0, hasEnergy));
    return tableOf(std::move(rows));
}

} // namespace

std::vector<std::string> remedyInstructions(const Remedies &remedies)
{
    if (remedies.best.ids.empty())
        return {};
    const HowTo how = howTo(remedies.best.setup, remedies.setup, remedies.model);
    std::vector<std::string> lines = { translated(
        QT_TRANSLATE_NOOP("Page", "In Python, where the module is model and its input x:")) };
    std::istringstream python(how.python);
    for (std::string line; std::getline(python, line);)
        lines.push_back("    " + line);
    if (!how.commandLine.empty()) {
        lines.push_back(translated(QT_TRANSLATE_NOOP("Page", "On the command line:")));
        lines.push_back("    " + how.commandLine);
    }
    return lines;
}

std::string csvOf(const Remedies &remedies)
{
    return csvRows(csvRowsOf(remedies), [](const RemedyCsvRow &row) {
        const MeasuredChange &change = row.change;
        const auto ifMeasured = [&change](auto value) {
            return change.isMeasured() ? numberCell(value) : std::string();
        };
        return CsvCells {
            { "remedy", row.id },
            { "latency_median_ns", ifMeasured(change.medianNs) },
            { "ratio", ifMeasured(change.ratio) },
            { "ratio_low", ifMeasured(change.ratioInterval[0]) },
            { "ratio_high", ifMeasured(change.ratioInterval[1]) },
            { "verdict", change.isMeasured() ? std::string(name(verdictOf(change))) : std::string() },
            { "max_abs_error", numberCell(change.maxAbsError) },
            { "max_rel_error", numberCell(change.maxRelError) },
            { "peak_bytes", ifMeasured(change.peakBytes) },
            { "rounds", numberCell(change.rounds) },
            { "reason", row.reason },
            { "compile_seconds", row.compileSeconds > 0 ? numberCell(row.compileSeconds) : std::string() },
            { "joules_per_run", change.energy ? numberCell(change.energy->joulesPerRun) : std::string() }
        };
    });
}

Sections sectionsOf(const Remedies &remedies, const JudgedSession & /*judged*/)
{
    return { { QT_TRANSLATE_NOOP("Page", "Remedies"), factsOf(remedies), contentOf(remedies),
               remedyInstructions(remedies) } };
}

} // namespace rooflight
