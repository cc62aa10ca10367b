// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/progress_panel.h"
#include "ui/views/panels/roof_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/workbench.h"

#include <QAbstractProxyModel>
#include <QPaintEvent>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTreeView>
#include <QTreeWidget>

#include <algorithm>
#include <memory>
#include <vector>

using namespace rooflight;

namespace {

constexpr int recordsInABurst = 1000;

/// Counts how often a view's model was built again and how often values in it changed.
struct ModelSpy {
    explicit ModelSpy(const QAbstractItemModel *model)
        : reset(model, &QAbstractItemModel::modelReset)
        , inserted(model, &QAbstractItemModel::rowsInserted)
        , changed(model, &QAbstractItemModel::dataChanged)
    {
    }

    [[nodiscard]] qsizetype builds() const { return reset.count() + inserted.count(); }

    QSignalSpy reset;
    QSignalSpy inserted;
    QSignalSpy changed;
};

class PaintCounter : public QObject
{
public:
    explicit PaintCounter(QWidget *widget) { widget->installEventFilter(this); }

    [[nodiscard]] int count() const { return m_count; }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == QEvent::Paint;
        return false;
    }

private:
    int m_count = 0;
};

/// Of the last signal.
ResultKinds kindsOfChange(const QSignalSpy &changed)
{
    return changed.last().first().value<ResultKinds>();
}

/// A window whose worker says what the test wants.
struct SignalBench {
    SignalBench()
    {
        settings.overrideWorkerCommand(QStringLiteral("/nowhere/worker"));
        settings.setRoofChoices({}, {}, {});
        window = std::make_unique<MainWindow>(&settings);
        window->show();
        const Session session = fixture::resnet18();
        send(*session.analysis);
        send(*session.peaks);
        send(*session.layers);
        send(*session.latency);
        settle();
    }

    void send(RecordBody body) const { Q_EMIT window->worker()->recordReceived({ 1, std::move(body) }); }

    /// Until the records that were sent are shown.
    void settle() const
    {
        QSignalSpy published(window->controller(), &SessionController::changed);
        QVERIFY(published.wait(fixture::patienceMs));
        QCoreApplication::processEvents();
    }

    [[nodiscard]] const QAbstractItemModel *layers() const
    {
        const auto *table = window->workbench()->layers()->findChild<QTreeView *>();
        return qobject_cast<QAbstractProxyModel *>(table->model())->sourceModel();
    }
    [[nodiscard]] const QAbstractItemModel *roofs() const { return window->workbench()->roofs()->list()->model(); }
    [[nodiscard]] const RooflinePlot &plot() const
    {
        return static_cast<const RooflinePlot &>(*window->findChild<RooflineView *>()->chart());
    }

    Settings settings;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class TestSessionSignals : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void recordChangesItsKindAlone_data()
    {
        QTest::addColumn<RecordBody>("body");
        const Session session = fixture::everyResult();
        forEachResultKind([&](const auto &kind) {
            QTest::newRow(std::string(kind.record).c_str()) << RecordBody(*(session.*kind.part));
        });
    }

    void recordChangesItsKindAlone()
    {
        QFETCH(RecordBody, body);
        WorkerClient client;
        SessionController controller(&client);
        const Session session = fixture::everyResult();
        // What is equal to what was there changes nothing: each record is to differ.
        Inspection inspection = *session.inspection;
        inspection.findings.emplace_back();
        Analysis analysis = *session.analysis;
        analysis.predicted = !analysis.predicted;
        Q_EMIT client.recordReceived({ 1, inspection });
        Q_EMIT client.recordReceived({ 1, analysis });
        QSignalSpy changed(&controller, &SessionController::changed);
        Q_EMIT client.recordReceived({ 1, body });
        QVERIFY(changed.wait(fixture::patienceMs));
        QCOMPARE(changed.count(), 1);
        QVERIFY(kindsOfChange(changed) == kindOf(body));
    }

    void resultsThatAnotherAnalysisDropsChangeToo()
    {
        WorkerClient client;
        SessionController controller(&client);
        const Session session = fixture::resnet18();
        Q_EMIT client.recordReceived({ 1, *session.analysis });
        Q_EMIT client.recordReceived({ 1, *session.latency });
        QSignalSpy published(&controller, &SessionController::changed);
        QVERIFY(published.wait(fixture::patienceMs));
        published.clear();
        Q_EMIT client.recordReceived({ 1, *fixture::large(3).analysis });
        QVERIFY(published.wait(fixture::patienceMs));
        QVERIFY(!controller.session().latency);
        QVERIFY((kindsOfChange(published) == kindsOf<Analysis, ModelLatency>));
    }

    /// A worker that is asked to stop says what it has measured: that is none of the model opened instead.
    void resultsOfTheModelBeforeAreNotThoseOfTheNext()
    {
        const QTemporaryDir folder;
        const QString first = folder.filePath(QStringLiteral("first.pt"));
        const QString second = folder.filePath(QStringLiteral("second.pt"));
        WorkerClient client;
        client.setCommand({ QStringLiteral(FAKE_WORKER), QStringLiteral("parts") });
        SessionController controller(&client);
        QSignalSpy replaced(&controller, &SessionController::sessionReplaced);
        QSignalSpy finished(&controller, &SessionController::finished);
        Request request;
        request.kind = RequestKind::Report;
        controller.open(first, request);
        QVERIFY(replaced.wait(fixture::patienceMs));
        QCOMPARE(controller.path(), first);
        controller.open(second, request);
        QVERIFY(finished.wait(fixture::patienceMs));
        QCOMPARE(controller.path(), second);
        QCOMPARE(controller.session().analysis->model.path, second.toStdString());
        QVERIFY(!controller.session().latency);

        // What is measured more of a model does keep it.
        controller.open(first, request);
        QTRY_COMPARE_WITH_TIMEOUT(controller.path(), first, fixture::patienceMs);
        request.kind = RequestKind::Sweep;
        controller.measureMore(request);
        QTRY_VERIFY_WITH_TIMEOUT(controller.session().latency, fixture::patienceMs);
    }

    /// Clicks on boxes arrive later: another file may have been opened by then.
    void aSessionThatWentBeforeTheClickArrivedStaysAway()
    {
        SessionShelf shelf;
        shelf.put({});
        shelf.clear();
        QSignalSpy changed(&shelf, &SessionShelf::changed);
        shelf.setOnChart(0, false);
        QCOMPARE(changed.count(), 0);
        QVERIFY(shelf.sessions().empty());
    }

    void recordsInAnyOrderGiveTheSessionThatTheyGiveOneByOne()
    {
        const Session resnet = fixture::resnet18();
        const Session other = fixture::large(3);
        ModelLatency slower = *resnet.latency;
        slower.throughputPerSecond /= 2;
        const std::vector<RecordBody> bodies { *resnet.latency, *other.analysis, slower,        *resnet.analysis,
                                               *resnet.layers,  *resnet.latency, *resnet.peaks, slower };
        WorkerClient client;
        SessionController controller(&client);
        QSignalSpy published(&controller, &SessionController::changed);
        Session expected;
        Q_EMIT client.recordReceived({ 1, *resnet.analysis });
        apply(expected, { 1, *resnet.analysis });
        for (const RecordBody &body : bodies) {
            Q_EMIT client.recordReceived({ 1, body });
            apply(expected, { 1, body });
        }
        published.clear();
        QVERIFY(published.wait(fixture::patienceMs));
        QCOMPARE(sessionToJson(controller.session()), sessionToJson(expected));
    }

    /// The times of layers follow from the median of the whole model, the roofs do not.
    void latencyRebuildsLayersWhereItDiffers()
    {
        const SignalBench bench;
        const ModelSpy layers(bench.layers());
        const ModelSpy roofs(bench.roofs());
        ModelLatency latency = *fixture::resnet18().latency;
        bench.send(latency);
        bench.send(MethodComparison());
        bench.settle();
        QCOMPARE(layers.builds() + layers.changed.count(), 0);
        latency.samples.summary.medianNs *= 2;
        bench.send(latency);
        bench.settle();
        QVERIFY(layers.builds() + layers.changed.count() > 0);
        QCOMPARE(roofs.builds() + roofs.changed.count(), 0);
    }

    void timesOfLayersKeepRowsAndRoofs()
    {
        const SignalBench bench;
        const ModelSpy layers(bench.layers());
        const ModelSpy roofs(bench.roofs());
        const Roof *before = bench.plot().content().roofs.data();
        QVERIFY(before);
        QCOMPARE(bench.window->controller()->session().peaks->roofs.data(), before);
        LayerLatencies latencies = *fixture::resnet18().layers;
        for (int i = 0; i < 3; ++i) {
            latencies.items.pop_back();
            bench.send(latencies);
            bench.settle();
        }
        QCOMPARE(layers.builds(), 0);
        QVERIFY(layers.changed.count() > 0);
        QCOMPARE(roofs.builds(), 0);
        QCOMPARE(bench.plot().content().roofs.data(), before); // shared, not copied
    }

    void resultOfOnePageLeavesTheOthers()
    {
        const SignalBench bench;
        const ModelSpy layers(bench.layers());
        const ModelSpy roofs(bench.roofs());
        const QList<QPlainTextEdit *> texts = bench.window->workbench()->timing()->findChildren<QPlainTextEdit *>();
        QCOMPARE(texts.size(), 7);
        std::vector<std::unique_ptr<QSignalSpy>> written;
        for (const QPlainTextEdit *text : texts)
            written.push_back(std::make_unique<QSignalSpy>(text, &QPlainTextEdit::textChanged));
        bench.send(fixture::sweep());
        bench.settle();
        QCOMPARE(std::ranges::count_if(written, [](const auto &spy) { return !spy->isEmpty(); }), 1);
        QCOMPARE(layers.builds() + layers.changed.count() + roofs.builds() + roofs.changed.count(), 0);
    }

    void burstOfRecordsIsOneRefresh()
    {
        const SignalBench bench;
        bench.send(Progress { "layers", 0, recordsInABurst });
        QTRY_VERIFY(QTest::qWaitForWindowExposed(bench.window.get()));
        const ModelSpy layers(bench.layers());
        QSignalSpy published(bench.window->controller(), &SessionController::changed);
        QSignalSpy progressed(bench.window->controller(), &SessionController::progressed);
        const PaintCounter paints(bench.window->findChild<RooflineView *>()->viewport());
        LayerLatencies latencies = *fixture::resnet18().layers;
        latencies.bareMedianNs *= 2;
        for (int i = 0; i < recordsInABurst; ++i) {
            bench.send(Progress { "layers", i, recordsInABurst });
            bench.send(latencies);
        }
        QVERIFY(published.wait(fixture::patienceMs));
        QTRY_VERIFY(paints.count() > 0);
        QCoreApplication::processEvents();
        QCOMPARE(published.count(), 1);
        QVERIFY(progressed.count() <= 2); // the one before the burst may have waited for it
        QCOMPARE(layers.builds(), 0);
        // One for each group of rows in the tree, not one for each record.
        QVERIFY(layers.changed.count() < 100);
        QVERIFY(paints.count() <= 2);
    }

    void aChangeIsJudgedOnce()
    {
        const SignalBench bench;
        const auto judgedWhile = [](const auto &change) {
            const std::size_t before = judgedSessions();
            change();
            return int(judgedSessions() - before);
        };
        const Session session = fixture::resnet18();
        LayerLatencies layers = *session.layers;
        const auto sendSlower = [&] {
            layers.bareMedianNs *= 2;
            bench.send(layers);
        };
        QCOMPARE(judgedWhile([&] {
                     sendSlower();
                     bench.settle();
                 }),
                 1);
        QCOMPARE(judgedWhile([&] {
                     bench.send(*session.analysis);
                     bench.send(*session.peaks);
                     sendSlower();
                     bench.settle();
                 }),
                 1);
        QCOMPARE(judgedWhile([&] {
                     bench.send(fixture::sweep());
                     bench.settle();
                 }),
                 0);
        bench.window->workbench()->layers()->grab(); // to look at it judges nothing
        QCOMPARE(judgedWhile([&] { bench.window->grab(); }), 0);
    }

    void choicesChangeOnlyTheRoofs()
    {
        const SignalBench bench;
        ShownSession *shown = bench.window->workbench()->session();
        const ModelSpy layers(bench.layers());
        QSignalSpy changed(shown, &ShownSession::changed);
        RoofChoices choices;
        choices.whatIf = "NVIDIA L4";
        shown->choose(choices);
        QVERIFY(changed.wait(fixture::patienceMs));
        QVERIFY(shown->shown().peaks->theoretical);
        QVERIFY(kindsOfChange(changed) == kindsOf<DeviceRoofs>);
        QCOMPARE(layers.builds(), 0);
        // What arrives under other roofs is shown under them.
        ModelLatency slower = *fixture::resnet18().latency;
        slower.throughputPerSecond /= 2;
        bench.send(slower);
        bench.settle();
        QCOMPARE(*shown->shown().latency, slower);
        QVERIFY(shown->shown().peaks->theoretical);
        shown->choose({});
        QVERIFY(changed.wait(fixture::patienceMs));
        QVERIFY(!changedKinds(shown->shown(), bench.window->controller()->session()).any());
    }

    /// Opened under other roofs, then back under the measured ones: no panel shows what is no longer there.
    void panelsOutliveTheRoofsThatTheyWereFilledUnder()
    {
        const SignalBench bench;
        ShownSession *shown = bench.window->workbench()->session();
        QSignalSpy roofs(shown, &ShownSession::changed);
        RoofChoices choices;
        choices.whatIf = "NVIDIA L4";
        shown->choose(choices);
        QVERIFY(roofs.wait(fixture::patienceMs));
        LayerLatencies layers = *fixture::resnet18().layers;
        layers.bareMedianNs *= 2;
        bench.send(layers);
        bench.send(*fixture::resnet18().latency);
        bench.settle();
        auto *histogram = bench.window->workbench()->findChild<HistogramPanel *>();
        auto *views = histogram->findChild<QTabBar *>();
        const auto pictures = [&] {
            std::vector<QImage> taken;
            for (const int view : { 1, 2, 0 }) { // Cumulative, Over Time, Histogram
                views->setCurrentIndex(view);
                taken.push_back(histogram->grab().toImage());
            }
            return taken;
        };
        const std::vector<QImage> before = pictures();
        QVERIFY(before[0] != before[1]);
        for (const char *next : { "NVIDIA H100 SXM", "" }) {
            choices.whatIf = next;
            shown->choose(choices);
            QVERIFY(roofs.wait(fixture::patienceMs));
            QVERIFY(pictures() == before);
        }
    }

private:
    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestSessionSignals)
#include "test_session_signals.moc"
