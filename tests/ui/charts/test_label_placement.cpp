// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/plot/label_placement.h"

#include <QTest>

using namespace ridgepoint;

namespace {

constexpr QRectF area(0, 0, 200, 100);
constexpr QSizeF size(40, 10);
const QLineF middle(0, 50, 200, 50);

std::optional<LabelPlace> placeOf(const Label &label, const LabelObstacles &obstacles = {})
{
    return placeLabels({ label }, area, obstacles).front();
}

QRectF outlineOf(const LabelPlace &place)
{
    return place.box.translated(place.anchor);
}

} // namespace

class TestLabelPlacement : public ridgepoint::fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void flatLineIsNamedAboveItsEnd()
    {
        const auto place = placeOf({ middle, { size }, true });
        QVERIFY(place);
        QCOMPARE(place->angleDegrees, 0.0);
        QCOMPARE(outlineOf(*place).right(), 200 - labelEndMargin);
        QVERIFY(outlineOf(*place).bottom() < 50);
        QVERIFY(!place->coversLines);
    }

    void otherLinesAreNamedBehindTheirMiddle()
    {
        const auto place = placeOf({ middle, { size }, false });
        QVERIFY(place);
        // 0.45 of the room of 200 - 40 - 2 * 10 pixels, behind the margin.
        QCOMPARE(place->anchor, QPointF(10 + 0.45 * 140, 50));
    }

    void nameFollowsTheSlope()
    {
        const auto place = placeOf({ { 50, 90, 130, 10 }, { size }, false });
        QVERIFY(place);
        QCOMPARE(place->angleDegrees, -45.0);
        QCOMPARE(place->anchor.x() + place->anchor.y(), 140.0);
    }

    void shortLineHasNoName()
    {
        QVERIFY(!placeOf({ { 0, 50, 59, 50 }, { size }, true }));
        QVERIFY(placeOf({ { 0, 50, 60, 50 }, { size }, true }));
    }

    void nameStaysInTheArea()
    {
        const auto below = placeOf({ { 0, 5, 200, 5 }, { size }, true }); // no room above it
        QVERIFY(below && outlineOf(*below).top() > 5);
        QVERIFY(!placeOf({ { 0, -20, 200, -20 }, { size }, true }));
    }

    void namesNeverCoverEachOther()
    {
        const std::vector<Label> labels(3, { middle, { size }, true });
        const auto places = placeLabels(labels, area, {});
        QCOMPARE(places.size(), labels.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            QVERIFY(places[i]);
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!outlineOf(*places[i]).intersects(outlineOf(*places[j])));
        }
        LabelObstacles full;
        full.texts << QPolygonF(area);
        QVERIFY(!placeOf({ middle, { size }, true }, full));
    }

    void marksAndLinesAreAvoided()
    {
        LabelObstacles obstacles;
        obstacles.marks << QRectF(140, 30, 60, 40);
        obstacles.lines << middle << QLineF(120, 0, 120, 100);
        const auto place = placeOf({ middle, { size }, true }, obstacles);
        QVERIFY(place && !place->coversLines);
        QVERIFY(outlineOf(*place).right() <= 120);
    }

    void marksAreNeverCoveredAndLinesOnlyWithoutAnotherPlace()
    {
        LabelObstacles obstacles;
        obstacles.lines << QLineF(0, 44, 200, 44) << QLineF(0, 56, 200, 56);
        obstacles.marks << QRectF(100, 0, 100, 100);
        const auto overLine = placeOf({ middle, { size }, true }, obstacles);
        QVERIFY(overLine && overLine->coversLines);
        QVERIFY(outlineOf(*overLine).right() <= 100);
        obstacles.marks << QRectF(0, 0, 100, 100);
        QVERIFY(!placeOf({ middle, { size }, true }, obstacles));
    }

    void neighboursKeepAGap()
    {
        LabelObstacles obstacles;
        const auto first = placeOf({ middle, { size }, true }, obstacles);
        QVERIFY(first);
        QCOMPARE(roomOf(*first).boundingRect().width(), size.width() + 16);
        QCOMPARE(roomOf(*first).boundingRect().height(), size.height());
    }

    /// It would be taken for the name of that line.
    void aNameLiesAlongNoOtherLine()
    {
        LabelObstacles obstacles;
        obstacles.lines << middle << QLineF(0, 43, 200, 43) << QLineF(0, 57, 200, 57);
        const auto between = placeOf({ middle, { size }, true }, obstacles);
        QVERIFY(between && between->coversLines);
        QCOMPARE(outlineOf(*between).center().y(), 50.0); // on its own line
        obstacles.lines << QLineF(0, 47, 200, 47.5);
        QVERIFY(!placeOf({ middle, { size }, true }, obstacles));
    }

    /// Beyond that line it would be nearer to it than to its own.
    void aNameStandsBehindNoOtherLine()
    {
        LabelObstacles obstacles;
        obstacles.lines << middle << QLineF(0, 48, 200, 48);
        const auto place = placeOf({ middle, { size }, true }, obstacles);
        QVERIFY(place);
        QVERIFY(outlineOf(*place).top() > 50);
        // Lines that cannot be distinguished are no obstacle to each other.
        obstacles.lines = { middle, QLineF(0, 49, 200, 49) };
        const auto above = placeOf({ middle, { size }, true }, obstacles);
        QVERIFY(above && !above->coversLines);
        QVERIFY(outlineOf(*above).bottom() < 50);
    }

    /// As the slopes of a flat chart do with a level roof.
    void aLineThatOnlyCrossesIsNoReasonForNoName()
    {
        LabelObstacles obstacles;
        obstacles.lines << QLineF(0, 46, 200, 39) << QLineF(0, 54, 200, 61); // 2 degrees
        const auto place = placeOf({ middle, { QSizeF(180, 10) }, true }, obstacles);
        QVERIFY(place && place->coversLines);
    }

    void aLastResortKeepsClearOfMarks()
    {
        const Label label { middle, { size, QSizeF(20, size.height()) }, true, 1 };
        LabelObstacles obstacles;
        obstacles.lines << QLineF(0, 44, 200, 44) << QLineF(0, 56, 200, 56);
        const auto overLine = placeOf(label, obstacles);
        QVERIFY(overLine);
        QCOMPARE(overLine->text, qsizetype(0)); // rather the whole text over a line than a part of it
        obstacles.marks << QRectF(0, 0, 160, 100);
        const auto beside = placeOf(label, obstacles);
        QVERIFY(beside);
        QCOMPARE(beside->text, qsizetype(1));
        QVERIFY(outlineOf(*beside).left() >= 160);
    }
};

RIDGEPOINT_TEST(TestLabelPlacement)
#include "test_label_placement.moc"
