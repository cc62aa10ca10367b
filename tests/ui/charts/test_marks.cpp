// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/mark_layer.h"
#include "ui/charts/roofline/roofline_layout.h"
#include "ui/style/themes.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace ridgepoint;

namespace {

constexpr double diameter = 30;

/// A plane of 4 x 3 decades on 400 x 300 pixels, with one mark.
struct OneMark {
    ChartStyle style { lightPalette() };
    RooflineContent content;
    Viewport plane { { 0, 4, 0, 3 }, QRectF(50, 50, 400, 300) };

    OneMark(double x, double y)
    {
        content.points.resize(1);
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

RIDGEPOINT_TEST(TestMarks)
#include "test_marks.moc"
