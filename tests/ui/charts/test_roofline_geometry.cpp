// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/content/roofline_frame.h"
#include "ui/charts/roofline/layout/roof_lines.h"
#include "ui/charts/roofline/layout/roofline_layout.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/hover_card.h"
#include "ui/style/themes.h"

#include <QGraphicsScene>
#include <QTest>

#include <cmath>
#include <set>

using namespace rooflight;

class TestRooflineGeometry : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void pixelsAndPlaneAgree_data();
    void pixelsAndPlaneAgree();
    void axisNumbersAreShort_data();
    void axisNumbersAreShort();
    void ratiosHaveNoPrefix();
    void everyZoomHasLabels_data();
    void everyZoomHasLabels();
    void axesShowTheLabels();
    void zoomKeepsThePlaceUnderTheCursor();
    void zoomIsClamped();
    void historyGoesBackAndForth();
    void linesEndAtTheRidge();
    void visiblePartIsInside();
    void awkwardPointsBlankNothing();
    void untimedPointsStandOnTheirRoof();
    void withoutRoofsPointsStandAtTheEdge();
    void rangeIsWholeDecades();
    void duplicatesAreAllHit();
    void layersHighlightWhatIsInThem();
    void textsKeepClearOfMarks();
    void cardStaysInsideTheWindow_data();
    void cardStaysInsideTheWindow();
};

void TestRooflineGeometry::pixelsAndPlaneAgree_data()
{
    QTest::addColumn<QPointF>("position");
    QTest::newRow("corner") << QPointF(-2, 6);
    QTest::newRow("other corner") << QPointF(3, 12);
    QTest::newRow("inside") << QPointF(0.31, 9.7);
    QTest::newRow("outside") << QPointF(17, -4);
}

void TestRooflineGeometry::pixelsAndPlaneAgree()
{
    QFETCH(QPointF, position);
    const Viewport viewport { Frame(), QRectF(70, 12, 913, 517) };
    const QPointF back = viewport.toPlane(viewport.toPixel(position));
    QVERIFY(std::abs(back.x() - position.x()) < 1e-9);
    QVERIFY(std::abs(back.y() - position.y()) < 1e-9);
    QCOMPARE(viewport.toPixel({ -2, 6 }), QPointF(70, 529));
    QCOMPARE(viewport.toPixel({ 3, 12 }), QPointF(983, 12));
}

void TestRooflineGeometry::axisNumbersAreShort_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("expected");
    QTest::newRow("tenth") << 0.1 << QStringLiteral("0.1");
    QTest::newRow("hundredth") << 0.01 << QStringLiteral("0.01");
    QTest::newRow("one") << 1.0 << QStringLiteral("1");
    QTest::newRow("ten") << 10.0 << QStringLiteral("10");
    QTest::newRow("hundred") << 100.0 << QStringLiteral("100");
    QTest::newRow("thousand") << 1000.0 << QStringLiteral("1 k");
    QTest::newRow("giga") << 2e10 << QStringLiteral("20 G");
    QTest::newRow("between") << 1.05e12 << QStringLiteral("1.05 T");
}

void TestRooflineGeometry::axisNumbersAreShort()
{
    QFETCH(double, value);
    QFETCH(QString, expected);
    QCOMPARE(axisNumber(value, "FLOP/s"), expected);
}

void TestRooflineGeometry::ratiosHaveNoPrefix()
{
    QCOMPARE(axisNumber(1, ""), QStringLiteral("1"));
    QCOMPARE(axisNumber(0.001, ""), QStringLiteral("0.001"));
    QCOMPARE(axisNumber(0.0001, ""), QStringLiteral("10⁻⁴")); // in digits it would reach the title of the axis
    QCOMPARE(axisNumber(0.00002, ""), QStringLiteral("2·10⁻⁵"));
    QCOMPARE(axisNumber(20, ""), QStringLiteral("20"));
}

void TestRooflineGeometry::everyZoomHasLabels_data()
{
    QTest::addColumn<double>("centre");
    QTest::addColumn<double>("span");
    for (const double centre : { -1.5, 0.0, 0.3, 0.77, 1.99, 9.37, 12.0 }) {
        for (double span = 14; span >= smallestSpan; span *= 0.7)
            QTest::addRow("%g over %g", centre, span) << centre << span;
    }
}

void TestRooflineGeometry::everyZoomHasLabels()
{
    QFETCH(double, centre);
    QFETCH(double, span);
    const double low = centre - span / 2;
    const double high = centre + span / 2;
    const auto ticks = logTicks(low, high, "FLOP/s", 9);
    QVERIFY(ticks.size() >= 2);
    QVERIFY(ticks.size() <= 9);
    std::set<QString> labels;
    double previous = low - 1;
    for (const LogTick &tick : ticks) {
        QVERIFY(tick.position >= low - 1e-6 && tick.position <= high + 1e-6);
        QVERIFY(tick.position > previous);
        previous = tick.position;
        labels.insert(tick.label);
    }
    QCOMPARE(labels.size(), ticks.size());
}

void TestRooflineGeometry::axesShowTheLabels()
{
    QGraphicsScene scene;
    auto *plot = new RooflinePlot(ChartStyle(lightPalette()));
    scene.addItem(plot);
    plot->resize(900, 600);
    plot->setContent(rooflineContent(JudgedSession(fixture::resnet18())));
    for (int i = 0; i < 20; ++i) {
        QVERIFY(plot->layout().intensity.ticks.size() >= 2);
        QVERIFY(plot->layout().performance.ticks.size() >= 2);
        QVERIFY(plot->rect().contains(plot->viewport().area));
        plot->setFrame(zoomed(plot->frame(), 0.8, { 1.1, 12.2 }));
    }
}

void TestRooflineGeometry::zoomKeepsThePlaceUnderTheCursor()
{
    const Frame frame;
    const QPointF fixed(1.2, 9.1);
    const Viewport before { frame, QRectF(0, 0, 800, 600) };
    const Viewport after { zoomed(frame, 0.5, fixed), before.area };
    QVERIFY((before.toPixel(fixed) - after.toPixel(fixed)).manhattanLength() < 1e-9);
    QCOMPARE(after.frame.width(), frame.width() / 2);
}

void TestRooflineGeometry::zoomIsClamped()
{
    const Frame limits;
    Frame frame = limits;
    for (int i = 0; i < 200; ++i)
        frame = clampedTo(zoomed(frame, 0.5, { 1, 9 }), limits);
    QVERIFY(frame.width() >= smallestSpan * 0.999);
    QVERIFY(frame.contains({ 1, 9 }));
    for (int i = 0; i < 200; ++i)
        frame = clampedTo(zoomed(frame, 3, { 1, 9 }), limits);
    QVERIFY(nearlyEqual(frame, limits));
    QVERIFY(nearlyEqual(clampedTo(moved(limits, { 100, -100 }), limits), limits));
}

void TestRooflineGeometry::historyGoesBackAndForth()
{
    const Frame first;
    const Frame second = zoomed(first, 0.5, { 0, 9 });
    const Frame third = zoomed(second, 0.5, { 0, 9 });
    ZoomHistory history;
    QVERIFY(!history.undo(first));
    history.remember(first);
    history.remember(second);
    QCOMPARE(history.undo(third), std::optional(second));
    QCOMPARE(history.undo(second), std::optional(first));
    QVERIFY(!history.canUndo());
    QCOMPARE(history.redo(first), std::optional(second));
    QCOMPARE(history.redo(second), std::optional(third));
    QVERIFY(!history.redo(third));
    QCOMPARE(history.undo(third), std::optional(second));
    history.remember(second);
    QVERIFY(!history.canRedo());
}

void TestRooflineGeometry::linesEndAtTheRidge()
{
    const RooflineContent content = rooflineContent(JudgedSession(fixture::resnet18()));
    QVERIFY(content.ridge);
    // 1.92 TFLOP/s over 148 GB/s.
    const QPointF ridge(std::log10(1.92e12 / 148e9), std::log10(1.92e12));
    int met = 0;
    for (const RoofLine &line : roofLines(content, content.judging)) {
        if (line.theoretical)
            continue;
        const QPointF end = content.roofs[line.roof].compute() ? line.from : line.to;
        QVERIFY((end - ridge).manhattanLength() < 1e-9);
        ++met;
    }
    QCOMPARE(met, 2);
    for (const RoofLine &line : roofLines(content, defaultRoofs(content))) {
        if (content.roofs[line.roof].memory() && !line.theoretical)
            QVERIFY(std::abs(line.to.y() - ridge.y()) < 1e-9);
    }
}

void TestRooflineGeometry::visiblePartIsInside()
{
    const QLineF slope(-15, -5, 2, 12);
    const Frame frame { -1, 3, 8, 11 };
    const auto part = visiblePart(slope, frame);
    QVERIFY(part);
    QVERIFY((part->p1() - QPointF(-1, 9)).manhattanLength() < 1e-9);
    QVERIFY((part->p2() - QPointF(1, 11)).manhattanLength() < 1e-9);
    QVERIFY(!visiblePart(slope, { 2.5, 3, 8, 11 }));
    QCOMPARE(visiblePart(QLineF(0, 10, 15, 10), frame), std::optional(QLineF(0, 10, 3, 10)));
}

void TestRooflineGeometry::awkwardPointsBlankNothing()
{
    const RooflineContent content = rooflineContent(JudgedSession(fixture::awkward()));
    std::set<std::string> drawn;
    for (const Mark &mark : content.marks) {
        QVERIFY(std::isfinite(mark.x) && std::isfinite(mark.y) && std::isfinite(mark.diameter));
        drawn.insert(content.points[mark.point].label);
    }
    QVERIFY(drawn.contains("ordinary"));
    QVERIFY(drawn.contains("no_work"));
    QVERIFY(drawn.contains("not_a_number"));
    QVERIFY(drawn.contains("zero_time"));
    QVERIFY(!drawn.contains("nothing"));
    QVERIFY(content.hasStrip);
    QVERIFY(std::isfinite(content.frame.left) && std::isfinite(content.frame.top));
    for (const Mark &mark : content.marks) {
        if (content.points[mark.point].label == "no_work")
            QVERIFY(mark.onStrip);
        else
            QVERIFY(content.frame.contains({ mark.x, mark.y }));
    }
}

void TestRooflineGeometry::untimedPointsStandOnTheirRoof()
{
    const RooflineContent content = rooflineContent(JudgedSession(fixture::resnet18WithoutTimes()));
    QVERIFY(content.marks.size() > 50);
    for (const Mark &mark : content.marks) {
        QVERIFY(!mark.timed);
        if (mark.onStrip)
            continue;
        // Arithmetic, memory traffic and a launch of 1.1 us overlap: the longest of them is the time at the roof.
        const double work = static_cast<double>(content.points[mark.point].cost.flops);
        const double highest = std::min({ std::log10(1.92e12), mark.x + std::log10(148e9), std::log10(work / 1.1e-6) });
        QVERIFY(std::abs(mark.y - highest) < 1e-6);
    }
}

void TestRooflineGeometry::withoutRoofsPointsStandAtTheEdge()
{
    const RooflineContent content = rooflineContent(JudgedSession(fixture::resnet18WithoutRoofs()));
    QVERIFY(content.marks.size() > 50);
    for (const Mark &mark : content.marks)
        QVERIFY(mark.grounded);
    QVERIFY(roofLines(content, defaultRoofs(content)).empty());
}

void TestRooflineGeometry::rangeIsWholeDecades()
{
    const RooflineContent content = rooflineContent(JudgedSession(fixture::resnet18()));
    for (const double edge : { content.frame.left, content.frame.right, content.frame.bottom, content.frame.top })
        QCOMPARE(edge, std::round(edge));
    for (const Mark &mark : content.marks)
        QVERIFY(mark.onStrip || content.frame.contains({ mark.x, mark.y }));
    QVERIFY(content.frame.contains({ std::log10(1.92e12 / 148e9), std::log10(2.27e12) }));
}

void TestRooflineGeometry::duplicatesAreAllHit()
{
    QGraphicsScene scene;
    auto *plot = new RooflinePlot(ChartStyle(lightPalette()));
    scene.addItem(plot);
    plot->resize(900, 600);
    plot->setContent(rooflineContent(JudgedSession(fixture::large(40))));
    const MarkLayer &marks = plot->marks();
    for (std::size_t mark = 0; mark + 1 < 40; mark += 2) {
        const auto found = marks.marksAt(marks.centre(mark));
        QVERIFY(std::find(found.begin(), found.end(), mark) != found.end());
        QVERIFY(std::find(found.begin(), found.end(), mark + 1) != found.end());
        // The one that is drawn last is the one that is seen.
        QCOMPARE(found.front(), mark + 1);
    }
    QVERIFY(marks.marksAt(plot->viewport().area.topLeft() + QPointF(2, 2)).empty());
}

void TestRooflineGeometry::layersHighlightWhatIsInThem()
{
    const RooflineContent content = rooflineContent(JudgedSession(fixture::resnet18()));
    const ItemId model { ItemId::Kind::Layer, 0 };
    for (const RooflinePoint &point : content.points)
        QVERIFY(content.isWithin(point.item, { model }));
    QVERIFY(!content.isWithin({ ItemId::Kind::Layer, 2 }, { { ItemId::Kind::Layer, 3 } }));
}

/// Whether alone or where a mark lies in the way of its text.
void TestRooflineGeometry::textsKeepClearOfMarks()
{
    const ChartStyle style(lightPalette());
    RooflineContent content;
    content.points.add({});
    content.details.resize(1);
    content.marks = { { .point = 0, .x = 0.1, .y = 0.1, .diameter = 30, .timed = true } };
    const auto layoutNow = [&] {
        const MarkSet marks(&content, &style);
        RooflineScene scene { .content = &content, .style = &style, .frame = { 0, 4, 0, 3 }, .marks = &marks };
        scene.fused = FusedMark { { 2, 1.5 }, QStringLiteral("as one") };
        return layOut(scene, { 500, 400 });
    };
    const RooflineLayout usual = layoutNow();
    QCOMPARE(usual.texts.size(), std::size_t(1));
    QCOMPARE(usual.star, std::optional(usual.viewports.plane.toPixel({ 2, 1.5 })));
    const QPointF there = usual.viewports.plane.toPlane(usual.texts[0].place.box.center());
    content.marks.front().x = there.x();
    content.marks.front().y = there.y();
    const RooflineLayout moved = layoutNow();
    const QRectF box = moved.texts.at(0).place.box;
    QVERIFY(box != usual.texts[0].place.box);
    QVERIFY(moved.viewports.plane.area.contains(box));
    const QPointF centre = usual.texts[0].place.box.center();
    QVERIFY(!box.intersects(QRectF(centre - QPointF(15, 15), QSizeF(30, 30))));
}

void TestRooflineGeometry::cardStaysInsideTheWindow_data()
{
    QTest::addColumn<QPoint>("place");
    for (int x = 0; x <= 800; x += 100) {
        for (int y = 0; y <= 600; y += 100)
            QTest::addRow("%d,%d", x, y) << QPoint(x, y);
    }
}

void TestRooflineGeometry::cardStaysInsideTheWindow()
{
    QFETCH(QPoint, place);
    const QRect bounds(0, 0, 800, 600);
    QVERIFY(bounds.contains(HoverCard::placeFor({ 360, 300 }, place, bounds)));
    QCOMPARE(HoverCard::placeFor({ 900, 300 }, place, bounds).left(), 0);
}

ROOFLIGHT_TEST(TestRooflineGeometry)

#include "test_roofline_geometry.moc"
