// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/what_if_report.h"
#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/what_if_chart.h"
#include "ui/views/window/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>

#include <cmath>
#include <initializer_list>

using namespace rooflight;
using fixture::fakeWorker;
using fixture::patienceMs;
using fixture::plotOf;
using fixture::TestWindow;

class TestWhatIf : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void slidersMakeAChange()
    {
        WhatIfPanel panel;
        panel.setObserved(8, "Here");
        QSignalSpy changed(&panel, &WhatIfPanel::changed);
        QVERIFY(panel.change().changesNothing());
        QCOMPARE(panel.batchSlider()->minimum(), -3); // 8 can be halved three times
        panel.batchSlider()->setValue(2);
        QCOMPARE(panel.change().batch, 4.0);
        QCOMPARE(panel.summary(), QStringLiteral("What if: batch 32"));
        panel.precisions()->setCurrentIndex(2);
        QCOMPARE(panel.change().precision, ModelPrecision::BFloat16);
        panel.fusions()->setCurrentIndex(int(FusionScope::Blocks));
        panel.devices()->setCurrentIndex(1);
        QVERIFY(panel.change().roofs && panel.change().roofs->theoretical);
        QCOMPARE(changed.count(), 4);
        panel.findChild<QPushButton *>("reset")->click();
        QCOMPARE(changed.count(), 5);
        QVERIFY(panel.change().changesNothing());
    }

    /// Step by step, a drag of a slider as one; another model has no steps to go back.
    void choicesAreUndone()
    {
        WhatIfPanel panel;
        panel.setObserved(8, "Here");
        auto *undo = panel.findChild<QPushButton *>("undo");
        QVERIFY(!undo->isEnabled());
        panel.batchSlider()->setValue(1);
        panel.precisions()->setCurrentIndex(2);
        QVERIFY(undo->isEnabled() && !panel.history().redo()->isEnabled());
        QSignalSpy changed(&panel, &WhatIfPanel::changed);
        undo->click();
        QCOMPARE(panel.precisions()->currentIndex(), 0);
        QCOMPARE(panel.change().batch, 2.0);
        QCOMPARE(changed.count(), 1);
        panel.history().undo()->trigger();
        QVERIFY(panel.change().changesNothing());
        QVERIFY(!undo->isEnabled());
        panel.history().redo()->trigger();
        panel.history().redo()->trigger();
        QCOMPARE(panel.change().precision, ModelPrecision::BFloat16);
        panel.findChild<QPushButton *>("reset")->click();
        QVERIFY(panel.change().changesNothing());
        undo->click(); // what was reset by mistake is back
        QCOMPARE(panel.change().precision, ModelPrecision::BFloat16);
        QCOMPARE(panel.change().batch, 2.0);
        panel.batchSlider()->setSliderDown(true);
        for (const int step : { 2, 3, 4 })
            panel.batchSlider()->setValue(step);
        panel.batchSlider()->setSliderDown(false);
        QCOMPARE(panel.change().batch, 16.0);
        undo->click();
        QCOMPARE(panel.change().batch, 2.0);
        panel.reset();
        QVERIFY(!undo->isEnabled() && !panel.history().redo()->isEnabled());
    }

    void draggingAwayAndBackIsNoStep()
    {
        WhatIfPanel panel;
        panel.setObserved(8, "Here");
        const auto drag = [&panel](std::initializer_list<int> steps) {
            panel.batchSlider()->setSliderDown(true);
            for (const int step : steps)
                panel.batchSlider()->setValue(step);
            panel.batchSlider()->setSliderDown(false);
        };
        drag({ 1, 2, 0 });
        QVERIFY(panel.change().changesNothing());
        QVERIFY(!panel.history().undo()->isEnabled());
        drag({ 1 });
        drag({ 2, 1, 3 }); // it came by where it began
        panel.history().undo()->trigger();
        QCOMPARE(panel.change().batch, 2.0);
        panel.history().undo()->trigger();
        QVERIFY(panel.change().changesNothing());
        QVERIFY(!panel.history().undo()->isEnabled());
    }

    /// Of the width that it has at 1280 pixels.
    void allButtonsAreSeenInANarrowPanel()
    {
        WhatIfPanel panel;
        panel.setObserved(8, "Here");
        panel.resize(340, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        for (const char *name : { "estimate", "measureThere", "reset", "undo" }) {
            const auto *button = panel.findChild<QPushButton *>(name);
            QTRY_VERIFY2(button->mapTo(&panel, button->rect().topRight()).x() < panel.width(), name);
        }
    }

    void ctrlZUndoesInThePanelOnly()
    {
        WhatIfPanel panel; // is destroyed with steps to undo
        panel.setObserved(8, "Here");
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.batchSlider()->setFocus();
        QTest::keyClick(panel.batchSlider(), Qt::Key_Right);
        QCOMPARE(panel.change().batch, 2.0);
        QTest::keyClick(panel.batchSlider(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(panel.change().changesNothing());
        QTest::keyClick(panel.batchSlider(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(panel.change().batch, 2.0);
    }

    void batchesAreWhole()
    {
        WhatIfPanel panel;
        panel.setObserved(3, "Here");
        panel.batchSlider()->setValue(-1);
        QCOMPARE(panel.change().batch, 1.0 / 3); // one item instead of three
    }

    void saysHereAndThere()
    {
        WhatIfPanel panel;
        panel.setObserved(1, "Here");
        panel.batchSlider()->setValue(1);
        Forecast forecast;
        forecast.batchThere = 2;
        forecast.hereNs = 18.2e6;
        forecast.thereAtRoofNs = 1.1e6;
        forecast.thereNs = 20e6;
        forecast.intervalNs = { 15e6, 25e6 };
        panel.setForecast(forecast, assumptionsOf({}, panel.change(), forecast));
        QVERIFY2(panel.text().startsWith("Here 18.2 ms → there about 20.0 ms (15.0 ms to 25.0 ms), 1.10 ms at best"),
                 qPrintable(panel.text()));
        QVERIFY2(panel.text().contains("18.2 ms → 10.0 ms, 550 µs at best"), qPrintable(panel.text()));
        QVERIFY(panel.text().contains("20.0 ms"));
        QVERIFY2(panel.text().contains("bandwidth-bound parts grow with their bytes"), qPrintable(panel.text()));
        QVERIFY(!panel.text().contains("as far from its roof"));
        QVERIFY(!panel.text().contains("No roof there"));
        forecast.unjudged = 3;
        panel.setForecast(forecast);
        QVERIFY(panel.text().contains("covers 3 of the points"));
    }

    void whatPeopleAskFirstHasItsControls()
    {
        WhatIfPanel panel;
        panel.setObserved(1, "Here");
        panel.setMeasurable(true);
        panel.precisions()->setCurrentIndex(panel.precisions()->count() - 1);
        QVERIFY(panel.change() == changeOf(AskedChange::Int8Dynamic));
        QCOMPARE(panel.summary(), QStringLiteral("What if: linear layers in dynamic int8"));
        QVERIFY(!panel.findChild<QPushButton *>("measureThere")->isEnabled()); // it is another program
        Forecast forecast;
        forecast.hereNs = forecast.thereNs = 18.2e6;
        forecast.thereAtRoofNs = 1.1e6;
        panel.setForecast(forecast, assumptionsOf({}, panel.change(), forecast));
        QVERIFY2(panel.text().contains("No linear layer has constant weights"), qPrintable(panel.text()));
        panel.precisions()->setCurrentIndex(panel.precisions()->count() - 2);
        QVERIFY(panel.change() == changeOf(AskedChange::Int8Weights));
        panel.precisions()->setCurrentIndex(0);
        panel.noLaunches()->setChecked(true);
        QVERIFY(panel.change() == changeOf(AskedChange::NoLaunches));
        panel.noLaunches()->setChecked(false);
        panel.fusions()->setCurrentIndex(int(FusionScope::Pointwise));
        QVERIFY(panel.change() == changeOf(AskedChange::Compiled));
        panel.reset();
        QVERIFY(panel.isUnchanged() && !panel.noLaunches()->isChecked());
    }

    /// Whatever has the focus in a panel that is too low for all of it.
    void theAnswerStaysInSight()
    {
        WhatIfPanel panel;
        panel.resize(260, 170);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        const auto *headline = panel.findChild<QLabel *>(QStringLiteral("headline"));
        QVERIFY(headline && headline->wordWrap());
        panel.setLength(OpenSize { "s1", "x.1", 128, { 64, 128, 256 } }, true);
        panel.batchSlider()->setFocus();
        for (const QWidget *control :
             std::initializer_list<const QWidget *> { panel.batchSlider(), panel.lengthSlider(), panel.precisions(),
                                                      panel.fusions(), panel.devices(), panel.noLaunches() }) {
            QCOMPARE(QApplication::focusWidget(), control);
            QVERIFY(!control->visibleRegion().isEmpty());
            QCOMPARE(headline->visibleRegion().boundingRect(), headline->rect());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
    }

    void onlyTheLastQuestionIsAnswered()
    {
        WhatIfRunner runner;
        runner.setSession(fixture::threeBlocks());
        std::vector<double> batches;
        connect(&runner, &WhatIfRunner::answered, this,
                [&](const WhatIfRunner::Answer &answer) { batches.push_back(answer.forecast.batchThere); });
        for (const double batch : { 2.0, 4.0, 8.0 })
            runner.ask({ .batch = batch });
        QTRY_VERIFY_WITH_TIMEOUT(!batches.empty(), patienceMs);
        QCOMPARE(batches, std::vector { 8.0 });
    }

    void chartShowsWhatItWouldBe()
    {
        TestWindow window(fakeWorker("answer"));
        openBlocks(window);
        WhatIfPanel *panel = window.workbench()->whatIf();
        panel->batchSlider()->setValue(1);
        const OverlayMarks &overlays = plotOf(window).overlays();
        QTRY_COMPARE_WITH_TIMEOUT(overlays.overlays().size(), std::size_t(1), patienceMs);
        QCOMPARE(overlays.overlays().front().name, QStringLiteral("What if: batch 2"));
        for (const Mark &mark : overlays.overlays().front().content->marks)
            QVERIFY(!mark.timed);
        // At the roofs 3 x (10 + 5) + 40 us, and twice of it.
        QVERIFY2(panel->text().contains("170"), qPrintable(panel->text()));
        panel->findChild<QPushButton *>("reset")->click();
        QTRY_COMPARE(overlays.overlays().size(), std::size_t(0));
    }

    void anotherFileIsAskedNothing()
    {
        TestWindow window(fakeWorker("answer"));
        openBlocks(window);
        WhatIfPanel *panel = window.workbench()->whatIf();
        panel->batchSlider()->setValue(1);
        const OverlayMarks &overlays = plotOf(window).overlays();
        QTRY_COMPARE_WITH_TIMEOUT(overlays.overlays().size(), std::size_t(1), patienceMs);
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(panel->isUnchanged());
        QTRY_COMPARE(overlays.overlays().size(), std::size_t(0));
    }

    void pathFollowsTheSelectedLayer()
    {
        TestWindow window(fakeWorker("answer"));
        openBlocks(window);
        Workbench &workbench = *window.workbench();
        const std::vector<Trail> &trails = plotOf(window).trails().trails();
        workbench.selection()->select({ ItemId::Kind::Layer, 10 });
        QVERIFY(trails.empty()); // the panel is out of sight
        workbench.showWhatIf();
        QTRY_COMPARE(trails.size(), std::size_t(1));
        const std::vector<Trail::Stop> &stops = trails.front().stops;
        QCOMPARE(stops.size(), std::size_t(13));
        QCOMPARE(stops.front().text, QStringLiteral("1"));
        QCOMPARE(stops[5].text, QStringLiteral("32"));
        // The head: 2 MFLOP, 4 MB, at 100 GB/s: 0.5 FLOP/B and 50 GFLOP/s, whatever the batch, as it has no weights.
        QVERIFY(std::abs(stops.front().place.x() - std::log10(0.5)) < 1e-9);
        QVERIFY(std::abs(stops[5].place.y() - std::log10(50e9)) < 1e-9);
    }

    void exactBatchIsSaid()
    {
        WhatIfPanel panel;
        panel.setObserved(1, "Here");
        const std::vector<BatchPlace> places { { 1, 1, 1e9, Bound::Bandwidth }, { 32, 20, 1e12, Bound::Compute } };
        panel.setPath("fc", places, BatchTurn { Bound::Bandwidth, Bound::Compute, 26 });
        QVERIFY2(panel.text().contains("fc turns compute-bound at batch 26."), qPrintable(panel.text()));
        panel.setPath("fc", places);
        QVERIFY2(panel.text().contains("fc stays bandwidth-bound from batch 1 to 32."), qPrintable(panel.text()));
    }

    /// As in a session that holds a sweep over sizes and nothing else.
    void withoutLayersItSaysSo()
    {
        WhatIfPanel panel;
        panel.setHasLayers(false, false);
        panel.batchSlider()->setValue(panel.batchSlider()->maximum());
        QVERIFY2(panel.text().contains("once the layers are known"), qPrintable(panel.text()));
        for (const QLabel *label : panel.findChildren<QLabel *>())
            QVERIFY(label->isHidden() || !label->text().contains(".pt2"));
        panel.setHasLayers(true, false);
        QVERIFY(!panel.text().contains("once the layers are known"));
        panel.setHasLayers(false, true); // and none will come
        QVERIFY2(panel.text().startsWith("This session has no layers"), qPrintable(panel.text()));
    }

    void lengthSaysWhyItCannotChange()
    {
        WhatIfPanel panel;
        panel.setLength(std::nullopt, false);
        QVERIFY(!panel.lengthSlider()->isEnabled());
        QVERIFY(panel.lengthSlider()->toolTip().contains(".pt2"));
        panel.setLength(std::nullopt, true);
        QVERIFY(panel.lengthSlider()->toolTip().contains("except the batch"));
        QSignalSpy changed(&panel, &WhatIfPanel::changed);
        panel.setLength(OpenSize { "s1", "x.1", 128, { 64, 128, 256 } }, true);
        QVERIFY(panel.lengthSlider()->isEnabled() && panel.isUnchanged());
        QVERIFY(!panel.batchSlider()->isHidden());
        panel.lengthSlider()->setValue(2);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(panel.length(), std::optional<std::int64_t>(256));
        QCOMPARE(panel.summary(), QStringLiteral("What if: x.1 = 256"));
        QVERIFY(!panel.isUnchanged());
        panel.findChild<QPushButton *>("reset")->click();
        QVERIFY(panel.isUnchanged());
    }

    /// A worker counts the model at another length, on top of which the batch changes.
    void anotherLengthIsCountedByAWorker()
    {
        TestWindow window(fakeWorker("answer"));
        Session session = fixture::threeBlocks();
        session.analysis.edit().model.form = ModelForm::Export;
        session.analysis.edit().inputs = { { "x", { { 1, 128 }, DType::Float32 }, InputSource::Given } };
        session.inspection.emplace().model = session.analysis->model;
        session.inspection.edit().symbols = { { "s1", 16, 1024, 128, { "x.1" } } };
        const QString path = m_folder.file("length.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        fixture::openAndWait(window, path);
        WhatIfPanel *panel = window.workbench()->whatIf();
        QCOMPARE(panel->lengthSlider()->maximum(), 6); // 16 to 1024
        panel->lengthSlider()->setValue(4);
        const OverlayMarks &overlays = plotOf(window).overlays();
        QTRY_COMPARE_WITH_TIMEOUT(overlays.overlays().size(), std::size_t(1), patienceMs);
        QCOMPARE(overlays.overlays().front().name, QStringLiteral("What if: x.1 = 256"));
        // Twice 3 x (10 + 5) + 40 us; at batch 2 twice that.
        QVERIFY2(panel->text().contains("170"), qPrintable(panel->text()));
        panel->batchSlider()->setValue(1);
        QTRY_VERIFY_WITH_TIMEOUT(panel->text().contains("340"), patienceMs);
        panel->batchSlider()->setValue(0);
        panel->lengthSlider()->setValue(3);
        QTRY_COMPARE(overlays.overlays().size(), std::size_t(0));
    }

    void lengthsThatCannotBeCountedAreExplained()
    {
        TestWindow window(fakeWorker("error file_unreadable"));
        Session session = fixture::threeBlocks();
        session.analysis.edit().model.form = ModelForm::Export;
        session.analysis.edit().inputs = { { "x", { { 1, 128 }, DType::Float32 }, InputSource::Given } };
        session.inspection.emplace().model = session.analysis->model;
        session.inspection.edit().symbols = { { "s1", 16, 1024, 128, { "x.1" } } };
        session.latency.emplace().batch = 128; // found along dimension 1, which is the length
        session.latency.edit().batchSource = BatchSource::Found;
        const QString path = m_folder.file("gone.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        fixture::openAndWait(window, path);
        WhatIfPanel *panel = window.workbench()->whatIf();
        QVERIFY(panel->batchSlider()->isHidden() && !panel->lengthSlider()->isHidden());
        panel->lengthSlider()->setValue(4);
        QTRY_VERIFY_WITH_TIMEOUT(panel->text().contains("cannot be read"), patienceMs);
        QVERIFY(panel->text().contains("blocks.pt"));
    }

    /// It has as many parameters, and other content.
    void changedFileIsNotCounted()
    {
        TestWindow window(fakeWorker("other_file"));
        Session session = fixture::threeBlocks();
        fixture::addOperators(session);
        session.analysis.edit().model.form = ModelForm::Export;
        session.analysis.edit().model.contentsSha256 = std::string(64, 'a');
        session.analysis.edit().inputs = { { "x", { { 1, 128 }, DType::Float32 }, InputSource::Given } };
        session.inspection.emplace().model = session.analysis->model;
        session.inspection.edit().symbols = { { "s1", 16, 1024, 128, { "x.1" } } };
        const QString path = m_folder.file("changed.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        fixture::openAndWait(window, path);
        WhatIfPanel *panel = window.workbench()->whatIf();
        panel->lengthSlider()->setValue(4);
        QTRY_VERIFY2_WITH_TIMEOUT(panel->text().contains("no longer the one that was measured"),
                                  qPrintable(panel->text()), patienceMs);
        QVERIFY(plotOf(window).overlays().overlays().empty());
        panel->findChild<QPushButton *>("reset")->click();
        panel->batchSlider()->setValue(1);
        QTRY_VERIFY_WITH_TIMEOUT(panel->text().contains("at best"), patienceMs);
        QVERIFY(!panel->text().contains("no longer"));
        panel->findChild<QPushButton *>("estimate")->click();
        QTRY_VERIFY2_WITH_TIMEOUT(panel->text().contains("no longer the one that was measured"),
                                  qPrintable(panel->text()), patienceMs);
    }

    /// 110 us, all of it in operators. At batch 2 runs take 220 us. At the
    /// roofs 3 x (10 + 5) + 40 us: operators without shapes have the same work there.
    void operatorsAreCalledForAnEstimate()
    {
        TestWindow window(fakeWorker("answer"));
        Session session = fixture::threeBlocks();
        fixture::addOperators(session);
        session.layers.edit().bareMedianNs = 110'000;
        const QString path = m_folder.file("operators.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        fixture::openAndWait(window, path);
        WhatIfPanel *panel = window.workbench()->whatIf();
        auto *estimate = panel->findChild<QPushButton *>("estimate");
        QTRY_VERIFY(!estimate->isEnabled()); // nothing is changed
        panel->batchSlider()->setValue(1);
        QTRY_VERIFY2_WITH_TIMEOUT(panel->text().contains("about"), qPrintable(panel->text()), patienceMs);
        QVERIFY(estimate->isEnabled());
        estimate->click();
        QVERIFY(panel->text().contains("Running it a few times"));
        QTRY_VERIFY2_WITH_TIMEOUT(panel->text().contains("by a few runs"), qPrintable(panel->text()), patienceMs);
        QVERIFY2(panel->text().startsWith("Here 110 µs → there 220 µs ("), qPrintable(panel->text()));
        QVERIFY2(panel->text().contains("85.0 µs at best"), qPrintable(panel->text()));
        Estimate disturbed;
        disturbed.disturbedBy = { "other_load" };
        panel->setEstimate(disturbed);
        QVERIFY2(panel->text().contains("Runs were disturbed (other work)"), qPrintable(panel->text()));
        panel->precisions()->setCurrentIndex(2);
        QVERIFY(!panel->text().contains("by a few runs")); // that was another question
        panel->devices()->setCurrentIndex(1);
        QVERIFY(!estimate->isEnabled());
    }

    void anEstimateCanBeStopped()
    {
        TestWindow window(fakeWorker("hang"));
        openBlocks(window);
        WhatIfPanel *panel = window.workbench()->whatIf();
        panel->batchSlider()->setValue(1);
        auto *estimate = panel->findChild<QPushButton *>("estimate");
        QTRY_VERIFY_WITH_TIMEOUT(panel->text().contains("at best"), patienceMs);
        estimate->click();
        QCOMPARE(estimate->text(), QStringLiteral("Stop"));
        estimate->click();
        QVERIFY(estimate->text() != QStringLiteral("Stop") && estimate->isEnabled());
        QVERIFY(!panel->text().contains("Running it a few times"));
    }

    void noEstimateSaysWhy()
    {
        TestWindow window(fakeWorker("error file_unreadable"));
        openBlocks(window);
        WhatIfPanel *panel = window.workbench()->whatIf();
        panel->batchSlider()->setValue(1);
        QTRY_VERIFY_WITH_TIMEOUT(panel->text().contains("at best"), patienceMs);
        panel->findChild<QPushButton *>("estimate")->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel->text().contains("cannot be read"), patienceMs);
        QVERIFY(panel->text().contains("at best")); // and what is worked out stays
    }

    /// What was measured before stays on the chart.
    void measuringKeepsWhatWasShown()
    {
        TestWindow window(fakeWorker("answer"));
        fixture::openAndWait(window, m_folder.file("model.pt"));
        WhatIfPanel *panel = window.workbench()->whatIf();
        panel->batchSlider()->setValue(2);
        auto *measure = panel->findChild<QPushButton *>("measureThere");
        QTRY_VERIFY(measure->isEnabled());
        measure->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.chartSessions()->shelf().sessions().size(), std::size_t(1), patienceMs);
        QCOMPARE(window.chartSessions()->shelf().sessions().front().name, QStringLiteral("model, before"));
        QCOMPARE(window.controller()->lastRequest().batch, std::int64_t(4));
        QVERIFY(panel->isUnchanged()); // it was a question; now it is being measured
        QTRY_COMPARE(plotOf(window).overlays().overlays().size(), std::size_t(1)); // the session before
        QTRY_VERIFY_WITH_TIMEOUT(!window.controller()->isWorking(), patienceMs);
        QCOMPARE(window.chartSessions()->shelf().sessions().size(), std::size_t(1));
    }

private:
    void openBlocks(MainWindow &window) const
    {
        const QString path = m_folder.file("blocks.ridge");
        QVERIFY(writeSession(path.toStdString(), fixture::threeBlocks()).ok());
        fixture::openAndWait(window, path);
    }

    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestWhatIf)
#include "test_what_if.moc"
