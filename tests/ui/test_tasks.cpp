// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/note_editor.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/window/session_export.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTextBrowser>
#include <QTreeView>
#include <QTreeWidget>

using namespace rooflight;
using fixture::patienceMs;

/// What a person wants to know, from the start page to the answer, by keys and mouse alone.
class TestTasks : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
        m_window = std::make_unique<MainWindow>(&m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QSignalSpy finished(m_window->controller(), &SessionController::finished);
        // Open has the focus; the sample is the next one.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(finished.wait(patienceMs));
    }

    void cleanup() { m_window.reset(); }

    void whatToOptimiseFirst()
    {
        press(Qt::Key_9, Qt::AltModifier); // the overview, with its list in focus
        auto *ranking = qobject_cast<QTreeWidget *>(QApplication::focusWidget());
        QVERIFY(ranking);
        QCOMPARE(ranking->accessibleName(), QString("Layers to look at first"));
        QTest::keyClick(ranking, Qt::Key_Space); // the first one
        const auto focus = selection()->focus();
        QVERIFY(focus);
        QTest::keyClick(ranking, Qt::Key_Return); // on to its row
        QVERIFY(qobject_cast<QTreeView *>(QApplication::focusWidget()));
        press(Qt::Key_Return); // and its details
        auto *details = qobject_cast<QTextBrowser *>(QApplication::focusWidget());
        QVERIFY(details);
        QVERIFY(details->toPlainText().contains("Could save")); // at its roof
        QCOMPARE(selection()->focus(), focus);
    }

    void whenTheSecondLayerTurnsComputeBound()
    {
        press(Qt::Key_F, Qt::ControlModifier);
        auto *search = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(search);
        QTest::keyClicks(search, "layer1.0.conv1");
        QTest::keyClick(search, Qt::Key_Return); // to the row
        QCOMPARE(QApplication::focusWidget(), m_window->workbench()->layers()->findChild<QTreeView *>());
        const auto focus = selection()->focus();
        QVERIFY(focus && focus->kind == ItemId::Kind::Layer);
        const Analysis &analysis = *m_window->controller()->session().analysis;
        QCOMPARE(analysis.layers[std::size_t(focus->id)].path, std::string("layer1.0.conv1"));
        press(Qt::Key_W, Qt::AltModifier);
        QCOMPARE(QApplication::focusWidget(), m_window->workbench()->whatIf()->batchSlider());
        const QString text = m_window->workbench()->whatIf()->text();
        QVERIFY2(text.contains("layer1.0.conv1") && text.contains("batch"), qPrintable(text));
    }

    void anotherDeviceAtAnotherBatch()
    {
        WhatIfPanel *panel = m_window->workbench()->whatIf();
        press(Qt::Key_W, Qt::AltModifier);
        for (int doubling = 0; doubling < 5; ++doubling)
            press(Qt::Key_Right);
        while (QApplication::focusWidget() != panel->devices())
            press(Qt::Key_Tab);
        QTest::keyClicks(panel->devices(), "H100 SXM");
        QVERIFY2(panel->devices()->currentText().contains("H100"), qPrintable(panel->devices()->currentText()));
        QTRY_VERIFY_WITH_TIMEOUT(panel->text().contains("at best"), patienceMs);
        QCOMPARE(panel->summary(), QString("What if: batch 32, %1").arg(panel->devices()->currentText()));
    }

    void pointsAreWalkedAndZoomed()
    {
        auto *view = m_window->findChild<RooflineView *>();
        const QPoint middle = view->rect().center();
        QTest::mouseClick(view, Qt::LeftButton, {}, middle);
        QTest::keyClick(view, Qt::Key_Right);
        const auto first = selection()->focus();
        QVERIFY(first);
        QTest::keyClick(view, Qt::Key_Right);
        QVERIFY(selection()->focus() != first);
        QTest::keyClick(view, Qt::Key_B);
        QAction *box = actionWith(Qt::Key_B);
        QVERIFY(box->isChecked());
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(!box->isChecked());
        QVERIFY(selection()->selected().empty());
    }

    void aFileToExploreWithoutThis()
    {
        const QString path = m_folder.file("send.html");
        QTest::keyClicks(m_window->workbench()->details()->notes(), "start here");
        m_window->exportTo(path, ExportFormat::Html);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray page = file.readAll();
        QVERIFY(page.contains("<script>") && page.contains("start here") && page.contains("layer1.0.conv1"));
        QVERIFY(page.size() < 2'000'000);
        QVERIFY(!page.contains("src=\"http") && !page.contains("href=\"http"));
    }

private:
    [[nodiscard]] Selection *selection() const { return m_window->workbench()->selection(); }

    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }

    [[nodiscard]] QAction *actionWith(Qt::Key key) const
    {
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (action->shortcut() == QKeySequence(key))
                return action;
        }
        return nullptr;
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
    std::unique_ptr<MainWindow> m_window;
};

ROOFLIGHT_TEST(TestTasks)
#include "test_tasks.moc"
