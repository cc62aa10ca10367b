// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/roofline/disturbed.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/models/selection.h"
#include "ui/views/dialogs/folder_dialog.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/widgets/panel_layouts.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/session_tabs.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QSpinBox>
#include <QTreeWidget>

using namespace rooflight;
using fixture::openAndWait;
using fixture::patienceMs;

namespace {

QString textsOf(const QWidget &page)
{
    QString text;
    for (const QLabel *label : page.findChildren<QLabel *>())
        text += label->text() + u'\n';
    return text;
}

void drop(QWidget &window, const QString &path)
{
    QMimeData data;
    data.setUrls({ QUrl::fromLocalFile(path) });
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

} // namespace

/// How a person comes to a session: the start page, the sample, a folder, tabs.
class TestStart : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
    }

    void theRoofsAreSaidToBeKnownOrNot()
    {
        StartPage page(&m_settings);
        Hello hello = fixture::resnet18().hello;
        hello.devices = { fixture::resnet18().analysis->device };
        hello.confinement = "landlock 7";
        page.setHello(hello);
        QVERIFY2(textsOf(page).contains("measured with the next model"), qPrintable(textsOf(page)));
        QVERIFY(!textsOf(page).contains("landlock"));
        hello.keptRoofs = { { "cpu", "2020-01-01T00:00:00Z" } };
        page.setHello(hello);
        QVERIFY2(textsOf(page).contains(" d ago"), qPrintable(textsOf(page)));
        QVERIFY(!textsOf(page).contains("measured with the next model"));
    }

    void largeWindowsAreNotFilled()
    {
        StartPage page(&m_settings);
        page.resize(3840, 2160);
        page.show();
        QVERIFY(page.findChild<QListWidget *>()->height() < 1200);
        auto *aside = new QPushButton; // NOLINT(cppcoreguidelines-owning-memory): the panel owns it
        SideBySide panel(new QWidget, aside, nullptr);
        panel.resize(3000, 500);
        panel.show();
        QVERIFY2(aside->width() < 800, qPrintable(QString::number(aside->width())));
        panel.resize(400, 900); // one below the other
        QTRY_VERIFY(aside->width() > 300);
    }

    void headingsFollowTheSizeOfTexts()
    {
        StartPage page(&m_settings);
        page.show();
        const auto sizes = [&page] {
            QList<double> found;
            for (const QLabel *label : page.findChildren<QLabel *>())
                found.append(label->font().pointSizeF());
            return found;
        };
        const QFont before = QApplication::font();
        const auto restored = qScopeGuard([&before] { QApplication::setFont(before); });
        const QList<double> usual = sizes();
        for (const double scale : { 1.5, 1.0 }) {
            QFont font = before;
            font.setPointSizeF(before.pointSizeF() * scale);
            QApplication::setFont(font);
            for (qsizetype label = 0; label < usual.size(); ++label)
                QTRY_COMPARE(sizes().value(label), usual[label] * scale);
        }
    }

    void theSampleOpens()
    {
        MainWindow window(&m_settings);
        window.show();
        QSignalSpy finished(window.controller(), &SessionController::finished);
        const QList<QPushButton *> buttons = window.startPage()->findChildren<QPushButton *>();
        const auto sample = std::ranges::find(buttons, QString("Explore a Sample"), &QPushButton::text);
        QVERIFY(sample != buttons.end());
        QTest::mouseClick(*sample, Qt::LeftButton);
        QVERIFY(finished.wait(patienceMs));
        const Session &session = window.controller()->session();
        QVERIFY(session.analysis && session.peaks && session.layers && session.latency);
        // As torchvision publishes it.
        QCOMPARE(session.analysis->model.parameters, std::int64_t(11'689'512));
        QCOMPARE(session.analysis->model.path, std::string("resnet18.pt"));
    }

    void theSampleCanBeMeasured()
    {
        MainWindow window(&m_settings);
        window.show();
        const QList<QPushButton *> buttons = window.startPage()->findChildren<QPushButton *>();
        const auto sample = std::ranges::find(buttons, QString("Explore a Sample"), &QPushButton::text);
        QSignalSpy finished(window.controller(), &SessionController::finished);
        QTest::mouseClick(*sample, Qt::LeftButton);
        QVERIFY(finished.wait(patienceMs));
        QFile model(window.controller()->modelPath()); // what F5 measures
        QVERIFY2(model.open(QIODevice::ReadOnly), qPrintable(model.fileName()));
        QVERIFY(model.size() > 46'000'000); // as many numbers as the session says
        QCOMPARE(model.read(4), QByteArray("PK\x03\x04"));
        window.actions()->showStart->trigger();
        const auto measure = std::ranges::find(buttons, QString("Measure the Sample"), &QPushButton::text);
        QVERIFY(measure != buttons.end());
        QTest::mouseClick(*measure, Qt::LeftButton);
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(window.controller()->path(), model.fileName());
    }

    void roofsThatWereMeasuredAreKnown()
    {
        MainWindow window(&m_settings);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.worker()->hello().has_value(), patienceMs);
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_folder.modelFile());
        QVERIFY(finished.wait(patienceMs));
        const DeviceRoofs &roofs = *window.controller()->session().peaks;
        QCOMPARE(textsOf(*window.startPage()).contains("measured with the next model"),
                 isDisturbed(roofs, Effort::Normal));
    }

    void aFolderIsLookedInto()
    {
        const QDir folder(m_folder.file("folder"));
        QVERIFY(folder.mkpath("inner") && folder.mkpath(".hidden"));
        for (const char *name : { "b.pt", "inner/a.ridge", "readme.txt", ".hidden/c.pt" })
            QVERIFY(QFile::copy(m_folder.savedSession("source.ridge"), folder.filePath(name)));
        QStringList names;
        for (const QFileInfo &file : modelsIn(folder.path()))
            names.append(folder.relativeFilePath(file.filePath()));
        QCOMPARE(names, (QStringList { "b.pt", "inner/a.ridge" }));

        MainWindow window(&m_settings);
        window.show();
        drop(window, folder.path());
        auto *dialog = window.findChild<FolderDialog *>();
        QVERIFY(dialog);
        auto *files = dialog->findChild<QTreeWidget *>();
        QCOMPARE(files->topLevelItemCount(), 2);
        QSignalSpy finished(window.controller(), &SessionController::finished);
        QTest::keyClick(files, Qt::Key_Down);
        QTest::keyClick(dialog, Qt::Key_Return);
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(window.controller()->path(), folder.filePath("inner/a.ridge"));
    }

    void sessionsTakeTurnsInTabs()
    {
        MainWindow window(&m_settings);
        window.show();
        openAndWait(window, m_folder.savedSession("first.ridge"));
        const SessionTabs *tabs = window.workbench()->tabs();
        QVERIFY(!tabs->isVisible());
        QSignalSpy added(&window.chartSessions()->shelf(), &SessionShelf::added);
        window.chartSessions()->add({ m_folder.savedSession("second.ridge") });
        QVERIFY(added.wait(patienceMs));
        QTRY_VERIFY(tabs->isVisible());
        QCOMPARE(tabs->count(), 2);
        QCOMPARE(tabs->currentIndex(), 0);
        QSignalSpy replaced(window.controller(), &SessionController::sessionReplaced);
        QTest::keyClick(window.workbench()->tabs(), Qt::Key_Right);
        QVERIFY(replaced.wait(patienceMs));
        QVERIFY(window.controller()->path().endsWith("second.ridge"));
        QTRY_COMPARE(tabs->currentIndex(), 1); // it is the one that is shown
        QVERIFY2(tabs->tabText(0).startsWith("first"), qPrintable(tabs->tabText(0))); // each keeps its place
        QTest::keyClick(window.workbench()->tabs(), Qt::Key_Left);
        QVERIFY(replaced.wait(patienceMs));
        QTRY_COMPARE(tabs->currentIndex(), 0);
        QVERIFY2(tabs->tabText(0).startsWith("first"), qPrintable(tabs->tabText(0)));
        QVERIFY2(tabs->tabText(1).startsWith("second"), qPrintable(tabs->tabText(1)));
    }

    void aRunIsMarkedInEachLayer()
    {
        Session session = fixture::resnet18();
        LayerLatencies &latencies = session.layers.edit();
        latencies.instrumentedModel.samplesNs = { 100, 400, 200, 300 };
        for (ItemLatency &item : latencies.items)
            item.samples.samplesNs = { 10, 20, 40, 30 };
        Selection selection;
        HistogramPanel panel(&selection);
        const JudgedSession judged(session);
        panel.setSession(judged);
        panel.resize(400, 300);
        panel.show();
        selection.select(latencies.items[1].item);
        const auto *run = panel.findChild<QSpinBox *>();
        QCOMPARE(run->maximum(), 4);
        auto *slowest = panel.findChild<QLabel *>("slowestRuns");
        QVERIFY2(slowest->text().contains("Slowest runs: <a href=\"run:2\">3</a> (40.0 ns)"),
                 qPrintable(slowest->text()));
        Q_EMIT slowest->linkActivated("run:2");
        QCOMPARE(run->value(), 3); // 40 ns, while the model took 200 ns: longer than one of four
        QString note = textsOf(panel);
        QVERIFY2(note.contains("Run 3") && note.contains("40.0 ns") && note.contains("200 ns") && note.contains("25"),
                 qPrintable(note));
        selection.clear();
        note = textsOf(panel);
        QVERIFY2(note.contains("200 ns"), qPrintable(note));
    }

private:
    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

ROOFLIGHT_TEST(TestStart)
#include "test_start.moc"
