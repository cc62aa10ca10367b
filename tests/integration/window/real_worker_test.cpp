// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Qt first: its moc of version 6.4 stumbles over <compare> when the core's headers come before.
#include "tests/support/measured_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <QTreeView>

#include "core/roofline/judged_session.h"
#include "core/roofline/point.h"
#include "tests/ui/window_test.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/session_comparer.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <algorithm>

using namespace rooflight;

/// The real window, the real worker and real TorchScript files: nothing between them is faked.
class RealWorkerTest : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void opensMeasuresAndExports();
    void badFilesLeaveTheResults_data();
    void badFilesLeaveTheResults();
    void cancelEndsAnEndlessModel();

private:
    void sessionIsTheSameAsItself(MainWindow &window);

    static constexpr int longPatienceMs = 120'000;

    [[nodiscard]] static QString model(const QString &name)
    {
        return QStringLiteral(ROOFLIGHT_TEST_MODELS "/") + name + QStringLiteral(".pt");
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

void RealWorkerTest::initTestCase()
{
    if (!QFile::exists(QStringLiteral(ROOFLIGHT_TEST_MODELS "/made")))
        QSKIP("The models were not made: no Python with torch and torchvision.");
    const QString cache = m_folder.file(QStringLiteral("cache"));
    qputenv("XDG_CACHE_HOME", cache.toUtf8());
    QVERIFY(copyMeasuredRoofs(QStringLiteral(ROOFLIGHT_TEST_ROOFS), cache));
    m_settings.overrideWorkerCommand(QStringLiteral("\"" ROOFLIGHT_CLI "\" serve"));
    MeasureOptions options;
    options.effort = Effort::Quick;
    options.limits.warmup = 2;
    options.limits.runs = 10;
    m_settings.setOptions(model(QStringLiteral("resnet18_trace")), options);
}

void RealWorkerTest::opensMeasuresAndExports()
{
    MainWindow window(&m_settings);
    window.show();
    QSignalSpy changed(window.controller(), &SessionController::sessionReplaced);
    QSignalSpy finished(window.controller(), &SessionController::finished);
    QSignalSpy failed(window.controller(), &SessionController::failed);
    window.open(model(QStringLiteral("resnet18_trace")));
    QVERIFY(changed.wait(longPatienceMs));
    QVERIFY(window.showsSession()); // layers and costs first, the rest follows
    QVERIFY(window.controller()->session().analysis.has_value());
    QVERIFY(finished.wait(longPatienceMs));

    const Session &session = window.controller()->session();
    QCOMPARE(session.analysis->totals.cost.macs, std::int64_t { 1'814'073'344 });
    QVERIFY(session.peaks && session.latency && session.layers);
    QCOMPARE(session.peaks->effort, std::string("quick"));
    const std::vector<RooflinePoint> points = JudgedSession(session).chartPoints();
    QVERIFY(points.size() >= 60);
    QVERIFY(std::ranges::all_of(points, [](const RooflinePoint &point) { return point.timeNs && *point.timeNs > 0; }));
    QVERIFY(!window.workbench()->histogram()->isEmpty());
    const auto *table = window.workbench()->layers()->findChild<QTreeView *>();
    QVERIFY(table->model()->rowCount(table->model()->index(0, 0)) >= 10);

    const QString picture = m_folder.file(QStringLiteral("resnet18.png"));
    window.exportTo(picture, ExportFormat::Png);
    QVERIFY(!QImage(picture).isNull());
    // A busy machine may add a notice about its roofs, which is no failure.
    QVERIFY2(failed.isEmpty(), qPrintable(window.messages()->shownText()));
    QCOMPARE(finished.constFirst().constFirst().toBool(), false); // not partial
    sessionIsTheSameAsItself(window);
}

void RealWorkerTest::sessionIsTheSameAsItself(MainWindow &window)
{
    const QString saved = m_folder.file(QStringLiteral("resnet18.ridge"));
    window.exportTo(saved, ExportFormat::Session);
    QSignalSpy comparing(window.comparer(), &SessionComparer::comparingChanged);
    window.comparer()->compareWith(saved);
    QVERIFY(comparing.wait(fixture::patienceMs));
    const SessionComparison &comparison = window.workbench()->comparison();
    QVERIFY(comparison.differences.empty());
    QCOMPARE(comparison.model.ratio, std::optional(1.0));
    QCOMPARE(comparison.layers.size(), window.controller()->session().analysis->layers.size());
    QVERIFY(std::ranges::all_of(comparison.layers, [](const LayerChange &layer) {
        return layer.before == layer.after && (!layer.time.ratio || *layer.time.ratio == 1);
    }));
}

void RealWorkerTest::badFilesLeaveTheResults_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name :
         { "missing", "empty", "text", "plain_zip", "state_dict", "pickled_module", "truncated", "raises" })
        QTest::newRow(name) << QString::fromLatin1(name);
}

void RealWorkerTest::badFilesLeaveTheResults()
{
    QFETCH(QString, name);
    MainWindow window(&m_settings);
    window.show();
    fixture::openAndWait(window, m_folder.savedSession());
    QVERIFY(window.showsSession());
    QSignalSpy failed(window.controller(), &SessionController::failed);
    window.open(model(name));
    QVERIFY(failed.wait(longPatienceMs));
    QCOMPARE(window.messages()->count(), 1);
    QVERIFY(window.messages()->shownText().contains(name));
    QVERIFY(window.showsSession());
    QVERIFY(window.controller()->session().latency.has_value());
}

void RealWorkerTest::cancelEndsAnEndlessModel()
{
    MainWindow window(&m_settings);
    window.show();
    QSignalSpy failed(window.controller(), &SessionController::failed);
    Request request;
    request.model = model(QStringLiteral("endless_loop")).toStdString();
    request.inputs = { "4:float32" };
    window.controller()->open(model(QStringLiteral("endless_loop")), request);
    QTRY_VERIFY_WITH_TIMEOUT(window.controller()->inspection().has_value(), longPatienceMs);
    QVERIFY(window.actions()->cancel->isEnabled());
    window.actions()->cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window.controller()->isWorking(), fixture::patienceMs);
}

ROOFLIGHT_TEST(RealWorkerTest)
#include "real_worker_test.moc"
