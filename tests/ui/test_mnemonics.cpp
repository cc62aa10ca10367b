// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/views/dialogs/options_dialog.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/dialogs/worker_dialog.h"
#include "ui/views/window/workbench.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QMap>
#include <QMenuBar>
#include <QTabBar>
#include <QTabWidget>

#include <initializer_list>

using namespace rooflight;

namespace {

/// A line for each letter that several of these texts underline.
QStringList doubledIn(const QStringList &texts)
{
    QMap<QString, QStringList> byLetter;
    for (const QString &text : texts) {
        if (const QKeySequence letter = QKeySequence::mnemonic(text); !letter.isEmpty())
            byLetter[letter.toString()] << text;
    }
    QStringList doubled;
    for (auto letter = byLetter.cbegin(); letter != byLetter.cend(); ++letter) {
        if (letter.value().size() > 1)
            doubled << letter.key() + ": " + letter.value().join(QStringLiteral(" | "));
    }
    return doubled;
}

/// Of a menu and of those in it.
QStringList doubledIn(QMenu &menu)
{
    Q_EMIT menu.aboutToShow(); // some are filled by then
    QStringList texts;
    QStringList doubled;
    for (const QAction *action : menu.actions()) {
        if (action->isVisible())
            texts << action->text();
        if (action->menu())
            doubled << doubledIn(*action->menu());
    }
    return doubledIn(texts) + doubled;
}

/// Of what is in sight.
QStringList doubledIn(const QWidget &window)
{
    QStringList texts;
    for (const QLabel *label : window.findChildren<QLabel *>()) {
        if (label->isVisible() && label->buddy())
            texts << label->text();
    }
    for (const QAbstractButton *button : window.findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->isEnabled())
            texts << button->text();
    }
    for (const QTabBar *tabs : window.findChildren<QTabBar *>()) {
        for (int tab = 0; tab < tabs->count(); ++tab)
            texts << tabs->tabText(tab);
    }
    return doubledIn(texts);
}

/// Of the menu that the chart opens at the focused point.
QStringList doubledInContextMenu(RooflineChart &chart)
{
    QStringList doubled { QStringLiteral("no menu") };
    QTimer::singleShot(0, qApp, [&doubled] {
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        doubled = doubledIn(*menu);
        menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, chart.mapToGlobal(QPoint()));
    QApplication::sendEvent(&chart, &event);
    return doubled;
}

} // namespace

/// In a menu or a dialog Alt and a letter must mean one thing.
class TestMnemonics : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
    }

    void cleanup() { m_language.set(QStringLiteral("en")); }

    void languages_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("Chinese") << "zh_CN";
    }

    void menus_data() { languages_data(); }

    void menus()
    {
        QFETCH(QString, language);
        m_language.set(language);
        MainWindow window(&m_settings);
        window.show();
        const QString path = m_folder.file("blocks.ridge");
        QVERIFY(writeSession(path.toStdString(), fixture::threeBlocks()).ok());
        fixture::openAndWait(window, path);
        QStringList titles;
        QStringList doubled;
        for (const QAction *menu : window.menuBar()->actions())
            titles << menu->text();
        for (QMenu *menu : window.findChildren<QMenu *>())
            doubled << doubledIn(*menu);
        doubled << doubledIn(titles);
        window.workbench()->selection()->select({ ItemId::Kind::Layer, 10 });
        doubled << doubledInContextMenu(*window.workbench()->chart());
        QCOMPARE(doubled.join('\n'), QString());
    }

    void dialogs_data() { languages_data(); }

    void dialogs()
    {
        QFETCH(QString, language);
        m_language.set(language);
        OptionsDialog options("/a/model.pt", {}, {}, {}, {});
        SettingsDialog settings(&m_settings);
        WorkerDialog worker({}, {});
        QStringList doubled;
        for (QDialog *dialog : std::initializer_list<QDialog *> { &options, &settings, &worker }) {
            dialog->show();
            doubled << doubledIn(*dialog);
            for (QTabWidget *pages : dialog->findChildren<QTabWidget *>()) {
                for (int page = 1; page < pages->count(); ++page) {
                    pages->setCurrentIndex(page);
                    doubled << doubledIn(*dialog);
                }
            }
        }
        QCOMPARE(doubled.join('\n'), QString());
    }

private:
    fixture::SettingsFolder m_folder;
    Settings m_settings;
    Language m_language;
};

ROOFLIGHT_TEST(TestMnemonics)
#include "test_mnemonics.moc"
