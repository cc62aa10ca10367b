// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/roofline/session_builder.h"
#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/layer_columns.h"
#include "ui/models/layer_tree_model.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/filter_bar.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/widgets/table_delegates.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

using namespace rooflight;
using fixture::layer;
using fixture::tableOf;

namespace {

QTreeWidget *listOf(const MainWindow &window, const char *name)
{
    for (auto *list : window.workbench()->overview()->findChildren<QTreeWidget *>()) {
        if (list->accessibleName() == name)
            return list;
    }
    return nullptr;
}

QStringList column(const QTreeWidget &list, int column)
{
    QStringList texts;
    for (int row = 0; row < list.topLevelItemCount(); ++row)
        texts << list.topLevelItem(row)->text(column);
    return texts;
}

} // namespace

/// The answer at the top of the window, and what follows from a click on it; see threeBlocks() for the numbers.
class TestOverview : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand("/nowhere/worker");
        m_path = m_folder.file("blocks.ridge");
        QVERIFY(writeSession(m_path.toStdString(), fixture::threeBlocks()).ok());
    }

    /// 42 of 110 us are compute-bound, 68 bandwidth-bound; the fc could save 12 of 25 us.
    void saysWhatLimitsAndWhatToLookAt()
    {
        MainWindow window(&m_settings);
        open(window);
        QTreeWidget *bounds = listOf(window, "What limits the time");
        QCOMPARE(column(*bounds, 0), (QStringList { "Bandwidth-bound", "Compute-bound" }));
        QCOMPARE(column(*bounds, 1), (QStringList { "62 %", "38 %" }));
        QTreeWidget *ranking = listOf(window, "Layers to look at first");
        QCOMPARE(column(*ranking, 0), (QStringList { "❶  blocks.0.fc ×3", "❷  head", "❸  blocks.0.act ×3" }));
        QCOMPARE(column(*ranking, 1), (QStringList { "12.0 µs", "10.0 µs", "3.00 µs" }));
        const QStringList shares { "48 %", "40 %", "12 %" }; // of the gain: bars, with the number in their tips
        for (int row = 0; row < shares.size(); ++row)
            QVERIFY(ranking->topLevelItem(row)->toolTip(2).contains(shares[row]));
        window.workbench()->chart()->actions()->fold->trigger();
        QCOMPARE(column(*ranking, 0).first(2), (QStringList { "❷  head", "blocks.2.fc" }));
        window.workbench()->chart()->actions()->fold->trigger();
    }

    /// Grey, and with the reason in words: in the overview, the details, the What If and the list of recent files.
    void whatWasDisturbedIsNoFact()
    {
        Session session = fixture::resnet18();
        session.latency.edit().samples.flags = { SampleFlag::OtherLoad };
        const JudgedSession judged(session);
        QVERIFY(!judged.answer().trustworthy());
        const QString doubt = uncertainSentence(judged);
        QVERIFY2(doubt.startsWith("Uncertain: other work or heat disturbed"), qPrintable(doubt));
        const QString path = m_folder.file("disturbed.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, path);
        const OverviewPanel *overview = window.workbench()->overview();
        QCOMPARE(overview->findChild<QLabel *>("boundsTitle")->text(),
                 QStringLiteral("What may limit the time (uncertain)"));
        const ChartStyle style(window.palette(), window.font());
        for (const char *list : { "What limits the time", "Layers to look at first" }) {
            const QTreeWidget *rows = listOf(window, list);
            QVERIFY(rows->topLevelItemCount() > 0);
            QCOMPARE(rows->topLevelItem(0)->foreground(0).color(), style.mutedText());
            // Letters on the grey bar are read, too.
            const int bars = rows->columnCount() - 1;
            const QBrush letters = rows->topLevelItem(0)->foreground(bars);
            const QColor color = letters.style() == Qt::NoBrush ? style.text() : letters.color();
            const QColor bar = rows->topLevelItem(0)->data(bars, BarDelegate::ColorRole).value<QColor>();
            QCOMPARE(bar, style.mutedText());
            QVERIFY(ChartStyle::contrast(color, style.barColor(bar)) >= 4.5);
        }
        const auto *line = window.workbench()->findChild<QLabel *>("headline");
        QCOMPARE(line->foregroundRole(), QPalette::PlaceholderText);
        window.workbench()->setBeingTimed(true); // while more times come
        QCOMPARE(line->foregroundRole(), QPalette::PlaceholderText);
        window.workbench()->setBeingTimed(false);
        window.workbench()->showDetails();
        QVERIFY2(window.workbench()->details()->text().contains(doubt),
                 qPrintable(window.workbench()->details()->text()));
        QVERIFY(m_settings.recentResult(path)->isUncertain);
        window.startPage()->show();
        const auto *recent = window.startPage()->findChild<QListWidget *>();
        QVERIFY2(recent->item(0)->text().contains("uncertain"), qPrintable(recent->item(0)->text()));
        QVERIFY2(!recent->item(0)->text().contains("bound"), qPrintable(recent->item(0)->text()));
    }

    void aBoundFiltersTableAndChart()
    {
        MainWindow window(&m_settings);
        open(window);
        LayerView *layers = window.workbench()->layers();
        QTreeWidget *bounds = listOf(window, "What limits the time");
        QTest::mouseClick(bounds->viewport(), Qt::LeftButton, {},
                          bounds->visualItemRect(bounds->topLevelItem(1)).center());
        QCOMPARE(layers->filter().bounds, std::set { Bound::Compute });
        QCOMPARE(layers->matchingItems(), std::optional(std::set { layer(2), layer(5), layer(8) }));
        QCOMPARE(layers->findChildren<QToolButton *>("chip").size(), 1);
        // The keyboard takes it back.
        bounds->setFocus();
        QTest::keyClick(bounds, Qt::Key_Space);
        QVERIFY(layers->filter().isEmpty());
    }

    void aChipTakesItsCriterionAway()
    {
        MainWindow window(&m_settings);
        open(window);
        LayerView *layers = window.workbench()->layers();
        layers->setFilter({ .text = "fc", .bounds = { Bound::Compute }, .slowest = 10 });
        const auto chips = layers->findChildren<QToolButton *>("chip");
        QCOMPARE(chips.size(), 2);
        chips.first()->click();
        QCOMPARE(layers->filter().bounds.size(), std::size_t(0));
        QCOMPARE(layers->filter().slowest, 10);
        QCOMPARE(layers->filter().text, QString("fc"));
    }

    void nothingThatMatchesIsSaid()
    {
        MainWindow window(&m_settings);
        open(window);
        LayerView *layers = window.workbench()->layers();
        QVERIFY(tableOf(window)->isVisible());
        layers->setFilter({ .text = "no such layer" });
        QVERIFY(!tableOf(window)->isVisible());
        auto *clear = layers->findChild<QPushButton *>();
        QVERIFY(clear->isVisible());
        clear->click();
        QVERIFY(tableOf(window)->isVisible());
        QVERIFY(layers->filter().isEmpty());
    }

    void partsOfTheHeadlineAreLinks()
    {
        MainWindow window(&m_settings);
        open(window);
        auto *headline = window.workbench()->findChild<QLabel *>("headline");
        QVERIFY(headline->text().contains("<a href=\"layer:10\""));
        Q_EMIT headline->linkActivated("bound:bandwidth");
        QCOMPARE(window.workbench()->layers()->filter().bounds, std::set { Bound::Bandwidth });
        Q_EMIT headline->linkActivated("bound:bandwidth");
        QVERIFY(window.workbench()->layers()->filter().isEmpty());
        const Selection *selection = window.workbench()->selection();
        Q_EMIT headline->linkActivated("layer:10");
        QCOMPARE(selection->selected(), std::set { layer(10) });
        Q_EMIT headline->linkActivated("nonsense");
        QCOMPARE(selection->selected().size(), std::size_t(1));
    }

    void equalLayersAreNamedOnce()
    {
        MainWindow window(&m_settings);
        open(window);
        auto *headline = window.workbench()->findChild<QLabel *>("headline");
        QVERIFY2(headline->text().contains(u">blocks.0.fc\u00a0×3</a>"), qPrintable(headline->text()));
        Q_EMIT headline->linkActivated("equal:layer:2");
        QCOMPARE(window.workbench()->selection()->selected(), (std::set { layer(2), layer(5), layer(8) }));
    }

    void aRowSaysWhatTheTableSaysOfItsName()
    {
        test::SessionBuilder builder;
        const std::int64_t layer = builder.addLayer(0, "conv");
        OperatorWork work;
        work.macs = 1'000'000;
        const std::int64_t id =
            builder.addOperator(layer, OperatorFamily::Convolution, DType::Float32, work, 1000, 638e3);
        builder.time(fixture::layer(layer), { 641e3 }); // with what is around its only operator
        builder.timeModel({ 700e3 });
        const Session session = builder.session();
        const JudgedSession judged(session);
        const RankedItem &ranked = judged.summary().ranking.at(0);
        QCOMPARE(ranked.label, std::string("conv"));
        QCOMPARE(ranked.item, (ItemId { ItemId::Kind::Operator, id }));
        Selection selection;
        OverviewPanel panel(&selection);
        panel.setSession(judged);
        auto *ranking = panel.findChildren<QTreeWidget *>().last();
        LayerTreeModel table;
        table.setSession(judged);
        const QModelIndex row = table.indexOf(fixture::layer(layer));
        QTreeWidgetItem *shown = ranking->topLevelItem(0);
        QCOMPARE(shown->text(0), QString("❶  conv"));
        QCOMPARE(shown->text(1), row.siblingAtColumn(int(FactId::Gain)).data().toString());
        selection.select(ranked.item); // as the headline's link does
        QVERIFY(shown->isSelected());
        selection.setSelected({}, std::nullopt);
        ranking->setCurrentItem(shown);
        QCOMPARE(selection.focus(), std::optional(fixture::layer(layer)));
    }

    void aFoldedRowSelectsAllThatItStandsFor()
    {
        MainWindow window(&m_settings);
        open(window);
        window.workbench()->selection()->setSelected({ layer(1), layer(4), layer(7) }, layer(1));
        const QModelIndexList rows = tableOf(window)->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first().data().toString(), QString("blocks.0 … 2 ×3"));
        QVERIFY(!tableOf(window)->isExpanded(rows.first()));
        QTreeWidget *ranking = listOf(window, "Layers to look at first");
        ranking->setFocus();
        ranking->setCurrentItem(ranking->topLevelItem(0));
        QCOMPARE(window.workbench()->selection()->selected(), (std::set { layer(2), layer(5), layer(8) }));
        QCOMPARE(window.workbench()->selection()->focus(), std::optional(layer(2))); // the one that is named
    }

    /// Sums of equal layers have another order than layers: that must not come as a surprise.
    void equalLayersAreSaidToBeAddedUp()
    {
        MainWindow window(&m_settings);
        open(window);
        QAction *fold = window.workbench()->chart()->actions()->fold;
        fold->setChecked(true);
        auto *note = window.workbench()->overview()->findChild<QLabel *>("foldedNote");
        QVERIFY(!note->isHidden() && note->text().contains("List each"));
        QVERIFY(note->toolTip().contains("combined"));
        const int rows = listOf(window, "Layers to look at first")->topLevelItemCount();
        Q_EMIT note->linkActivated("fold");
        QVERIFY(!fold->isChecked() && note->text().contains("Combine identical layers"));
        QVERIFY(note->toolTip().contains("Each layer is listed"));
        QVERIFY(listOf(window, "Layers to look at first")->topLevelItemCount() > rows);
        fold->trigger();
    }

    /// The fc of three blocks could save 2, 4 and 6 us, each act 1 us, the head 10 us: 25 of 110 us.
    void allAreAddedUp()
    {
        MainWindow window(&m_settings);
        open(window);
        window.workbench()->chart()->actions()->fold->setChecked(false);
        const QString help = window.workbench()->overview()->findChild<QComboBox *>()->toolTip();
        QVERIFY2(help.endsWith("With all at their roofs: 85.0 µs."), qPrintable(help));
    }

    void enterPressesAButton()
    {
        MainWindow window(&m_settings);
        open(window);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto *more = window.workbench()->findChild<QToolButton *>("more");
        more->setFocus();
        QSignalSpy clicked(more, &QToolButton::clicked);
        QTest::keyClick(more, Qt::Key_Return);
        QCOMPARE(clicked.count(), 1);
    }

    void escapeInTheSearchShowsAllAgain()
    {
        MainWindow window(&m_settings);
        open(window);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        LayerView *layers = window.workbench()->layers();
        layers->focusSearch();
        QWidget *search = layers->findChild<QLineEdit *>();
        QTest::keyClicks(search, "head");
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(!layers->filter().text.isEmpty());
        layers->focusSearch();
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(layers->filter().text.isEmpty());
    }

    void whatIsSelectedIsAddedUpBelowTheTable()
    {
        MainWindow window(&m_settings);
        open(window);
        const auto *note = window.workbench()->layers()->findChild<QLabel *>("selectionNote");
        QCoreApplication::processEvents();
        const int top = tableOf(window)->mapTo(window.workbench(), QPoint()).y();
        window.workbench()->selection()->setSelected({ layer(2), layer(10) }, layer(2));
        // 12 and 50 of 110 us; 2 and 10 us above their roofs. Neither takes what the other writes.
        QVERIFY2(note->text() == "Selected: 2, together 62.0 µs (56 % of the model); at their roofs 12.0 µs less.",
                 qPrintable(note->text()));
        QCOMPARE(tableOf(window)->mapTo(window.workbench(), QPoint()).y(), top);
    }

    void escapeSelectsNothing()
    {
        MainWindow window(&m_settings);
        open(window);
        for (QWidget *view :
             std::initializer_list<QWidget *> { tableOf(window), listOf(window, "Layers to look at first") }) {
            window.workbench()->selection()->select(layer(10));
            view->setFocus();
            QTest::keyClick(view, Qt::Key_Escape);
            QVERIFY(window.workbench()->selection()->selected().empty());
        }
    }

    void withoutTimesItSaysWhatIsMissing()
    {
        Session session = fixture::resnet18();
        session.latency.reset();
        session.layers.reset();
        QVERIFY(writeSession(m_path.toStdString(), session).ok());
        MainWindow window(&m_settings);
        open(window);
        OverviewPanel *panel = window.workbench()->overview();
        const auto *title = panel->findChild<QLabel *>("boundsTitle");
        QVERIFY(title->text().contains("(not timed)") && title->minimumSizeHint().width() < 200);
        QVERIFY(listOf(window, "What limits the time")->isVisibleTo(panel));
        QVERIFY(!listOf(window, "Layers to look at first")->isVisibleTo(panel));
        QVERIFY(std::ranges::any_of(panel->findChildren<QLabel *>(), [panel](const QLabel *label) {
            return label->isVisibleTo(panel) && label->text().contains("once they are timed");
        }));
        QVERIFY(!tableOf(window)->isColumnHidden(int(FactId::Flops))); // what there is to see
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(tableOf(window)->isColumnHidden(int(FactId::Flops)));
    }

    void theFirstKeySelectsTheFirstRow()
    {
        MainWindow window(&m_settings);
        open(window);
        const Selection *selection = window.workbench()->selection();
        QTreeWidget *ranking = listOf(window, "Layers to look at first");
        ranking->setFocus();
        QTest::keyClick(ranking, Qt::Key_Down);
        QCOMPARE(selection->selected(), (std::set { layer(2), layer(5), layer(8) }));
        QTest::keyClick(ranking, Qt::Key_Down);
        QCOMPARE(selection->selected(), std::set { layer(10) });
        window.workbench()->selection()->clear();
        tableOf(window)->setCurrentIndex({});
        window.workbench()->selection()->clear();
        QTest::keyClick(tableOf(window), Qt::Key_Down);
        QCOMPARE(selection->selected(), std::set { layer(0) });
    }

    void theViewIsThereTheNextTime()
    {
        Frame frame;
        {
            MainWindow window(&m_settings);
            open(window);
            window.workbench()->selection()->select(layer(10));
            window.workbench()->chart()->zoomIn();
            frame = window.workbench()->chart()->frame();
            window.close();
        }
        MainWindow window(&m_settings);
        open(window);
        QCOMPARE(window.workbench()->selection()->selected(), std::set { layer(10) });
        QVERIFY(nearlyEqual(window.workbench()->chart()->frame(), frame));
        window.workbench()->chart()->fit();
        window.workbench()->selection()->clear();
    }

    void theCardOfAPointIsCopied()
    {
        MainWindow window(&m_settings);
        open(window);
        window.workbench()->selection()->select(layer(10));
        window.workbench()->chart()->copyCard();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("head\n"));
        QVERIFY(QGuiApplication::clipboard()->text().contains("Time\t50.0 µs\n"));
    }

    void numbersSortLargestFirst()
    {
        MainWindow window(&m_settings);
        open(window);
        QTreeView *table = tableOf(window);
        const auto click = [table](FactId column) {
            QHeaderView *header = table->header();
            table->scrollTo(table->model()->index(0, int(column)));
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(int(column)) + 12, header->height() / 2));
        };
        click(FactId::Time);
        QCOMPARE(table->header()->sortIndicatorOrder(), Qt::DescendingOrder);
        const QModelIndex root = table->model()->index(0, 0);
        QCOMPARE(table->model()->index(0, 0, root).data().toString(), QString("head"));
        click(FactId::Time);
        QCOMPARE(table->header()->sortIndicatorOrder(), Qt::AscendingOrder);
    }

    /// The plot has most of the height: see window_layout.
    void theTableKeepsSomeRows_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : { QSize(800, 500), QSize(1280, 800), QSize(3840, 2160) })
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }

    void theTableKeepsSomeRows()
    {
        QFETCH(const QSize, size);
        MainWindow window(&m_settings);
        window.resize(1000, 700);
        open(window);
        window.actions()->resetLayout->trigger();
        window.resize(size);
        QCoreApplication::processEvents();
        constexpr int rows = 90; // the search, the header, and a row or more
        QTRY_VERIFY(dock(window)->height() >= rows && dock(window)->height() >= size.height() * 0.15);
        QVERIFY(dock(window)->height() * 3 <= size.height());
    }

    void theTableKeepsItsHeightOverARestart()
    {
        int height = 0;
        {
            MainWindow window(&m_settings);
            window.resize(1200, 900);
            open(window);
            window.actions()->resetLayout->trigger();
            QCoreApplication::processEvents();
            QTest::mousePress(window.workbench(), Qt::LeftButton); // what a drag of what lies between does
            window.workbench()->resizeDocks({ dock(window) }, { 420 }, Qt::Vertical);
            QCoreApplication::processEvents();
            QTest::mouseRelease(window.workbench(), Qt::LeftButton);
            QTRY_VERIFY(dock(window)->height() > 380); // less its tabs
            height = dock(window)->height();
            window.close();
        }
        MainWindow window(&m_settings);
        open(window);
        QTRY_COMPARE(dock(window)->height(), height);
        window.actions()->resetLayout->trigger();
    }

private:
    void open(MainWindow &window)
    {
        window.show();
        fixture::openAndWait(window, m_path);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }

    static QDockWidget *dock(const MainWindow &window)
    {
        return window.workbench()->findChild<QDockWidget *>("layersDock");
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
    QString m_path;
};

ROOFLIGHT_TEST(TestOverview)
#include "test_overview.moc"
