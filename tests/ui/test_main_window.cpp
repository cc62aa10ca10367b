// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/record/session_file.h"
#include "core/report/facts/item_facts.h"
#include "tests/support/test_program.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/log_view.h"
#include "ui/views/panels/progress_panel.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/summary_bar.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QClipboard>
#include <QDirIterator>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeView>

#include <algorithm>
#include <csignal>

using namespace rooflight;
using fixture::fakeWorker;
using fixture::patienceMs;
using fixture::tableOf;
using fixture::TestWindow;

namespace {

int rowsUnder(const QAbstractItemModel &model, const QModelIndex &parent)
{
    int rows = model.rowCount(parent);
    for (int row = 0; row < model.rowCount(parent); ++row)
        rows += rowsUnder(model, model.index(row, 0, parent));
    return rows;
}

void drop(QWidget &window, const QList<QUrl> &urls)
{
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
    QVERIFY(event.isAccepted());
}

} // namespace

class TestMainWindow : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        Settings().overrideWorkerCommand({});
    }

    void startsOnAStartPageWithoutRecentFiles()
    {
        Settings settings;
        settings.clearRecentFiles();
        settings.overrideWorkerCommand(fakeWorker("answer"));
        MainWindow window(&settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(!window.showsSession());
        QVERIFY(window.startPage()->isVisible());
        QVERIFY(!window.startPage()->findChild<QListWidget *>()->isVisible());
        QCOMPARE(window.messages()->count(), 0);
        QVERIFY(!window.actions()->measure->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(window.worker()->hello().has_value(), patienceMs);
    }

    void greysRecentFilesThatAreGone()
    {
        Settings settings;
        settings.overrideWorkerCommand(fakeWorker("answer"));
        settings.clearRecentFiles();
        settings.addRecentFile(m_folder.savedSession());
        settings.addRecentFile(m_folder.file("gone.pt"));
        MainWindow window(&settings);
        window.show();
        auto *list = window.startPage()->findChild<QListWidget *>();
        QCOMPARE(list->count(), 2);
        QVERIFY(!list->item(0)->flags().testFlag(Qt::ItemIsEnabled));
        QVERIFY(list->item(1)->flags().testFlag(Qt::ItemIsEnabled));
        QVERIFY(QTest::qWaitForWindowActive(&window));
        list->setFocus();
        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(window.showsSession(), patienceMs);
    }

    void opensASessionWithoutAWorker()
    {
        TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(window.showsSession());
        const Session session = fixture::resnet18();
        QVERIFY(rowsUnder(*tableOf(window)->model(), {}) >= int(session.analysis->layers.size()));
        QVERIFY(!window.workbench()->histogram()->isEmpty());
        QVERIFY(window.windowTitle().startsWith("resnet18.ridge"));
        QVERIFY(window.actions()->exports.at(ExportFormat::Csv)->isEnabled());
        QTest::qWait(200); // the worker fails to start meanwhile, as expected
        QCOMPARE(window.messages()->count(), 0);
    }

    void showsTheTimesOfASessionWithoutLayers()
    {
        Session session;
        session.interleaved = fixture::interleaved();
        const QString path = m_folder.file("turns.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        TestWindow window;
        fixture::openAndWait(window, path);
        QTRY_VERIFY(window.workbench()->timing()->isVisible());
        const auto *pages = window.workbench()->timing()->findChild<QTabWidget *>();
        QCOMPARE(pages->tabText(pages->currentIndex()), "Interleaved");
        // What shows layers promises none.
        for (const char *name : { "overviewDock", "detailsDock", "whatIfDock" }) {
            const QList<QLabel *> labels = window.findChild<QWidget *>(name)->findChildren<QLabel *>();
            QVERIFY2(std::ranges::any_of(labels,
                                         [](const QLabel *label) {
                                             return !label->isHidden()
                                                 && label->text().startsWith("This session has no layers");
                                         }),
                     name);
        }
    }

    void measuresAModel()
    {
        TestWindow window(fakeWorker("answer"));
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_folder.modelFile());
        QVERIFY(window.progress()->isVisible());
        QVERIFY(window.actions()->cancel->isEnabled());
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(!window.progress()->isVisible());
        QVERIFY(window.showsSession());
        QVERIFY(window.controller()->session().layers.has_value());
        QVERIFY(window.windowTitle().startsWith("resnet18.pt"));
        QTRY_VERIFY(window.workbench()->log()->text().contains("fake worker"));
        const RooflineChart *chart = window.workbench()->chart();
        const QRect place(chart->mapTo(&window, QPoint()), chart->size());
        window.actions()->measure->trigger();
        QVERIFY(window.progress()->isVisible());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCOMPARE(QRect(chart->mapTo(&window, QPoint()), chart->size()), place); // nothing moves
        QVERIFY(finished.wait(patienceMs));
    }

    void selectionIsOneForAllViews()
    {
        TestWindow window(fakeWorker("answer"));
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        Selection *selection = window.workbench()->selection();
        QTreeView *table = tableOf(window);

        const ItemId layer { ItemId::Kind::Layer, 3 };
        selection->select(layer);
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QVERIFY(table->currentIndex().isValid());
        QCOMPARE(window.workbench()->histogram()->shownItem(), std::optional(layer));

        const QModelIndex other = table->indexBelow(table->currentIndex());
        QVERIFY(other.isValid());
        table->setCurrentIndex(other);
        QCOMPARE(selection->selected().size(), std::size_t(1));
        QVERIFY(selection->focus().has_value());
        QVERIFY(*selection->focus() != layer);

        selection->clear();
        QVERIFY(table->selectionModel()->selectedRows().isEmpty());
        QVERIFY(!window.workbench()->histogram()->shownItem().has_value());
        QVERIFY(!window.workbench()->histogram()->isEmpty()); // the model's own latencies
    }

    void pointingInTheTableIsSeenEverywhere()
    {
        TestWindow window(fakeWorker("answer"));
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        fixture::openAndWait(window, m_folder.savedSession());
        QTreeView *table = tableOf(window);
        QTRY_VERIFY(table->visualRect(table->model()->index(0, 0)).isValid());
        // The docks may still be finding their places: a pointer that rests is not told that the row came to it.
        const auto pointAtFirstRow = [table] {
            const QPoint centre = table->visualRect(table->model()->index(0, 0)).center();
            QTest::mouseMove(table->viewport(),
                             centre + QPoint(0, table->visualRect(table->model()->index(0, 0)).height()));
            QTest::mouseMove(table->viewport(), centre);
        };
        QTRY_VERIFY((pointAtFirstRow(), window.workbench()->selection()->hovered().has_value()));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(table->viewport(), &leave);
        QVERIFY(!window.workbench()->selection()->hovered().has_value());
    }

    void searchesAndCopies()
    {
        TestWindow window(fakeWorker("answer"));
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        fixture::openAndWait(window, m_folder.savedSession());
        window.actions()->find->trigger();
        auto *search = window.workbench()->layers()->findChild<QLineEdit *>();
        QTest::keyClicks(search, "downsample");
        const int all = rowsUnder(*tableOf(window)->model(), {});
        QTRY_VERIFY(rowsUnder(*tableOf(window)->model(), {}) < all);
        QTest::keyClick(search, Qt::Key_Return);
        window.actions()->copyRows->trigger();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.startsWith("Layer\t"));
        QVERIFY(text.contains("downsample"));
        QVERIFY(!text.contains("fc\t"));
    }

    void droppedSessionsShareTheChart()
    {
        TestWindow window(fakeWorker("answer"));
        QSignalSpy wanted(&window, &MainWindow::windowRequested);
        const QString second = m_folder.savedSession("second.ridge");
        drop(window, { QUrl::fromLocalFile(m_folder.savedSession()), QUrl::fromLocalFile(second) });
        QTRY_VERIFY_WITH_TIMEOUT(window.showsSession(), patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(window.chartSessions()->shelf().sessions().size(), std::size_t(1), patienceMs);
        QCOMPARE(window.chartSessions()->shelf().sessions().front().path, second);
        const QString third = m_folder.savedSession("third.ridge");
        drop(window, { QUrl::fromLocalFile(third) }); // beside those that are there
        QTRY_COMPARE_WITH_TIMEOUT(window.chartSessions()->shelf().sessions().size(), std::size_t(2), patienceMs);
        QCOMPARE(wanted.count(), 0);
        const QString model = m_folder.modelFile();
        drop(window, { QUrl::fromLocalFile(third), QUrl::fromLocalFile(model) });
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.constFirst().constFirst().toString(), model);
    }

    void refusesDropsThatAreNoFiles()
    {
        TestWindow window(fakeWorker("answer"));
        QMimeData data;
        data.setText("words");
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(!enter.isAccepted());
    }

    void closingDuringWorkLeavesNoProcess()
    {
        qint64 process = 0;
        {
            TestWindow window(fakeWorker("hang"));
            QSignalSpy progress(window.worker(), &WorkerClient::progressChanged);
            window.open(m_folder.modelFile());
            QVERIFY(progress.wait(patienceMs));
            process = window.worker()->processId();
            QCOMPARE(::kill(pid_t(process), 0), 0);
            QVERIFY(window.close());
        }
        QVERIFY(::kill(pid_t(process), 0) != 0);
    }

    void askingForAHiddenTabBringsItToTheFront()
    {
        TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        auto *dock = window.workbench()->findChild<QDockWidget *>("histogramDock");
        auto *overview = window.workbench()->findChild<QDockWidget *>("overviewDock");
        overview->raise();
        QTRY_VERIFY(dock->visibleRegion().isEmpty());
        QCoreApplication::processEvents();
        dock->toggleViewAction()->trigger();
        QTRY_VERIFY(!dock->visibleRegion().isEmpty());
        QVERIFY(dock->toggleViewAction()->isChecked());
        QCoreApplication::processEvents();
        dock->toggleViewAction()->trigger();
        QVERIFY(dock->isHidden());
    }

    void headlineSaysThatTimesAreOnTheirWay()
    {
        TestWindow window(fakeWorker("counts"));
        window.open(m_folder.modelFile());
        const auto *summary = window.findChild<SummaryBar *>();
        QTRY_VERIFY_WITH_TIMEOUT(summary->headline().contains("Times are being measured"), patienceMs);
        window.actions()->cancel->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(summary->headline().contains("Not timed"), patienceMs);
    }

    void cancelKeepsWhatHasArrived()
    {
        TestWindow window(fakeWorker("hang"));
        fixture::openAndWait(window, m_folder.savedSession());
        QSignalSpy progress(window.worker(), &WorkerClient::progressChanged);
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_folder.modelFile());
        QVERIFY(progress.wait(patienceMs));
        window.actions()->cancel->trigger();
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(window.showsSession());
        QVERIFY(window.controller()->session().layers.has_value());
        QCOMPARE(window.messages()->count(), 1);
        QVERIFY(!window.progress()->isVisible());
    }

    void languageAndThemeChangeAtOnce()
    {
        Settings settings;
        settings.overrideWorkerCommand(fakeWorker("answer"));
        settings.setLanguage("en");
        settings.setTheme(Theme::Light);
        const Appearance appearance(&settings);
        MainWindow window(&settings);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        const auto header = [&] { return tableOf(window)->model()->headerData(0, Qt::Horizontal).toString(); };
        QCOMPARE(header(), QStringLiteral("Layer"));
        const QColor light = window.palette().color(QPalette::Window);
        settings.setLanguage("zh_CN");
        QTRY_COMPARE(header(), QStringLiteral("层"));
        QTRY_COMPARE(window.menuBar()->actions().constFirst()->text(), QStringLiteral("文件(&F)"));
        settings.setTheme(Theme::Dark);
        QTRY_VERIFY(window.palette().color(QPalette::Window).lightness() < light.lightness());
        settings.setLanguage("en");
        settings.setTheme(Theme::System);
        QTRY_COMPARE(header(), QStringLiteral("Layer"));
    }

    void layoutPersists()
    {
        Settings settings;
        settings.overrideWorkerCommand(fakeWorker("answer"));
        {
            MainWindow window(&settings);
            window.show();
            fixture::openAndWait(window, m_folder.savedSession());
            tableOf(window)->setColumnHidden(4, true);
            window.workbench()->dockActions().at(2)->trigger(); // the log
            QVERIFY(window.workbench()->log()->isVisible());
            window.close();
        }
        MainWindow window(&settings);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(tableOf(window)->isColumnHidden(4));
        QVERIFY(window.workbench()->findChild<QDockWidget *>("logDock")->isVisibleTo(window.workbench()));
        window.actions()->resetLayout->trigger();
        QVERIFY(!tableOf(window)->isColumnHidden(4));
        QVERIFY(!window.workbench()->findChild<QDockWidget *>("logDock")->isVisibleTo(window.workbench()));
    }

    void damagedLayoutDoesNoHarm()
    {
        Settings settings;
        settings.overrideWorkerCommand(fakeWorker("answer"));
        const QString columns = QStringLiteral("layerColumns3.%1").arg(factsIn(InWindow).size());
        for (const QString &name : { QStringLiteral("window"), QStringLiteral("docks"), columns })
            settings.setLayout(name, QByteArray("\x00\xff no layout", 13));
        MainWindow window(&settings);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(!tableOf(window)->isColumnHidden(0));
    }

    void everyActionCanBeReachedByKeys()
    {
        Settings settings;
        settings.overrideWorkerCommand(fakeWorker("answer"));
        MainWindow window(&settings);
        QStringList keys;
        const WindowActions &actions = *window.actions();
        QList<QAction *> all = { actions.open,        actions.newWindow,      actions.close,
                                 actions.quit,        actions.measure,        actions.cancel,
                                 actions.options,     actions.restartWorker,  actions.workerCommand,
                                 actions.copyRows,    actions.find,           actions.showStart,
                                 actions.resetLayout, actions.help,           actions.shortcuts,
                                 actions.compareWith, actions.saveComparison, actions.endComparison,
                                 actions.settings,    actions.addSessions,    actions.keepSession,
                                 actions.commands };
        for (const auto &entry : actions.exports)
            all.append(entry.second);
        all.append(window.workbench()->dockActions());
        for (const QAction *action : all) {
            QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
            QVERIFY2(!action->associatedObjects().isEmpty(), qPrintable(action->text()));
            keys.append(action->shortcut().toString());
        }
        QCOMPARE(keys.removeDuplicates(), 0);
    }

    void helpIsAboutWhatHasTheFocus()
    {
        TestWindow window(fakeWorker("answer"));
        QCOMPARE(HelpWindow::pageFor(tableOf(window)), QStringLiteral("layer_table"));
        QCOMPARE(HelpWindow::pageFor(window.workbench()->histogram()), QStringLiteral("histogram"));
        QCOMPARE(HelpWindow::pageFor(window.workbench()->chart()), QStringLiteral("roofline_chart"));
        HelpWindow help;
        for (const char *page : { "start_page", "roofline_chart", "layer_table", "histogram", "options", "export",
                                  "log", "keyboard", "comparison", "benchmarks", "details", "roofs", "coverage",
                                  "verdicts", "sessions", "what_if", "graph" }) {
            help.showPage(page);
            QVERIFY2(help.text().size() > 200, page);
            QVERIFY2(!help.text().contains("SPDX"), page);
        }
    }

    void linksOfTheHelpLeadSomewhere()
    {
        HelpWindow help;
        auto *text = help.findChild<QTextBrowser *>();
        help.showPage("start_page");
        Q_EMIT text->anchorClicked(QUrl("../how/trust_and_safety.md"));
        QVERIFY(help.text().startsWith("Open a file you do not trust"));
        Q_EMIT text->anchorClicked(QUrl("../reference/numbers.md#roofs"));
        QCOMPARE(text->textCursor().block().text(), QString("Roofs"));
        Q_EMIT text->anchorClicked(QUrl("#items-and-runs"));
        QCOMPARE(text->textCursor().block().text(), QString("Items and runs"));
        help.showPage("measure_on_a_gpu");
        QVERIFY(!help.text().contains(QChar::ObjectReplacementCharacter)); // no picture that is not there
        // Each page that another one refers to is there.
        static const QRegularExpression link(QStringLiteral("\\]\\(([^):]*\\.md)(#[^)]*)?\\)"));
        const auto isThere = [](const QString &name) {
            return QFile::exists(":/help/" + name) || QFile::exists(":/help/more/" + name);
        };
        for (QDirIterator pages(":/help", QDir::Files, QDirIterator::Subdirectories); pages.hasNext();) {
            QFile page(pages.next());
            QVERIFY(page.open(QIODevice::ReadOnly));
            for (auto found = link.globalMatch(QString::fromUtf8(page.readAll())); found.hasNext();) {
                const QString target = found.next().captured(1);
                const bool isElsewhere = target.contains("tests/") || target.contains("README");
                QVERIFY2(isElsewhere || isThere(QFileInfo(target).fileName()), qPrintable(target));
            }
        }
    }

    void helpOpensAboveADialog()
    {
        Settings settings;
        SettingsDialog dialog(&settings);
        dialog.open();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTest::keyClick(&dialog, Qt::Key_F1);
        const auto *help = dialog.findChild<HelpWindow *>();
        QVERIFY(help && help->isVisible());
        QVERIFY(help->text().contains("underutilized"));
    }

    void partsOfTheWindowHaveNames()
    {
        TestWindow window(fakeWorker("answer"));
        for (const QTreeView *view : window.findChildren<QTreeView *>())
            QVERIFY(!view->accessibleName().isEmpty());
        for (const QLineEdit *edit : window.findChildren<QLineEdit *>())
            QVERIFY(!edit->accessibleName().isEmpty());
        for (const QListWidget *list : window.findChildren<QListWidget *>())
            QVERIFY(!list->accessibleName().isEmpty());
    }

private:
    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestMainWindow)
#include "test_main_window.moc"
