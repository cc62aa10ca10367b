// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace rooflight;

class TestSelection : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void selectsAlone();
    void extendsAndTakesBack();
    void tellsOnlyOfChanges();
    void dropsFocusOutsideOfSelection();
    void partsOfWhatIsSelectedHaveNoOutline();
};

namespace {

constexpr ItemId first { ItemId::Kind::Layer, 1 };
constexpr ItemId second { ItemId::Kind::Layer, 2 };
constexpr ItemId operatorOne { ItemId::Kind::Operator, 1 };

} // namespace

void TestSelection::selectsAlone()
{
    Selection selection;
    selection.select(first);
    selection.select(operatorOne);
    QCOMPARE(selection.selected(), std::set<ItemId> { operatorOne });
    QCOMPARE(selection.focus(), std::optional(operatorOne));
}

void TestSelection::extendsAndTakesBack()
{
    Selection selection;
    selection.select(first);
    selection.select(second, true);
    QCOMPARE(selection.selected().size(), std::size_t { 2 });
    QCOMPARE(selection.focus(), std::optional(second));
    selection.select(second, true);
    QCOMPARE(selection.selected(), std::set<ItemId> { first });
    QVERIFY(!selection.focus());
    selection.clear();
    QVERIFY(selection.selected().empty());
}

void TestSelection::tellsOnlyOfChanges()
{
    Selection selection;
    QSignalSpy selected(&selection, &Selection::selectedChanged);
    QSignalSpy hovered(&selection, &Selection::hoveredChanged);
    selection.clear();
    selection.setHovered(std::nullopt);
    QCOMPARE(selected.count(), 0);
    QCOMPARE(hovered.count(), 0);
    selection.select(first);
    selection.select(first);
    selection.setHovered(second);
    selection.setHovered(second);
    QCOMPARE(selected.count(), 1);
    QCOMPARE(hovered.count(), 1);
}

void TestSelection::dropsFocusOutsideOfSelection()
{
    Selection selection;
    selection.setSelected({ first, second }, operatorOne);
    QVERIFY(!selection.focus());
    selection.setSelected({ first, second }, second);
    QCOMPARE(selection.focus(), std::optional(second));
}

void TestSelection::partsOfWhatIsSelectedHaveNoOutline()
{
    Selection selection;
    RooflineChart chart(&selection);
    chart.setSession(JudgedSession(fixture::threeBlocks()));
    auto *plot = dynamic_cast<RooflinePlot *>(chart.findChild<RooflineView *>()->chart());
    const MarkLayer &marks = plot->marks();
    const auto own = plot->markOf(fixture::layer(2)); // inside of the first block
    QVERIFY(own);
    selection.select(fixture::layer(2));
    QCOMPARE(marks.outlined(), std::vector { *own });
    QVERIFY(marks.parts().empty());
    selection.select(fixture::layer(1)); // that block, which has no point
    QVERIFY(marks.outlined().empty());
    QVERIFY(std::ranges::find(marks.parts(), *own) != marks.parts().end());
    QVERIFY(marks.parts().size() < plot->content().marks.size());
}

ROOFLIGHT_TEST(TestSelection)

#include "test_selection.moc"
