// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/family_legend.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/views/panels/comparison_panel.h"
#include "ui/views/panels/sessions_panel.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/session_tabs.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTreeWidget>

#include <cmath>
#include <memory>
#include <optional>

using namespace rooflight;
using fixture::fakeWorker;
using fixture::patienceMs;
using fixture::plotOf;

namespace {

constexpr int changeColumn = 6;

/// The fixture where the whole model took half as long, on another device.
Session fasterElsewhere()
{
    Session session = fixture::resnet18();
    Summary &summary = session.latency.edit().samples.summary;
    summary.medianNs /= 2;
    for (double &end : summary.medianIntervalNs)
        end /= 2;
    for (Percentile &percentile : summary.percentiles) {
        if (percentile.valueNs)
            *percentile.valueNs /= 2;
    }
    session.latency.edit().device.name = "Other";
    session.layers.edit().device.name = "Other";
    return session;
}

std::size_t overlaysOf(const MainWindow &window)
{
    return plotOf(window).overlays().overlays().size();
}

QTreeWidget *listOf(const MainWindow &window)
{
    return window.workbench()->sessionsPanel()->list();
}

QPushButton *button(const MainWindow &window, const QString &text)
{
    for (auto *candidate : window.workbench()->sessionsPanel()->findChildren<QPushButton *>()) {
        if (candidate->text() == text)
            return candidate;
    }
    return nullptr;
}

const RooflinePoint &pointOfMark(const RooflineContent &content, const Mark &mark)
{
    return content.points[mark.point];
}

} // namespace

class TestSessions : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings = std::make_unique<Settings>();
        m_settings->overrideWorkerCommand(fakeWorker("answer"));
        m_window = std::make_unique<MainWindow>(m_settings.get());
        m_window->show();
        m_other = m_folder.file("other.ridge");
        QVERIFY(writeSession(m_other.toStdString(), fasterElsewhere()).ok());
    }

    void cleanup()
    {
        m_window.reset();
        m_settings.reset();
    }

    void severalFilesShareTheChart()
    {
        QSignalSpy windows(m_window.get(), &MainWindow::windowRequested);
        m_window->openFiles({ m_folder.savedSession(), m_other });
        QTRY_COMPARE_WITH_TIMEOUT(listOf(*m_window)->topLevelItemCount(), 2, patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(overlaysOf(*m_window), std::size_t(1), patienceMs);
        QCOMPARE(windows.count(), 0);
        QTreeWidgetItem *shown = listOf(*m_window)->topLevelItem(0);
        QTreeWidgetItem *other = listOf(*m_window)->topLevelItem(1);
        QCOMPARE(shown->text(0), QStringLiteral("resnet18"));
        QCOMPARE(other->text(0), QStringLiteral("other"));
        QVERIFY(other->text(1).startsWith("Other"));
        // Half the time of the one that is shown.
        QCOMPARE(other->text(changeColumn), QStringLiteral("▼ Faster, −50 %"));
        // The points are coloured by session then, and the legend says so.
        QCOMPARE(m_window->workbench()->chart()->actions()->coloring(), ColorBy::Session);
        QCOMPARE(plotOf(*m_window).colorKey().size(), std::size_t(2));
        QVERIFY2(plotOf(*m_window).colorKey().back().text.startsWith("Other"),
                 qPrintable(plotOf(*m_window).colorKey().back().text)); // by what differs: the device
    }

    void timesOfOtherWorkAreNotCompared()
    {
        SessionsPanel panel;
        SessionFacts facts;
        facts.flops = 100;
        const Session session = fixture::resnet18();
        panel.setShown("here", facts, session.latency);
        OtherSession other;
        other.name = "there";
        other.session = std::make_shared<const Session>(session);
        const auto change = [&](std::optional<std::int64_t> flops) {
            other.facts.flops = flops;
            panel.setOthers({ other });
            return panel.findChild<QTreeWidget *>()->topLevelItem(1)->text(changeColumn);
        };
        QCOMPARE(change(800), QStringLiteral("other work"));
        QVERIFY(change(100) != QStringLiteral("other work"));
        QVERIFY(!change(std::nullopt).isEmpty()); // not known: it may be the same
    }

    /// A session is named once, by its tab; in a low window, too.
    void coloursAreExplainedByTheTabs()
    {
        openBoth();
        m_window->resize(640, 480);
        const SessionTabs *tabs = m_window->workbench()->tabs();
        QTRY_VERIFY(tabs->isVisible());
        QVERIFY(!tabs->tabIcon(0).isNull() && !tabs->tabIcon(1).isNull());
        const auto *legend = m_window->workbench()->chart()->findChild<FamilyLegend *>();
        for (const ColorKey &key : plotOf(*m_window).colorKey()) {
            for (const auto *label : legend->findChildren<QLabel *>())
                QVERIFY2(label->text() != key.text || label->isHidden(), qPrintable(key.text));
        }
    }

    /// Times that arrive change the words of a tab, and nothing else.
    void tabsAreUpdatedInPlace()
    {
        SessionTabs tabs;
        std::vector<SessionTab> sessions { { "here", "here  2 ms", {}, Qt::red, std::nullopt },
                                           { "there", "there  1 ms", "/there.ridge", Qt::blue, 0 } };
        tabs.setSessions(sessions);
        QTRY_VERIFY(tabs.isVisible());
        QVERIFY(QTest::qWaitForWindowActive(&tabs));
        tabs.setFocus();
        QTRY_VERIFY(tabs.hasFocus());
        const QPointer<QWidget> cross = tabs.tabButton(1, QTabBar::RightSide);
        QVERIFY(cross);
        QVERIFY(!tabs.tabButton(0, QTabBar::RightSide));
        sessions[1].text = "there  1.1 ms";
        tabs.setSessions(sessions);
        QTRY_COMPARE(tabs.tabText(1), QStringLiteral("there  1.1 ms"));
        QVERIFY(tabs.hasFocus());
        QCOMPARE(tabs.tabButton(1, QTabBar::RightSide), cross.data());
        // They take turns at being shown, and one more comes.
        sessions[0] = { "here", "here  2 ms", "/here.ridge", Qt::red, 0 };
        sessions[1].other = std::nullopt;
        sessions.push_back({ "third", "third", {}, Qt::green, 1 });
        tabs.setSessions(sessions);
        QTRY_COMPARE(tabs.count(), 3);
        QCOMPARE(tabs.currentIndex(), 1);
        QVERIFY(tabs.tabButton(0, QTabBar::RightSide));
        QVERIFY(!tabs.tabButton(1, QTabBar::RightSide));
        QVERIFY(!tabs.isTabEnabled(2));
        // Two of the same name, of which one goes.
        sessions[2].name = "there";
        tabs.setSessions(sessions);
        QTRY_COMPARE(tabs.tabText(2), QStringLiteral("third"));
        sessions.pop_back();
        tabs.setSessions(sessions);
        QTRY_COMPARE(tabs.count(), 2);
        QCOMPARE(tabs.currentIndex(), 1);
        QVERIFY(tabs.hasFocus());
    }

    void tabsSayWhatDiffersAndByHowMuch()
    {
        openBoth();
        const SessionTabs *tabs = m_window->workbench()->tabs();
        QTRY_COMPARE(tabs->count(), 2);
        QTRY_VERIFY(tabs->isVisible());
        QVERIFY2(tabs->tabText(1).startsWith("Other"), qPrintable(tabs->tabText(1)));
        QVERIFY2(tabs->tabText(1).endsWith("2.0 times faster"), qPrintable(tabs->tabText(1)));
        QVERIFY2(!tabs->tabText(0).contains("faster"), qPrintable(tabs->tabText(0)));
        // Right above the plot, and not wider than it.
        const RooflineChart *chart = m_window->workbench()->chart();
        QVERIFY(chart->isAncestorOf(tabs));
        QVERIFY(tabs->mapTo(chart, tabs->rect().bottomLeft()).y() < chart->plane().top());
    }

    void sessionsAreNamedByWhatDiffers()
    {
        SessionFacts first;
        first.model = "regnet.pt";
        first.device = "Xeon";
        first.precision = "float32";
        first.batch = 1;
        SessionFacts second = first;
        const QStringList files { "a", "b" };
        QCOMPARE(namesByDifference({ first }, { "a" }), (QStringList { "a" }));
        QCOMPARE(namesByDifference({ first, second }, files), files); // nothing differs
        second.precision = "bfloat16";
        QCOMPARE(namesByDifference({ first, second }, files), (QStringList { "float32", "bfloat16" }));
        second.batch = 8;
        QCOMPARE(namesByDifference({ first, second }, files),
                 (QStringList { "float32, batch 1", "bfloat16, batch 8" }));
        second.model = "resnet.pt";
        QCOMPARE(namesByDifference({ first, second }, files), (QStringList { "regnet", "resnet" }));
        QCOMPARE(namesByDifference({ first, second, second }, { "a", "b", "c" }), (QStringList { "a", "b", "c" }));
        SessionFacts third = first;
        third.device = "H100";
        QCOMPARE(namesByDifference({ first, second, third }, { "a", "b", "c" }),
                 (QStringList { "regnet, Xeon, float32, batch 1", "resnet, Xeon, bfloat16, batch 8",
                                "regnet, H100, float32, batch 1" }));
    }

    void changesAreSaidInWords()
    {
        const auto textOf = [](double ratio, Change change) {
            return changeText({ .beforeNs = 1, .afterNs = ratio, .ratio = ratio, .change = change });
        };
        QCOMPARE(textOf(71.0 / 367, Change::Faster), QStringLiteral("5.2 times faster"));
        QCOMPARE(textOf(12.4, Change::Slower), QStringLiteral("12 times slower"));
        QCOMPARE(textOf(0.88, Change::Faster), QStringLiteral("12 % faster"));
        QCOMPARE(textOf(1.01, Change::Same), QStringLiteral("no clear change"));
        QCOMPARE(changeText({}), QString());
    }

    /// One click, and whatever comes after is beside it and compared with it.
    void whatIsPinnedIsTheBaseline()
    {
        fixture::openAndWait(*m_window, m_folder.savedSession());
        QAction *pin = m_window->actions()->pin;
        pin->trigger();
        QVERIFY(pin->isChecked());
        QVERIFY(!m_window->workbench()->earlier()); // it is what is shown
        QCOMPARE(overlaysOf(*m_window), std::size_t(0));
        fixture::openAndWait(*m_window, m_other);
        QTRY_COMPARE_WITH_TIMEOUT(overlaysOf(*m_window), std::size_t(1), patienceMs);
        QVERIFY(m_window->workbench()->earlier().has_value());
        const SessionTabs *tabs = m_window->workbench()->tabs();
        QTRY_COMPARE(tabs->count(), 2);
        QStringList texts { tabs->tabText(0), tabs->tabText(1) };
        texts.sort(); // "Baseline: ..." comes before "Other ..."
        QVERIFY2(texts[0].startsWith("Baseline: "), qPrintable(texts.join(u'\n')));
        QVERIFY2(texts[1].endsWith("2.0 times faster"), qPrintable(texts.join(u'\n')));
        // It stays for the next one, too.
        fixture::openAndWait(*m_window, m_folder.savedSession("third.ridge"));
        QTRY_COMPARE(tabs->count(), 2);
        QVERIFY(m_window->workbench()->earlier().has_value());
        pin->trigger();
        QVERIFY(!pin->isChecked());
        QVERIFY(!m_window->workbench()->earlier());
    }

    /// What is measured of the baseline while it is shown counts; what is measured after it does not.
    void theBaselineFollowsItsSession()
    {
        fixture::openAndWait(*m_window, m_folder.savedSession());
        m_window->actions()->pin->trigger();
        Request more;
        more.kind = RequestKind::Methods;
        QSignalSpy finished(m_window->controller(), &SessionController::finished);
        m_window->controller()->measureMore(more);
        QVERIFY(finished.wait(patienceMs));
        fixture::answerWith(QMessageBox::Discard);
        fixture::openAndWait(*m_window, m_other);
        QTRY_COMPARE(m_window->chartSessions()->shelf().sessions().size(), std::size_t(1));
        const OtherSession &baseline = m_window->chartSessions()->shelf().sessions().front();
        QVERIFY(baseline.isBaseline);
        QVERIFY(baseline.session->methods.has_value());
        QVERIFY(m_window->workbench()->earlier()->session().methods.has_value());
    }

    /// However another session is chosen, what it stopped is said.
    void anotherSessionSaysWhatItStopped()
    {
        fixture::TestWindow window(fakeWorker("hang"));
        QTRY_VERIFY_WITH_TIMEOUT(window.worker()->hello().has_value(), patienceMs);
        fixture::openAndWait(window, m_folder.savedSession());
        window.open(m_folder.modelFile("slow.pt"));
        window.chartSessions()->add({ m_folder.modelFile("added.pt") });
        QCOMPARE(window.messages()->count(), 1);
        QVERIFY2(window.messages()->shownText().startsWith("The measurement of slow.pt was stopped"),
                 qPrintable(window.messages()->shownText()));
        window.chartSessions()->add({ m_other });
        QTRY_COMPARE_WITH_TIMEOUT(window.chartSessions()->shelf().sessions().size(), std::size_t(1), patienceMs);
        Q_EMIT window.workbench()->tabs()->showRequested(0);
        QTRY_VERIFY(window.messages()->shownText().startsWith("The measurement of added.pt was stopped"));
        QTRY_COMPARE_WITH_TIMEOUT(window.controller()->path(), m_other, patienceMs);
        QVERIFY(window.messages()->holds("stopped"));
    }

    /// The one that is shown stays on the chart beside a model that is added and measured.
    void aModelIsMeasuredBesideTheSession()
    {
        m_settings->overrideWorkerCommand(fixture::fakeWorker("answer"));
        fixture::openAndWait(*m_window, m_folder.savedSession());
        QSignalSpy finished(m_window->controller(), &SessionController::finished);
        m_window->chartSessions()->add({ m_folder.modelFile("added.pt") });
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(m_window->controller()->path().endsWith("added.pt"));
        QCOMPARE(m_window->chartSessions()->shelf().sessions().size(), std::size_t(1));
        QCOMPARE(m_window->chartSessions()->shelf().sessions().front().path, m_folder.file("resnet18.ridge"));
    }

    void modelsGetWindowsOfTheirOwn()
    {
        QSignalSpy windows(m_window.get(), &MainWindow::windowRequested);
        m_window->openFiles({ m_folder.savedSession(), m_folder.modelFile() });
        QCOMPARE(windows.count(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->showsSession(), patienceMs);
        QCOMPARE(listOf(*m_window)->topLevelItemCount(), 1);
    }

    void boxesHideAndButtonsRemove()
    {
        openBoth();
        listOf(*m_window)->topLevelItem(1)->setCheckState(0, Qt::Unchecked);
        QTRY_COMPARE(overlaysOf(*m_window), std::size_t(0));
        QCOMPARE(m_window->workbench()->chart()->actions()->coloring(), ColorBy::Family);
        QCOMPARE(listOf(*m_window)->topLevelItemCount(), 2);
        button(*m_window, "Remove")->click();
        QCOMPARE(listOf(*m_window)->topLevelItemCount(), 1);
        QVERIFY(!button(*m_window, "&Compare")->isEnabled());
    }

    void anotherOneIsShown()
    {
        openBoth();
        button(*m_window, "Show")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller()->path(), m_other, patienceMs);
        QTRY_COMPARE(listOf(*m_window)->topLevelItemCount(), 2);
        QCOMPARE(listOf(*m_window)->topLevelItem(0)->text(0), QStringLiteral("other"));
        QCOMPARE(listOf(*m_window)->topLevelItem(1)->text(0), QStringLiteral("resnet18"));
        QCOMPARE(listOf(*m_window)->topLevelItem(1)->text(changeColumn), QStringLiteral("▲ Slower, +100 %"));
    }

    void comparesWithOneOfThem()
    {
        openBoth();
        button(*m_window, "&Compare")->click();
        // The one of the list is the one before: the model took half as long there.
        QVERIFY(m_window->workbench()->comparisonPanel()->text().contains(QStringLiteral("▲ Slower (+100 %)")));
        QVERIFY(m_window->actions()->endComparison->isEnabled());
    }

    void keepsWhatIsShown()
    {
        fixture::openAndWait(*m_window, m_folder.savedSession());
        m_window->actions()->keepSession->trigger();
        QCOMPARE(listOf(*m_window)->topLevelItemCount(), 2);
        QCOMPARE(listOf(*m_window)->topLevelItem(1)->text(0), QStringLiteral("resnet18"));
        m_window->actions()->keepSession->trigger();
        QCOMPARE(listOf(*m_window)->topLevelItem(2)->text(0), QStringLiteral("resnet18 (2)"));
        QVERIFY(!button(*m_window, "Show")->isEnabled()); // no file holds it
    }

    void anotherFileStartsOver()
    {
        openBoth();
        fixture::openAndWait(*m_window, m_folder.savedSession("third.ridge"));
        QCOMPARE(listOf(*m_window)->topLevelItemCount(), 1);
        QCOMPARE(overlaysOf(*m_window), std::size_t(0));
    }

    void saysWhatIsNoSession()
    {
        fixture::openAndWait(*m_window, m_folder.savedSession());
        QFile broken(m_folder.file("broken.ridge"));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"type\":\"hello\"\n") > 0);
        broken.close();
        m_window->chartSessions()->add({ broken.fileName(), m_other });
        QTRY_COMPARE_WITH_TIMEOUT(listOf(*m_window)->topLevelItemCount(), 2, patienceMs); // the next one is read
        QVERIFY(m_window->messages()->shownText().contains("broken.ridge"));
    }

    void layersBelongTogetherByName()
    {
        openBoth();
        RooflinePlot &plot = plotOf(*m_window);
        const std::size_t mark = plot.markLabelled("layer2.1.conv1").value();
        m_window->workbench()->selection()->select(plot.itemOf(mark));
        QCOMPARE(plot.trails().trails().size(), std::size_t(1));
        const QPointF own = plot.trails().trails().front().stops.front().place;
        const QPointF there = plot.trails().trails().front().stops.back().place;
        // The same share of a run that took half as long: twice the rate.
        QCOMPARE(there, QPointF(own.x(), own.y() + std::log10(2.0)));
        QCOMPARE(own, QPointF(plot.content().marks[mark].x, plot.content().marks[mark].y));
    }

    void relativePlacesAreSharesOfTheRoofs()
    {
        RooflineContent content = rooflineContent(JudgedSession(fixture::resnet18()));
        const RooflineContent absolute = content;
        makeRelative(content);
        QVERIFY(content.relative);
        QCOMPARE(ridgePlace(content), QPointF(0, 0));
        int compared = 0;
        for (std::size_t i = 0; i < content.marks.size(); ++i) {
            const Mark &mark = content.marks[i];
            const RooflinePoint &point = pointOfMark(content, mark);
            if (mark.onStrip || point.label != "layer2.1.conv1")
                continue;
            // 128 x 128 x 3 x 3 x 28 x 28 multiply-adds under a roof of 1.92 TFLOP/s, which is 1920 FLOP/ns.
            const double share = 2.0 * 128 * 128 * 9 * 28 * 28 / *point.timeNs / 1920;
            QVERIFY2(share > 0.7 && share < 0.9, qPrintable(QString::number(share))); // about 83 %
            QVERIFY(std::abs(mark.y - std::log10(share)) < 1e-9);
            // Its intensity stays where it was to the ridge.
            QVERIFY(std::abs(mark.x - (absolute.marks[i].x - ridgePlace(absolute).x())) < 1e-9);
            ++compared;
        }
        QCOMPARE(compared, 1);
    }

    void relativeChartHasOnePairOfRoofs()
    {
        openBoth();
        m_window->workbench()->chart()->actions()->relative->setChecked(true);
        QVERIFY(plotOf(*m_window).content().relative);
        QVERIFY(plotOf(*m_window).overlays().overlays().front().content->relative);
        m_window->workbench()->chart()->actions()->relative->setChecked(false);
        QVERIFY(!plotOf(*m_window).content().relative);
    }

    void roofsOfOthersAreDrawnOnce()
    {
        const auto linesOf = [](double factor, bool relative) {
            auto session = std::make_shared<Session>(fixture::resnet18());
            for (Roof &roof : session->peaks.edit().roofs)
                roof.value *= factor;
            OverlayMaker maker;
            maker.make({ { "other", session } }, false, relative);
            return roofsOf(maker.overlays().front(), Qt::red, rooflineContent(JudgedSession(fixture::resnet18())));
        };
        QVERIFY(linesOf(1, false).empty()); // the main session has them
        const std::vector<NamedLine> lines = linesOf(2, false);
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines.front().name, QStringLiteral("other: 3.84 TFLOP/s")); // 2 x 1.92
        QVERIFY(std::abs(lines.front().line.y1() - std::log10(3.84e12)) < 1e-9);
        QVERIFY(linesOf(2, true).empty());
    }

    /// The buttons scroll rather than lose their height.
    void aLowPanelKeepsItsButtons()
    {
        SessionsPanel panel;
        panel.resize(560, 120);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        for (const auto *button : panel.findChildren<QPushButton *>()) {
            QTRY_VERIFY(button->height() >= button->sizeHint().height());
            QVERIFY(button->mapTo(&panel, button->rect().topRight()).x() < panel.width());
        }
    }

private:
    void openBoth()
    {
        fixture::openAndWait(*m_window, m_folder.savedSession());
        m_window->chartSessions()->add({ m_other });
        QTRY_COMPARE_WITH_TIMEOUT(overlaysOf(*m_window), std::size_t(1), patienceMs);
    }

    fixture::SettingsFolder m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    QString m_other;
};

ROOFLIGHT_TEST(TestSessions)
#include "test_sessions.moc"
