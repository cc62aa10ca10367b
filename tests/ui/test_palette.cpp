// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/views/dialogs/options_dialog.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/panels/log_view.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/window/command_palette.h"
#include "ui/views/window/window_actions.h"

#include <QLineEdit>
#include <QSpinBox>
#include <QTreeWidget>

using namespace rooflight;
using fixture::openAndWait;

namespace {

class Palette
{
public:
    explicit Palette(MainWindow &window)
        : m_window(window)
    {
    }

    void open() const { QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier); }
    [[nodiscard]] CommandPalette *frame() const { return m_window.findChild<CommandPalette *>(); }
    [[nodiscard]] QLineEdit *field() const { return frame()->findChild<QLineEdit *>(); }
    [[nodiscard]] QTreeWidget *list() const { return frame()->findChild<QTreeWidget *>(); }

    void type(const QString &text) const { field()->setText(text); }
    [[nodiscard]] QString first() const
    {
        return list()->topLevelItemCount() > 0 ? list()->topLevelItem(0)->text(0) : QString();
    }
    [[nodiscard]] QTreeWidgetItem *row(const QString &text) const
    {
        return list()->findItems(text, Qt::MatchExactly).value(0);
    }
    void press(Qt::Key key) const { QTest::keyClick(field(), key); }

private:
    MainWindow &m_window;
};

} // namespace

/// Everything can be found by its name.
class TestPalette : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
        m_settings.clearRecentFiles();
    }

    void cleanup() { m_language.set(QStringLiteral("en")); }

    void wordsMatchFromBestToWeakest()
    {
        const QStringList words { "meas" };
        QVERIFY(matchOf("measure again", words) > matchOf("how to measure", words));
        QVERIFY(matchOf("how to measure", words) > matchOf("remeasured", words));
        QVERIFY(matchOf("remeasured", words) > matchOf("my extra asset", words));
        QCOMPARE(matchOf("open", words), 0);
        QVERIFY(matchOf("reset layout", { "rslay" }) > 0); // letters in their order
        QCOMPARE(matchOf("reset layout", { "yal" }), 0);
        QCOMPARE(matchOf("measure again", { "again", "open" }), 0); // every word
        QVERIFY(matchOf("measure again", { "again", "mea" }) > 0);
        QVERIFY(matchOf(QStringLiteral("重新测量"), { QStringLiteral("测量") }) > 0);
    }

    void findsEveryActionWithItsKeys()
    {
        MainWindow window(&m_settings);
        shown(window);
        const Palette palette(window);
        palette.open();
        QVERIFY(palette.frame()->isVisible());
        QVERIFY(palette.field()->hasFocus());
        QList<QAction *> all = window.actions()->findChildren<QAction *>() + window.workbench()->dockActions()
            + window.workbench()->chart()->viewActions();
        QVERIFY(all.size() > 50);
        for (const QAction *action : all) {
            QString words = action->text();
            words.remove('&').remove(QStringLiteral("…"));
            palette.type(words);
            const QList<QTreeWidgetItem *> rows = palette.list()->findItems(words, Qt::MatchEndsWith);
            QVERIFY2(!rows.isEmpty(), qPrintable(words));
            QVERIFY2(std::ranges::any_of(rows,
                                         [&](const QTreeWidgetItem *row) {
                                             return row->text(2)
                                                 == action->shortcut().toString(QKeySequence::NativeText);
                                         }),
                     qPrintable(words));
        }
    }

    void enterDoesWhatIsChosenAndEscapeNothing()
    {
        MainWindow window(&m_settings);
        shown(window);
        const Palette palette(window);
        QWidget *before = QApplication::focusWidget();
        palette.open();
        palette.press(Qt::Key_Escape);
        QVERIFY(!palette.frame()->isVisible());
        QCOMPARE(QApplication::focusWidget(), before);
        palette.open();
        palette.type("collapse equal");
        QAction *fold = window.workbench()->chart()->actions()->fold;
        const bool folds = fold->isChecked();
        QCOMPARE(palette.first(), QString("Collapse Equal Blocks"));
        palette.press(Qt::Key_Return);
        QVERIFY(!palette.frame()->isVisible());
        QCOMPARE(fold->isChecked(), !folds);
        palette.open();
        palette.type("zoom");
        const QTreeWidgetItem *first = palette.list()->currentItem();
        palette.press(Qt::Key_Down);
        QVERIFY(palette.list()->currentItem() != first);
        palette.press(Qt::Key_Up);
        QCOMPARE(palette.list()->currentItem(), first);
        palette.type("no such thing anywhere");
        palette.press(Qt::Key_Return);
        QVERIFY(palette.frame()->isVisible());
    }

    void layersAreSelected()
    {
        MainWindow window(&m_settings);
        shown(window);
        const Palette palette(window);
        palette.open();
        palette.type("layer4.0.conv2");
        QCOMPARE(palette.first(), QString("layer4.0.conv2"));
        palette.press(Qt::Key_Return);
        const std::optional<ItemId> item = window.workbench()->selection()->focus();
        QVERIFY(item.has_value());
        QCOMPARE(window.workbench()->session()->shown().analysis->layers[std::size_t(item->id)].path,
                 std::string("layer4.0.conv2"));
        QVERIFY(fixture::tableOf(window)->hasFocus());
    }

    void panelsComeToTheFront()
    {
        MainWindow window(&m_settings);
        shown(window);
        const Palette palette(window);
        for (int i = 0; i < 2; ++i) { // the second time it is there, and stays
            palette.open();
            palette.type("log");
            QCOMPARE(palette.first(), QString("Log"));
            palette.press(Qt::Key_Return);
            QVERIFY(window.workbench()->log()->isVisible());
            QVERIFY(window.workbench()->log()->isAncestorOf(QApplication::focusWidget())
                    || window.workbench()->log()->hasFocus());
        }
    }

    void settingsOpenAtTheField()
    {
        MainWindow window(&m_settings);
        shown(window);
        const Palette palette(window);
        palette.open();
        palette.type("size of texts");
        QCOMPARE(palette.first(), QString("Size of texts"));
        palette.press(Qt::Key_Return);
        auto *dialog = window.findChild<SettingsDialog *>();
        QVERIFY(dialog);
        QVERIFY(qobject_cast<QSpinBox *>(dialog->focusWidget()));
        dialog->close();
        palette.open();
        palette.type("bfloat16"); // one of its choices
        QCOMPARE(palette.first(), QString("Precision"));
        palette.type("threads");
        QCOMPARE(palette.first(), QString("Threads"));
        QTimer::singleShot(0, qApp, [] {
            auto *options = qobject_cast<OptionsDialog *>(QApplication::activeModalWidget());
            QVERIFY(options);
            QVERIFY(qobject_cast<QSpinBox *>(options->focusWidget()));
            QVERIFY(options->focusWidget()->isVisible()); // its page is in front
            options->reject();
        });
        palette.press(Qt::Key_Return);
    }

    void whatCannotBeDoneSaysWhy()
    {
        MainWindow window(&m_settings);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const Palette palette(window);
        palette.open();
        palette.type("measure again");
        QVERIFY(palette.row("Measure Again"));
        QCOMPARE(palette.row("Measure Again")->text(1), QString("needs an open model"));
        QVERIFY(!palette.row("Measure Again")->flags().testFlag(Qt::ItemIsEnabled));
        palette.press(Qt::Key_Return);
        palette.type("cancel");
        QVERIFY(palette.row("Cancel"));
        QCOMPARE(palette.row("Cancel")->text(1), QString("nothing is being measured"));
        palette.type("open");
        QVERIFY(palette.row("Open") && palette.row("Open")->flags().testFlag(Qt::ItemIsEnabled));
    }

    void filesAreFound()
    {
        MainWindow window(&m_settings);
        const QString other = m_folder.savedSession("other.ridge");
        m_settings.addRecentFile(other);
        shown(window);
        const Palette palette(window);
        palette.open();
        palette.type("other");
        QVERIFY(palette.row("Open: other.ridge"));
        QVERIFY(palette.row("Compare With: other.ridge"));
        QSignalSpy finished(window.controller(), &SessionController::finished);
        palette.type("open other");
        QCOMPARE(palette.first(), QString("Open: other.ridge"));
        palette.press(Qt::Key_Return);
        QVERIFY(finished.wait(fixture::patienceMs));
        QCOMPARE(window.controller()->path(), other);
    }

    void bothLanguagesAreUnderstood()
    {
        m_language.set(QStringLiteral("zh_CN"));
        MainWindow window(&m_settings);
        shown(window);
        const Palette palette(window);
        palette.open();
        for (const QString &words : { QStringLiteral("measure again"), QStringLiteral("重新测量") }) {
            palette.type(words);
            QCOMPARE(palette.first(), QStringLiteral("重新测量"));
        }
        palette.type("overview");
        QCOMPARE(palette.first(), QStringLiteral("概览"));
        palette.type("threads");
        QVERIFY2(!palette.first().isEmpty(), "a setting by its English name");
    }

    void manyLayersAreSearched()
    {
        Session session = fixture::resnet18();
        const Layer copied = session.analysis->layers.back();
        for (int i = 0; session.analysis->layers.size() < 3000; ++i) {
            Layer layer = copied;
            layer.id = std::int64_t(session.analysis->layers.size());
            layer.path = "encoder.layers." + std::to_string(i) + ".attention.output";
            session.analysis.edit().layers.push_back(layer);
        }
        const QString path = m_folder.file("many.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        MainWindow window(&m_settings);
        window.show();
        openAndWait(window, path);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const Palette palette(window);
        palette.open();
        palette.type("enc 2024 out");
        QCOMPARE(palette.first(), QString("encoder.layers.2024.attention.output"));
    }

private:
    void shown(MainWindow &window)
    {
        window.show();
        openAndWait(window, m_folder.savedSession());
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
    Language m_language;
};

ROOFLIGHT_TEST(TestPalette)
#include "test_palette.moc"
