// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/models/selection.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/note_editor.h"
#include "ui/views/window/workbench.h"

using namespace rooflight;
using fixture::answerWith;
using fixture::layer;
using fixture::openAndWait;

/// What a person writes about layers.
class TestNotes : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
    }

    void eachLayerHasItsOwn()
    {
        MainWindow window(&m_settings);
        window.show();
        openAndWait(window, m_folder.savedSession());
        NoteEditor *editor = window.workbench()->details()->notes();
        Selection *selection = window.workbench()->selection();
        QTest::keyClicks(editor, "of the model");
        selection->select(layer(3));
        QVERIFY(editor->toPlainText().isEmpty());
        QTest::keyClicks(editor, "of layer 3");
        selection->clear();
        QCOMPARE(editor->toPlainText(), QString("of the model"));
        QVERIFY(window.isWindowModified());
        const std::string path = window.controller()->session().analysis->layers[3].path;
        const std::vector<LayerNote> expected { { "", "of the model" }, { path, "of layer 3" } };
        QVERIFY(window.controller()->session().notes == expected);
        editor->clear();
        QCOMPARE(window.controller()->session().notes.size(), std::size_t(1));
        answerWith(QMessageBox::Discard);
        QVERIFY(window.close());
    }

    void theyAreSavedOnRequest()
    {
        const QString file = m_folder.savedSession("noted.ridge");
        {
            MainWindow window(&m_settings);
            window.show();
            openAndWait(window, file);
            QTest::keyClicks(window.workbench()->details()->notes(), "look at this again");
            answerWith(QMessageBox::Cancel);
            QVERIFY(!window.close());
            answerWith(QMessageBox::Save);
            QVERIFY(window.close());
        }
        const Result<Session> saved = readSession(file.toStdString());
        QVERIFY(saved.ok());
        const std::vector<LayerNote> expected { { "", "look at this again" } };
        QVERIFY(saved.value().notes == expected);
        MainWindow window(&m_settings);
        window.show();
        openAndWait(window, file);
        QCOMPARE(window.workbench()->details()->notes()->toPlainText(), QString("look at this again"));
        QVERIFY(!window.isWindowModified());
    }

    void theyStayWhenTheModelIsMeasuredAgain()
    {
        MainWindow window(&m_settings);
        window.show();
        openAndWait(window, m_folder.modelFile());
        QTest::keyClicks(window.workbench()->details()->notes(), "stays");
        answerWith(QMessageBox::Discard); // the answer of a person who has saved it elsewhere
        openAndWait(window, m_folder.modelFile());
        QCOMPARE(window.controller()->session().notes.size(), std::size_t(1));
    }

    void reportsHaveThem()
    {
        Session session = fixture::resnet18();
        const std::string path = session.analysis->layers[1].path;
        session.notes = { { "", "slow <here>" }, { path, "=1+1" } };
        const std::string html = sessionToHtml(JudgedSession(session), {});
        QVERIFY(html.find("slow &lt;here&gt;") != std::string::npos);
        const QStringList lines = QString::fromStdString(layersToCsv(JudgedSession(session))).split("\r\n");
        QVERIFY(lines[0].endsWith(",note"));
        QVERIFY(lines[1].endsWith(",slow <here>"));
        QVERIFY(lines[2].endsWith(",'=1+1")); // no formula of a spreadsheet
        session.notes.clear();
        QVERIFY(!QString::fromStdString(layersToCsv(JudgedSession(session))).section("\r\n", 0, 0).contains("note"));
    }

private:
    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

ROOFLIGHT_TEST(TestNotes)
#include "test_notes.moc"
