// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/layout/roofline_layout.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/style/themes.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <cmath>
#include <memory>

using namespace rooflight;

namespace {

constexpr double diameter = 30;

/// A plane of 4 x 3 decades on 400 x 300 pixels, with one mark.
struct OneMark {
    ChartStyle style { lightPalette() };
    RooflineContent content;
    Viewport plane { { 0, 4, 0, 3 }, QRectF(50, 50, 400, 300) };

    OneMark(double x, double y)
    {
        content.points.add({});
        content.details.resize(1);
        content.marks = { { .point = 0, .x = x, .y = y, .diameter = diameter, .timed = true } };
    }

    /// With the marks of another session.
    [[nodiscard]] RooflineLayout layout(const RooflineContent *other = nullptr) const
    {
        const MarkSet marks(&content, &style);
        const MarkSet others = other ? MarkSet(other, &style) : MarkSet();
        RooflineScene scene { .content = &content, .style = &style, .frame = plane.frame, .marks = &marks };
        if (other)
            scene.otherMarks = { &others };
        return layOut(scene, { 500, 400 });
    }

    [[nodiscard]] QImage picture() const
    {
        MarkLayer layer(nullptr);
        layer.setContent(&content, &style);
        layer.setViewports({ plane, {} });
        QImage image(500, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(style.ground());
        QPainter painter(&image);
        layer.paint(&painter, nullptr, nullptr);
        return image;
    }
};

} // namespace

class TestMarks : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    /// What the percentage says is the way from the ceiling that is drawn to the mark, on the plane and on the strip.
    void theShareIsTheWayToTheCeiling_data()
    {
        QTest::addColumn<bool>("onStrip");
        QTest::addColumn<bool>("isMemory");
        QTest::newRow("arithmetic") << false << false;
        QTest::newRow("memory") << false << true;
        QTest::newRow("strip") << true << true;
    }

    void theShareIsTheWayToTheCeiling()
    {
        QFETCH(const bool, onStrip);
        QFETCH(const bool, isMemory);
        OneMark one(2, 1.5);
        Roof roof;
        if (isMemory)
            roof.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read };
        else
            roof.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
        roof.value = 1e12;
        const std::vector<Roof> roofs { roof };
        one.content.roofs = roofs;
        Mark &mark = one.content.marks[0];
        mark.onStrip = onStrip;
        RooflinePoint point;
        point.verdict.roof = 0;
        point.verdict.roofFraction = 0.34;
        point.verdict.attainableFlopPerSecond = std::pow(10, mark.y) / 0.34;
        point.achievedBytePerSecond = std::pow(10, mark.x);
        one.content.points.replace(0, point);
        const MarkSet marks(&one.content, &one.style);
        const Viewport strip { { 0, 4, 0, 1 }, QRectF(50, 360, 400, 16) };
        const MarkScene scene { marks, { one.plane, strip } };
        const auto ceiling = ceilingOf(scene, 0);
        QVERIFY(ceiling);
        const QPointF at = (onStrip ? strip : one.plane).toPlane(ceiling->at);
        const double decades = onStrip ? mark.x - at.x() : mark.y - at.y();
        QVERIFY(std::abs(std::pow(10, decades) - 0.34) < 1e-9);
        QVERIFY(std::abs(ceiling->value - std::pow(10, onStrip ? mark.x : mark.y) / 0.34) < 1e-6 * ceiling->value);
        QCOMPARE(ceiling->line.dy() != 0, isMemory); // level as the roofs of arithmetic are
        point.verdict.roof.reset();
        one.content.points.replace(0, point);
        QVERIFY(!ceilingOf(scene, 0));
    }

    /// Kinds are counted by layer; so is all that colours stand for.
    void keysCountLayersAsTheLegendDoes()
    {
        OneMark one(2, 1.5);
        one.content.details[0].equal = { { ItemId::Kind::Layer, 1 }, { ItemId::Kind::Layer, 2 } };
        RooflinePoint point;
        point.verdict.bound = Bound::Compute;
        one.content.points.replace(0, std::move(point));
        const MarkColors colors = markColors(one.content, one.style, ColorBy::Bound);
        QCOMPARE(colors.key.size(), std::size_t(1));
        QVERIFY2(colors.key[0].text.endsWith(QStringLiteral("(2)")), qPrintable(colors.key[0].text));
    }

    /// A precision that the model does not run in has roofs that are measured, and not drawn for it.
    void predictedPointsHaveRoofsOfTheirOwn()
    {
        Roof memory;
        memory.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read };
        memory.value = 1e11;
        Roof here;
        here.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
        here.value = 1e12;
        Roof there;
        there.limit = ComputeLimit { Precision::Bf16, ArithmeticUnit::Vector };
        there.value = 2e12;
        const std::vector<Roof> roofs { memory, here, there };
        RooflineContent main;
        main.roofs = roofs;
        main.ridge = RidgePair { 1, 0 };
        main.judging = { 0, 1 };
        RooflineContent predicted = main;
        predicted.ridge = RidgePair { 2, 0 };
        predicted.judging = { 0, 2 };
        const RooflineOverlay overlay { "What if: bfloat16", std::make_shared<const RooflineContent>(predicted) };
        const std::vector<NamedLine> lines = roofsOf(overlay, Qt::red, main);
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines[0].line.y1(), std::log10(2e12));
        QVERIFY(lines[0].name.startsWith(QStringLiteral("What if: bfloat16")));
        const RooflineOverlay same { "again", std::make_shared<const RooflineContent>(main) };
        QVERIFY(roofsOf(same, Qt::red, main).empty());
    }

    /// The outline of a mark that is selected is up to 5 pixels away from it.
    void countsKeepClearOfTheOutline_data()
    {
        QTest::addColumn<double>("x");
        QTest::newRow("on its right") << 2.0;
        QTest::newRow("on its left, where the right has no room") << 3.8;
    }

    void countsKeepClearOfTheOutline()
    {
        QFETCH(double, x);
        OneMark one(x, 1.5);
        one.content.details[0].equal.resize(2);
        const RooflineLayout layout = one.layout();
        QCOMPARE(layout.texts.size(), std::size_t(1));
        const QRectF box = layout.texts[0].place.box;
        const double centre = layout.viewports.plane.toPixel({ x, 1.5 }).x();
        QVERIFY(box.left() > centre + diameter / 2 + 5 || box.right() < centre - diameter / 2 - 5);
        QVERIFY(layout.viewports.plane.area.contains(box));
    }

    void countsKeepClearOfMarksOfOtherSessions()
    {
        OneMark one(2, 1.5);
        one.content.details[0].equal.resize(2);
        const RooflineLayout alone = one.layout();
        QCOMPARE(alone.texts.size(), std::size_t(1));
        const QPointF there = alone.viewports.plane.toPlane(alone.texts[0].place.box.center());
        const OneMark other(there.x(), there.y());
        const RooflineLayout beside = one.layout(&other.content);
        QCOMPARE(beside.texts.size(), std::size_t(1));
        QVERIFY(beside.texts[0].place.box != alone.texts[0].place.box);
        const MarkSet marks(&other.content, &one.style);
        const QRectF mark = MarkScene { marks, beside.viewports }.boxes().constFirst();
        QVERIFY(!beside.texts[0].place.box.intersects(mark.adjusted(1, 1, -1, -1)));
    }

    void boxesAreThoseOfTheMarksShown()
    {
        const auto boxesOf = [](const OneMark &one) {
            const MarkSet marks(&one.content, &one.style);
            return MarkScene { marks, { one.plane, {} } }.boxes();
        };
        QCOMPARE(boxesOf(OneMark(2, 1.5)),
                 QList<QRectF>({ { 250 - diameter / 2, 200 - diameter / 2, diameter, diameter } }));
        QVERIFY(boxesOf(OneMark(4.05, 1.5)).isEmpty());
    }

    void marksAreWholeAtTheEdge()
    {
        const OneMark inside(2, 1.5);
        const OneMark atTheEdge(4, 1.5); // its right half is beyond the plane
        const auto around = [](const OneMark &one) {
            const QPoint centre = one.plane.toPixel({ one.content.marks[0].x, 1.5 }).toPoint();
            return one.picture().copy(QRect(centre - QPoint(20, 20), QSize(41, 41)));
        };
        QVERIFY(around(inside).pixelColor(30, 20) != inside.style.ground());
        QCOMPARE(around(atTheEdge), around(inside));
    }

    void nothingIsDrawnOfAMarkOutOfSight()
    {
        const OneMark outside(4.05, 1.5); // 5 pixels beyond the edge
        const QImage picture = outside.picture();
        QImage empty = picture;
        empty.fill(outside.style.ground());
        QCOMPARE(picture, empty);
    }
};

ROOFLIGHT_TEST(TestMarks)
#include "test_marks.moc"
