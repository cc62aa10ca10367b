// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/suggestions.h"

#include "core/model/error_sentences.h"
#include "core/report/format/experiment_names.h"
#include "core/results/remedies/report.h"
#include "core/roofline/explained_items.h"
#include "core/statistics/summary.h"
#include "ui/settings/settings.h"
#include "ui/style/display_names.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/widgets/suggestion_list.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/session_controller.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

struct SuggestionText {
    Q_DECLARE_TR_FUNCTIONS(Suggestions)
};

using Step = Suggestion::Step;

Suggestion again(const JudgedSession &judged)
{
    const Doubt &doubt = judged.answer().withheldBecause.front();
    if (doubt.roof)
        return { Step::MeasureRoofs,
                 SuggestionText::tr("Measure again: the answer depends on %1")
                     .arg(displayText(roofPhrase(judged.session().peaks->roofs[*doubt.roof]))),
                 SuggestionText::tr("This roof alone, which takes seconds; best while the machine is quiet."),
                 0,
                 {},
                 judged.session().peaks->roofs[*doubt.roof].name };
    return { Step::MeasureAgain,
             SuggestionText::tr("Measure again: the runs were not steady"),
             SuggestionText::tr("With the same options; best while the machine is quiet."),
             0,
             {} };
}

/// The headline says what it brought.
Suggestion seeRemedies()
{
    return { Step::SeeRemedies,
             SuggestionText::tr("See the fastest change"),
             SuggestionText::tr("All changes that were tried, and how to apply the best."),
             0,
             {} };
}

/// The largest cause that experiments found.
std::optional<ProvenCause> foundCause(const JudgedSession &judged)
{
    std::optional<ProvenCause> cause;
    double mostNs = 0;
    for (const RooflinePoint &point : judged.operators()) {
        if (!point.finding || !point.finding->cause)
            continue;
        const FoundCause &found = *point.finding->cause;
        const double lostNs = hasShare(found) ? point.timeNs.value_or(0) * (1 - found.evidence.ratio) : 0;
        if (!cause || lostNs > mostNs) {
            cause = found.id;
            mostNs = lostNs;
        }
    }
    return cause;
}

Suggestion tryRemedies(std::optional<ProvenCause> cause)
{
    return { Step::TryRemedies,
             cause ? SuggestionText::tr("Try to make it faster. Experiments found: %1")
                         .arg(displayText(shortNamePhrase(*cause)))
                   : SuggestionText::tr("Try to make it faster"),
             SuggestionText::tr("Times everything that can be changed without changing the model: precision, memory "
                                "format, threads and more, with the error of each."),
             0,
             {} };
}

Suggestion findOutWhy()
{
    return { Step::FindOutWhy,
             SuggestionText::tr("Find out why the slowest are slow"),
             SuggestionText::tr("Experiments on the layers with the most to gain, or on the selected layers."),
             0,
             {} };
}

/// Nothing is faster, as far as the trials could see: they were disturbed, or ended early.
bool isUndecided(const Remedies &remedies)
{
    return remedies.best.ids.empty() && (remedies.partial || !disturbancesOf(remedies).empty());
}

/// Another time there may be memory, and a process that lasts: other failures stay.
bool mayPass(const ComposedText &failure)
{
    using enum ErrorSentence;
    constexpr std::array passing { OutOfMemoryLoading, OutOfMemoryRunning, ProcessEnded, ProcessKilled };
    return std::ranges::any_of(passing, [&failure](ErrorSentence sentence) {
        return failure.parts.pattern == errorPatterns()[static_cast<std::size_t>(sentence)].text;
    });
}

/// No experiment proved anything, and another time one may.
bool isUndecided(const Explanation &explanation, const std::vector<ExplainedItem> &items)
{
    const auto found = [](const ExplainedItem &item) { return item.proof.proven || !item.proof.causes.empty(); };
    const auto mayProve = [](const ExplainedItem &item) {
        const ComposedText &failure = item.experiments->failure;
        return failure.empty() ? item.proof.doubt != TrialDoubt::None : mayPass(failure);
    };
    return std::ranges::none_of(items, found) && (explanation.partial || std::ranges::any_of(items, mayProve));
}

Suggestion measureLonger(std::int64_t runs, std::int64_t needed)
{
    return { Step::MeasureLonger,
             SuggestionText::tr("Measure longer for p99"),
             SuggestionText::tr("Times the model again: the 99th percentile needs %1 runs, and there are %2.")
                 .arg(needed)
                 .arg(runs),
             needed,
             {} };
}

Suggestion compareWith(const QString &path)
{
    return { Step::Compare, SuggestionText::tr("Compare with %1").arg(QFileInfo(path).fileName()),
             SuggestionText::tr("A recent session of the same model."), 0, path };
}

} // namespace

std::vector<Suggestion> suggestionsFor(const JudgedSession &judged, bool canMeasure, const QString &similar,
                                       const std::set<Step> &refused)
{
    const Session &session = judged.session();
    if (!session.latency || session.latency->samples.samplesNs.empty())
        return {};
    std::vector<Suggestion> all;
    if (canMeasure && !judged.answer().trustworthy())
        all.push_back(again(judged));
    const bool isFaster = session.remedies && !session.remedies->best.ids.empty();
    if (isFaster)
        all.push_back(seeRemedies());
    else if (canMeasure && (!session.remedies || isUndecided(*session.remedies)))
        all.push_back(tryRemedies(foundCause(judged)));
    const auto runs = std::int64_t(session.latency->samples.samplesNs.size());
    const std::int64_t needed = samplesNeeded(99);
    if (canMeasure && runs < needed)
        all.push_back(measureLonger(runs, needed));
    if (!similar.isEmpty())
        all.push_back(compareWith(similar));
    const bool isExplained = session.explanation && !isUndecided(*session.explanation, explainedItems(judged));
    if (canMeasure && !isExplained && !judged.answer().named.empty())
        all.push_back(findOutWhy());
    std::erase_if(all, [&refused](const Suggestion &one) { return refused.contains(one.step); });
    all.resize(std::min(all.size(), maxSuggestions));
    return all;
}

Suggestions::Suggestions(SessionController *controller, Workbench *workbench, Settings *settings, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_workbench(workbench)
    , m_settings(settings)
    , m_list(workbench->overview()->suggestions())
{
    workbench->session()->onChange(kindsOf<Analysis, DeviceRoofs, ModelLatency, LayerLatencies, Remedies, Explanation>,
                                   this, [this] { update(); });
    connect(settings, &Settings::recentFilesChanged, this, &Suggestions::update);
    connect(m_list, &SuggestionList::chosen, this, &Suggestions::choose);
    connect(m_list, &SuggestionList::dismissed, this, &Suggestions::refuse);
    connect(m_list, &SuggestionList::languageChanged, this, &Suggestions::update);
}

bool Suggestions::canMeasure() const
{
    // What lies on another machine cannot be seen from here.
    return m_settings->hasOwnWorker() || QFileInfo::exists(m_controller->modelPath());
}

QString Suggestions::similarSession() const
{
    const Part<Analysis> &analysis = m_controller->session().analysis;
    if (!analysis || m_workbench->earlier())
        return {};
    const QString model = QString::fromStdString(analysis->model.sha256);
    for (const QString &path : m_settings->recentFilesOf(model)) {
        if (path != m_controller->path() && QFileInfo::exists(path))
            return path;
    }
    return {};
}

void Suggestions::update()
{
    m_workbench->details()->setCanMeasure(canMeasure());
    m_shown.clear();
    const Part<Analysis> &analysis = m_controller->session().analysis;
    if (analysis && !m_controller->isWorking()) {
        const std::string model = analysis->model.sha256 + analysis->model.path;
        if (model != m_model)
            m_refused.clear();
        m_model = model;
        m_shown = suggestionsFor(m_workbench->session()->judged(), canMeasure(), similarSession(), m_refused);
    }
    QList<SuggestionList::Row> rows;
    for (const Suggestion &suggestion : m_shown)
        rows.append({ suggestion.text, suggestion.help });
    m_list->setRows(rows);
}

void Suggestions::choose(std::size_t row)
{
    if (row < m_shown.size())
        Q_EMIT chosen(Suggestion(m_shown[row])); // what comes of it may change those that are shown
}

void Suggestions::refuse()
{
    for (const Suggestion &suggestion : m_shown)
        m_refused.insert(suggestion.step);
    m_shown.clear();
    m_list->setRows({});
}

} // namespace rooflight
