// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/charts/graph/graph_view.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/themes.h"
#include "ui/views/dialogs/folder_dialog.h"
#include "ui/views/dialogs/options_dialog.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/dialogs/worker_dialog.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/widgets/keyboard_focus.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/summary_bar.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QMetaEnum>
#include <QScopeGuard>
#include <QTabBar>
#include <QTextBrowser>
#include <QTextStream>

#include <set>

using namespace rooflight;

namespace {

QString roleName(QAccessible::Role role)
{
    return QString::fromLatin1(QMetaEnum::fromType<QAccessible::Role>().valueToKey(role));
}

/// What a screen reader is offered: a line an object, indented by its depth.
void write(QTextStream &out, QAccessibleInterface *object, int depth)
{
    constexpr int deepest = 30;
    constexpr int maxChildren = 60; // of a table the first rows say enough
    if (!object || !object->isValid() || object->state().invisible || depth > deepest)
        return;
    out << QString(2 * depth, u' ') << roleName(object->role()) << " \"" << object->text(QAccessible::Name) << '"';
    if (const QString description = object->text(QAccessible::Description); !description.isEmpty())
        out << " – " << description;
    out << '\n';
    for (int i = 0; i < std::min(object->childCount(), maxChildren); ++i)
        write(out, object->child(i), depth + 1);
}

QString treeOf(QWidget &window)
{
    QString text;
    QTextStream out(&text);
    write(out, QAccessible::queryAccessibleInterface(&window), 0);
    return text;
}

/// Reached by Tab, or pressed by mouse: both need a name.
bool isControl(const QWidget &widget)
{
    const bool isOfEditor = widget.parentWidget() && widget.focusPolicy() == Qt::NoFocus;
    return widget.isVisible() && widget.isEnabled() && !isOfEditor
        && ((widget.focusPolicy() & Qt::TabFocus) != 0 || qobject_cast<const QAbstractButton *>(&widget))
        && !widget.focusProxy();
}

QStringList unnamedIn(const QWidget &window)
{
    QStringList unnamed;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (!isControl(*widget))
            continue;
        QAccessibleInterface *object = QAccessible::queryAccessibleInterface(widget);
        const bool isSaid =
            object && object->role() != QAccessible::NoRole && !object->text(QAccessible::Name).trimmed().isEmpty();
        if (!isSaid)
            unnamed.append(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()
                           + QStringLiteral(" in ")
                           + QString::fromLatin1(widget->parentWidget()->metaObject()->className()) + u' '
                           + widget->parentWidget()->objectName());
    }
    return unnamed;
}

} // namespace

/// What a screen reader and the keyboard find: no control without a name, no chart without its numbers.
class TestAccessibility : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand(fixture::fakeWorker("answer"));
    }

    void tabGoesThroughWhatIsInSight()
    {
        MainWindow window(&m_settings);
        window.resize(1280, 800);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(QTest::qWaitForWindowActive(&window));
        std::set<const QWidget *> reached;
        window.workbench()->layers()->setFocus();
        for (int step = 0; step < 40; ++step) { // some stay where they are, to step through links
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            const QWidget *dock = QApplication::focusWidget();
            reached.insert(dock);
            while (dock && !qobject_cast<const QDockWidget *>(dock))
                dock = dock->parentWidget();
            QVERIFY(!dock || !dock->visibleRegion().isEmpty());
        }
        QVERIFY(reached.size() > 3);
    }

    void focusIsSeenEverywhere_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << lightPalette();
        QTest::newRow("dark") << darkPalette();
    }

    /// In the picture of the window, not only by a state: whatever the keys go to is surrounded by a line that stands
    /// out.
    void focusIsSeenEverywhere()
    {
        QFETCH(QPalette, palette);
        const QPalette before = QApplication::palette();
        const auto restored = qScopeGuard([&before] { QApplication::setPalette(before); });
        QApplication::setPalette(palette);
        MainWindow window(&m_settings);
        window.resize(1280, 800);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const QList<QWidget *> stops = inReadingOrder(window);
        QVERIFY(stops.size() > 12);
        const QColor ring = ChartStyle(window.palette()).accent();
        QVERIFY(ChartStyle::contrast(ring, window.palette().color(QPalette::Window)) >= 3);
        QVERIFY(ChartStyle::contrast(ring, window.palette().color(QPalette::Base)) >= 3);
        int surrounded = 0;
        for (QWidget *stop : stops) {
            // Of the chart and the table, the viewport paints all: it has no region of its own.
            const auto *area = qobject_cast<const QAbstractScrollArea *>(stop);
            const QWidget *painted = area ? area->viewport() : stop;
            if (qobject_cast<QTabBar *>(stop) || painted->visibleRegion().isEmpty())
                continue; // a tab has its own mark
            surrounded += area ? 1 : 0;
            stop->setFocus(Qt::TabFocusReason);
            QTRY_VERIFY(FocusRing::ringIn(window));
            const QRect within(painted->mapTo(&window, painted->visibleRegion().boundingRect().topLeft()),
                               painted->visibleRegion().boundingRect().size());
            const QString name = QString::fromLatin1(stop->metaObject()->className()) + u' ' + stop->objectName() + u' '
                + stop->accessibleName() + u' ' + stop->toolTip();
            QTRY_VERIFY2(FocusRing::ringIn(window)->geometry().contains(within), qPrintable(name));
            const QRect place = FocusRing::ringIn(window)->geometry();
            QVERIFY2(window.rect().contains(place), qPrintable(name));
            const QImage picture = window.grab().toImage();
            int seen = 0;
            for (int x = place.left(); x <= place.right(); ++x)
                seen += picture.pixel(x, place.top()) == ring.rgb() ? 1 : 0;
            QVERIFY2(seen > place.width() * 9 / 10, qPrintable(name));
        }
        QVERIFY2(surrounded >= 3, qPrintable(QString::number(surrounded))); // chart, overview, table
    }

    void tabFollowsTheEyes()
    {
        MainWindow window(&m_settings);
        window.resize(1280, 800);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const QList<QWidget *> order = inReadingOrder(window);
        const auto placeOf = [&](const QWidget *part) {
            const auto inside = std::ranges::find_if(
                order, [part](const QWidget *stop) { return part == stop || part->isAncestorOf(stop); });
            return inside - order.begin();
        };
        const Workbench *workbench = window.workbench();
        const QList<const QWidget *> parts = { workbench->findChild<SummaryBar *>(), workbench->chart(),
                                               workbench->overview(), workbench->details(), workbench->layers() };
        for (qsizetype i = 1; i < parts.size(); ++i)
            QVERIFY2(placeOf(parts[i - 1]) < placeOf(parts[i]), qPrintable(QString::number(i)));
        workbench->findChild<QAbstractButton *>("more")->setFocus();
        const qsizetype at = order.indexOf(QApplication::focusWidget());
        QVERIFY(at >= 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), order[at + 1]);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
        QCOMPARE(QApplication::focusWidget(), order[at]);
    }

    /// A line that blinks says that something can be typed.
    void noCaretWhereNothingIsTyped()
    {
        MainWindow window(&m_settings);
        window.show();
        openMeasured(window);
        for (const QLabel *label : window.findChildren<QLabel *>())
            QVERIFY2(!label->textInteractionFlags().testFlag(Qt::TextSelectableByKeyboard), qPrintable(label->text()));
        for (const QTextBrowser *text : window.findChildren<QTextBrowser *>())
            QVERIFY2(!text->textInteractionFlags().testFlag(Qt::TextSelectableByKeyboard),
                     qPrintable(text->accessibleName()));
    }

    void theStartPageIsNamed()
    {
        MainWindow window(&m_settings);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.worker()->hello().has_value(), fixture::patienceMs);
        QCOMPARE(unnamedIn(window).join('\n'), QString());
        QVERIFY(treeOf(window).contains("Button \"Explore a Sample\""));
        std::set<QString> keys; // each export has a letter of its own in its menu
        for (const auto &[format, action] : window.actions()->exports)
            keys.insert(QKeySequence::mnemonic(action->text()).toString());
        QCOMPARE(keys.size(), window.actions()->exports.size());
    }

    void allDocksAreNamed()
    {
        MainWindow window(&m_settings);
        window.show();
        openMeasured(window);
        const QList<QDockWidget *> docks = window.workbench()->findChildren<QDockWidget *>();
        QCOMPARE(docks.size(), 12);
        QString tree;
        for (QDockWidget *dock : docks) {
            dock->show();
            dock->raise();
            QCoreApplication::processEvents();
            QCOMPARE(dock->objectName() + ":\n" + unnamedIn(window).join('\n'), dock->objectName() + ":\n");
            tree = treeOf(window);
        }
        // On demand, to read what a screen reader would say.
        if (const QByteArray path = qgetenv("ROOFLIGHT_ACCESSIBILITY_DUMP"); !path.isEmpty()) {
            QFile file(QString::fromLocal8Bit(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(tree.toUtf8());
        }
    }

    void chartsSayWhatTheyShow()
    {
        MainWindow window(&m_settings);
        window.show();
        openMeasured(window);
        window.workbench()->showGraph();
        QCoreApplication::processEvents();
        const auto description = [](QWidget *chart) {
            return QAccessible::queryAccessibleInterface(chart)->text(QAccessible::Description);
        };
        const QString roofline = description(window.findChild<RooflineView *>());
        QVERIFY2(roofline.contains("FLOP"), qPrintable(roofline));
        const QString histogram = description(window.findChild<HistogramChart *>());
        QVERIFY2(histogram.contains("median"), qPrintable(histogram));
        // The point that the arrow keys lead to is said, too.
        auto *view = window.findChild<RooflineView *>();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Right);
        const auto focus = window.workbench()->selection()->focus();
        QVERIFY(focus);
        const std::string path = window.controller()->session().analysis->layers[std::size_t(focus->id)].path;
        QVERIFY2(description(view).contains(QString::fromStdString(path)), qPrintable(description(view)));
        auto *graph = window.findChild<GraphView *>();
        QVERIFY2(!description(graph).isEmpty(), "the graph says what it shows");
    }

    void dialogsAreNamed()
    {
        OptionsDialog options("/a/model.pt", {}, {}, {}, {});
        SettingsDialog settings(&m_settings);
        WorkerDialog worker({}, {});
        HelpWindow help;
        FolderDialog folder("/a", { QFileInfo("/a/model.pt") });
        for (QDialog *dialog : std::initializer_list<QDialog *> { &options, &settings, &worker, &help, &folder }) {
            dialog->show();
            QCOMPARE(dialog->windowTitle() + ":\n" + unnamedIn(*dialog).join('\n'), dialog->windowTitle() + ":\n");
        }
    }

    void everyActionIsInAMenuWithAName()
    {
        MainWindow window(&m_settings);
        for (const QAction *menu : window.menuBar()->actions()) {
            for (const QAction *action : menu->menu()->actions())
                QVERIFY(action->isSeparator() || !action->text().isEmpty() || !action->isVisible());
        }
    }

    void helpListsAllPages()
    {
        const QDir pages(":/help");
        const HelpWindow help;
        const auto *list = help.findChild<QListWidget *>();
        QStringList listed;
        for (int row = 0; row < list->count(); ++row)
            listed.append(list->item(row)->data(Qt::UserRole).toString() + ".md");
        listed.sort();
        QCOMPARE(listed, pages.entryList(QDir::Files, QDir::Name));
    }

private:
    void openMeasured(MainWindow &window)
    {
        Session session = fixture::resnet18();
        session.methods = fixture::methods();
        session.sweep = fixture::sweep();
        session.pipeline = fixture::pipeline();
        const QString path = m_folder.file("all.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        fixture::openAndWait(window, path);
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

ROOFLIGHT_TEST(TestAccessibility)
#include "test_accessibility.moc"
