// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/plot/placer.h"

#include <QTest>

#include <array>

using namespace rooflight;

namespace {

constexpr QRectF area(0, 0, 200, 100);
constexpr QSizeF size(40, 10);
const QLineF middle(0, 50, 200, 50);

/// Of a name that prefers the end of its line.
std::optional<TextPlace> nameOn(Placer &placer, const QLineF &line = middle)
{
    return placer.placeAlong({ line, { size }, true });
}

Placer placerWith(const QList<QLineF> &lines, const QList<QRectF> &marks = {})
{
    Placer placer(area);
    for (const QLineF &line : lines)
        placer.addLine(line);
    for (const QRectF &mark : marks)
        placer.addMark(mark);
    return placer;
}

} // namespace

/// What a picture does not show by itself; that texts of the charts are apart is TestTextsApart's.
class TestPlacer : public rooflight::fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void whoAsksFirstHasPriority()
    {
        Placer placer(area);
        const std::array candidates { QRectF(0, 0, 50, 10), QRectF(30, 0, 50, 10), QRectF(60, 0, 50, 10) };
        QCOMPARE(placer.place(candidates), std::optional(candidates[0]));
        QCOMPARE(placer.place(candidates), std::optional(candidates[2]));
        QVERIFY(!placer.place(candidates));
        QVERIFY(placer.isFree({ 110, 0, 10, 10 })); // it only touches
        QVERIFY(!placer.isFree({ 110, 0, 10, 10 }, { .beside = 4 }));
        QVERIFY(!placer.isFree({ 195, 0, 10, 10 })); // beyond the area
        QVERIFY(placer.isFree({ 195, 0, 10, 10 }, { .area = { 190, 0, 50, 50 } }));
    }

    void turnedTextsTakeNoMoreThanTheyCover()
    {
        Placer placer(area);
        const auto slope = placer.placeAlong({ { 50, 90, 130, 10 }, { size }, false });
        QVERIFY(slope);
        QCOMPARE(slope->angleDegrees, -45.0);
        const QRectF bounds = slope->outline().boundingRect();
        QVERIFY(placer.isFree({ bounds.topLeft(), QSizeF(4, 4) }));
        QVERIFY(!placer.isFree({ bounds.center() - QPointF(2, 2), QSizeF(4, 4) }));
    }

    void aNameFitsOnItsLineAndInTheArea()
    {
        Placer placer(area);
        QVERIFY(!nameOn(placer, { 0, 50, 45, 50 }));
        QVERIFY(!nameOn(placer, { 0, -20, 200, -20 }));
        const auto below = nameOn(placer, { 0, 5, 200, 5 }); // no room above it
        QVERIFY(below && below->outline().boundingRect().top() > 5);
    }

    void linesAreCoveredOnlyWithoutAnotherPlace()
    {
        Placer placer = placerWith({ middle, { 120, 0, 120, 100 } }, { { 140, 30, 60, 40 } });
        const auto beside = nameOn(placer);
        QVERIFY(beside && !beside->coversLines);
        QVERIFY(beside->outline().boundingRect().right() <= 120);
        const QList<QLineF> around { { 0, 44, 200, 44 }, { 0, 56, 200, 56 } };
        Placer narrow = placerWith(around, { { 100, 0, 100, 100 } });
        const auto over = nameOn(narrow);
        QVERIFY(over && over->coversLines);
        QVERIFY(over->outline().boundingRect().right() <= 100);
        Placer full = placerWith(around, { area });
        QVERIFY(!nameOn(full)); // marks never are
    }

    /// It would be taken for the name of that line.
    void aNameLiesAlongNoOtherLine()
    {
        Placer placer = placerWith({ middle, { 0, 43, 200, 43 }, { 0, 57, 200, 57 } });
        const auto between = nameOn(placer);
        QVERIFY(between && between->coversLines);
        QCOMPARE(between->outline().boundingRect().center().y(), 50.0); // on its own line
        Placer near = placerWith({ middle, { 0, 43, 200, 43 }, { 0, 57, 200, 57 }, { 0, 47, 200, 47.5 } });
        QVERIFY(!nameOn(near));
    }

    /// Beyond that line it would be nearer to it than to its own.
    void aNameStandsBehindNoOtherLine()
    {
        Placer placer = placerWith({ middle, { 0, 48, 200, 48 } });
        const auto place = nameOn(placer);
        QVERIFY(place && place->outline().boundingRect().top() > 50);
        // Lines that cannot be distinguished are no obstacle to each other.
        Placer same = placerWith({ middle, { 0, 49, 200, 49 } });
        const auto above = nameOn(same);
        QVERIFY(above && !above->coversLines && above->outline().boundingRect().bottom() < 50);
    }

    /// As the slopes of a flat chart do with a level roof.
    void aLineThatOnlyCrossesIsNoReasonForNoName()
    {
        Placer placer = placerWith({ { 0, 46, 200, 39 }, { 0, 54, 200, 61 } }); // 2 degrees
        const auto place = placer.placeAlong({ middle, { QSizeF(178, 10) }, true });
        QVERIFY(place && place->coversLines);
    }

    void aLastResortKeepsClearOfMarks()
    {
        const LineName name { middle, { size, QSizeF(20, size.height()) }, true, 1 };
        const QList<QLineF> around { { 0, 44, 200, 44 }, { 0, 56, 200, 56 } };
        Placer placer = placerWith(around);
        const auto overLine = placer.placeAlong(name);
        QVERIFY(overLine);
        QCOMPARE(overLine->text, qsizetype(0)); // rather the whole text over a line than a part of it
        Placer crowded = placerWith(around, { { 0, 0, 157, 100 } });
        const auto beside = crowded.placeAlong(name);
        QVERIFY(beside);
        QCOMPARE(beside->text, qsizetype(1));
        QVERIFY(beside->outline().boundingRect().left() >= 157);
    }

    void captionsGoIntoTheLowerRightCornerOrWhereThereIsRoom()
    {
        Placer placer(area);
        const auto first = placer.placeAnywhere(size);
        QVERIFY(first && area.contains(*first) && first->center().x() > 150 && first->center().y() > 80);
        const auto second = placer.placeAnywhere(size);
        QVERIFY(second && !second->intersects(*first));
        Placer full = placerWith({}, { area.adjusted(5, 5, -5, -5) });
        QVERIFY(!full.placeAnywhere(size));
    }
};

ROOFLIGHT_TEST(TestPlacer)
#include "test_placer.moc"
