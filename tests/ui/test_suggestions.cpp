// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/error_sentences.h"
#include "tests/support/test_program.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/widgets/suggestion_list.h"
#include "ui/views/window/suggestions.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QTreeWidget>

#include <set>
#include <utility>

using namespace rooflight;
using fixture::openAndWait;
using Step = Suggestion::Step;

namespace {

std::vector<Step> suggestedSteps(const Session &session, bool canMeasure, const QString &similar = {},
                                 const std::set<Step> &refused = {})
{
    std::vector<Step> steps;
    for (const Suggestion &suggestion : suggestionsFor(JudgedSession(session), canMeasure, similar, refused))
        steps.push_back(suggestion.step);
    return steps;
}

SuggestionList *suggestionsIn(const MainWindow &window)
{
    return window.workbench()->overview()->suggestions();
}

QString suggestedIn(const MainWindow &window)
{
    QStringList texts;
    for (const SuggestionList::Row &row : suggestionsIn(window)->rows())
        texts << row.text;
    return texts.join(u'\n');
}

QAbstractButton *suggestionIn(const MainWindow &window, const QString &start)
{
    for (auto *button : suggestionsIn(window)->findChildren<QAbstractButton *>(QStringLiteral("suggestion"))) {
        if (button->isVisible() && button->accessibleName().startsWith(start))
            return button;
    }
    return nullptr;
}

/// Fewer than p99 needs.
Session shortlyTimed()
{
    Session session = fixture::resnet18();
    session.latency.edit().samples.samplesNs.resize(36);
    return session;
}

} // namespace

/// What could be done next, once all results are there.
class SuggestionsTest : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void mostUsefulFirst()
    {
        const Session session = shortlyTimed();
        QCOMPARE(suggestedSteps(session, true),
                 (std::vector { Step::TryRemedies, Step::MeasureLonger, Step::FindOutWhy }));
        QCOMPARE(suggestedSteps(session, true, "/before.ridge"),
                 (std::vector { Step::TryRemedies, Step::MeasureLonger, Step::Compare }));
        QCOMPARE(suggestedSteps(session, true, "/before.ridge", { Step::TryRemedies, Step::Compare }),
                 (std::vector { Step::MeasureLonger, Step::FindOutWhy }));
        QCOMPARE(suggestedSteps(session, false, "/before.ridge"), (std::vector { Step::Compare }));
        QCOMPARE(suggestedSteps(session, false), std::vector<Step>());
        QCOMPARE(suggestedSteps(fixture::resnet18WithoutTimes(), true), std::vector<Step>());
    }

    void manyRunsNeedNoMore()
    {
        Session session = fixture::resnet18();
        session.latency.edit().samples = fixture::samplesAround(4e6, 100);
        QCOMPARE(suggestedSteps(session, true), (std::vector { Step::TryRemedies, Step::FindOutWhy }));
    }

    void bestRemedyIsTheNextStep()
    {
        Session session = shortlyTimed();
        session.remedies = fixture::remedies();
        QCOMPARE(suggestedSteps(session, false), (std::vector { Step::SeeRemedies }));
        QCOMPARE(suggestionsFor(JudgedSession(session), false, {}, {}).front().text,
                 QStringLiteral("See the fastest change")); // the headline says what it brings
        session.remedies.edit().best = {}; // nothing is faster
        QCOMPARE(suggestedSteps(session, true), (std::vector { Step::MeasureLonger, Step::FindOutWhy }));
        // Beside other programs that is no result.
        session.remedies.edit().flags = { SampleFlag::OtherLoad };
        QCOMPARE(suggestedSteps(session, true),
                 (std::vector { Step::TryRemedies, Step::MeasureLonger, Step::FindOutWhy }));
    }

    void experimentsThatMayProveMoreAreRepeated()
    {
        Session session = shortlyTimed();
        session.explanation.emplace();
        session.explanation.edit().threads = 2;
        ExplainedOperator explained;
        explained.id = 1;
        explained.medianNs = 1e6;
        explained.experiments = { { Experiment::Control, 1, { 0.97, 1.03 }, 8 },
                                  { Experiment::MemoryFormat, 0.07, { 0.06, 0.08 }, 8 } };
        const auto isRepeated = [&session, &explained] {
            session.explanation.edit().operators = { explained };
            const std::vector<Step> steps = suggestedSteps(session, true);
            return std::ranges::find(steps, Step::FindOutWhy) != steps.end();
        };
        QVERIFY(!isRepeated());
        explained.otherLoad = true;
        QVERIFY(isRepeated());
        explained.otherLoad = false;
        explained.experiments.clear();
        explained.failure = phraseWith(phrases::notCalledAgain, {});
        QVERIFY(!isRepeated());
        session.explanation.edit().partial = true;
        QVERIFY(isRepeated());
        session.explanation.edit().partial = false;
        // What may go otherwise another time.
        explained.failure = sentenceOf(errorOf(ErrorSentence::ProcessKilled, { "SIGKILL" }));
        QVERIFY(isRepeated());
        explained.failure = sentenceOf(errorOf(ErrorSentence::OutOfMemoryRunning, { "m.pt", "no memory" }));
        QVERIFY(isRepeated());
    }

    void foundCauseIsNamed()
    {
        Session session = shortlyTimed();
        session.explanation.emplace();
        session.explanation.edit().threads = 2;
        ExplainedOperator explained;
        explained.id = 1;
        explained.medianNs = 1e6;
        explained.experiments = { { Experiment::Control, 1, { 0.97, 1.03 }, 8 },
                                  { Experiment::MemoryFormat, 0.07, { 0.06, 0.08 }, 8 } };
        session.explanation.edit().operators = { explained };
        QCOMPARE(suggestionsFor(JudgedSession(session), true, {}, {}).front().text,
                 QString("Try to make it faster. Experiments found: not in channels last"));
        session.explanation.edit().operators.front().otherLoad = true;
        QCOMPARE(suggestionsFor(JudgedSession(session), true, {}, {}).front().text, QString("Try to make it faster"));
        session.explanation.edit().device.kind = "cuda";
        session.explanation.edit().operators.front().otherLoad = false;
        session.explanation.edit().operators.front().experiments.back() = { Experiment::Tf32, 0.5, { 0.45, 0.55 }, 8 };
        QCOMPARE(suggestionsFor(JudgedSession(session), true, {}, {}).front().text,
                 QString("Try to make it faster. Experiments found: no TF32"));
    }

    void whatWasDisturbedComesFirst()
    {
        Session session = shortlyTimed();
        session.latency.edit().samples.flags = { SampleFlag::OtherLoad };
        QCOMPARE(suggestedSteps(session, true),
                 (std::vector { Step::MeasureAgain, Step::TryRemedies, Step::MeasureLonger }));
    }

    void theyMoveNothing()
    {
        Settings settings;
        settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
        MainWindow window(&settings);
        window.resize(1280, 800);
        window.show();
        openAndWait(window, m_folder.savedSession());
        QTRY_VERIFY(suggestionsIn(window)->isVisible());
        QVERIFY(!suggestionsIn(window)->visibleRegion().isEmpty());
        const auto *ranking = window.workbench()->overview()->findChildren<QTreeWidget *>().last();
        const auto places = [&] {
            const QPoint first = ranking->mapTo(&window, ranking->visualItemRect(ranking->topLevelItem(0)).topLeft());
            return std::pair(window.workbench()->chart()->plane(), first);
        };
        const auto before = fixture::settled(places);
        suggestionsIn(window)->findChild<QAbstractButton *>("dismissSuggestions")->click();
        QVERIFY(suggestionsIn(window)->isHidden());
        const auto after = fixture::settled(places);
        QCOMPARE(after.first, before.first);
        QCOMPARE(after.second, before.second);
    }

    void dismissedOnesStayAwayForTheModel()
    {
        Settings settings;
        settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
        MainWindow window(&settings);
        window.show();
        const QString path = m_folder.savedSession();
        openAndWait(window, path);
        QVERIFY(!suggestedIn(window).isEmpty());
        suggestionsIn(window)->findChild<QAbstractButton *>("dismissSuggestions")->click();
        openAndWait(window, path);
        QVERIFY2(!suggestedIn(window).contains("Try to make it faster"), qPrintable(suggestedIn(window)));
    }

    void remediesAreTriedAndSeen()
    {
        Settings settings;
        settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
        MainWindow window(&settings);
        window.show();
        openAndWait(window, m_folder.savedSession());
        QTRY_VERIFY(suggestionIn(window, "Try to make it faster"));
        suggestionIn(window, "Try to make it faster")->click();
        QTRY_VERIFY_WITH_TIMEOUT(suggestionIn(window, "See the fastest change"), fixture::patienceMs);
        suggestionIn(window, "See the fastest change")->click();
        const auto *benchmarks = window.workbench()->findChild<QDockWidget *>("timingDock");
        QTRY_VERIFY(!benchmarks->visibleRegion().isEmpty());
    }

    void theTitleFollowsTheSizeOfTexts()
    {
        SuggestionList list;
        const auto *title = list.findChild<QLabel *>();
        QVERIFY(title);
        const double usual = title->font().pointSizeF();
        const QFont before = list.font();
        QFont large = before;
        large.setPointSizeF(before.pointSizeF() * 1.5);
        list.setFont(large);
        QCOMPARE(title->font().pointSizeF(), usual * 1.5);
        list.setFont(before);
        QCOMPARE(title->font().pointSizeF(), usual);
    }

    void recentSessionOfTheSameModel()
    {
        Settings settings;
        settings.clearRecentFiles();
        settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
        MainWindow window(&settings);
        window.show();
        const QString before = m_folder.savedSession("before & after.ridge");
        Session other = fixture::resnet18();
        other.analysis.edit().model.sha256 = "another";
        const QString another = m_folder.file("another.ridge");
        QVERIFY(writeSession(another.toStdString(), other).ok());
        openAndWait(window, before);
        openAndWait(window, another);
        QVERIFY2(!suggestedIn(window).contains("Compare"), qPrintable(suggestedIn(window)));
        openAndWait(window, m_folder.savedSession());
        QTRY_VERIFY2(suggestionIn(window, "Compare with before & after.ridge"), qPrintable(suggestedIn(window)));
        suggestionIn(window, "Compare with ")->click();
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench()->earlier().has_value(), fixture::patienceMs);
        QTRY_VERIFY(!suggestionIn(window, "Compare with "));
    }

private:
    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(SuggestionsTest)
#include "test_suggestions.moc"
