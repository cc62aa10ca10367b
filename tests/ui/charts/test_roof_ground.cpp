// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/support/test_program.h"

#include <QTest>

#include "core/record/session_file.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/layout/roofline_layout.h"
#include "ui/style/themes.h"

#include <algorithm>
#include <cmath>

using namespace rooflight;

namespace {

/// A memory roof of 1 GB/s, 30 times more or less, that ends at a compute roof of 1 TFLOP/s.
struct WideBand {
    ChartStyle style { lightPalette() };
    Roof memory;
    RooflineContent content;

    WideBand()
    {
        memory.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read };
        memory.value = 1e9;
        memory.interval = { 1e9 / 30, 30e9 };
        content.roofs = { &memory, 1 };
        content.judging = { 0 };
    }

    /// Of the uppermost area at a place; that of the ground if there is none.
    [[nodiscard]] QRgb colorAt(QPointF place, const Frame &frame) const
    {
        const MarkSet marks(&content, &style);
        RooflineScene scene { .content = &content, .style = &style, .frame = frame, .marks = &marks };
        scene.roofs = { { .roof = 0, .from = { -15, -6 }, .to = { 3, 12 }, .theoretical = false } };
        const RooflineLayout layout = layOut(scene, { 400, 400 });
        QColor color = style.ground();
        for (const FilledArea &area : layout.areas) {
            if (area.outline.containsPoint(layout.viewports.plane.toPixel(place), Qt::OddEvenFill))
                color = area.brush.color();
        }
        return color.rgb();
    }

    [[nodiscard]] QRgb inside() const { return style.intervalBrush(RoofKind::Memory).color().rgb(); }
};

} // namespace

class TestRoofGround : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void bandsOfMemoryEndAtTheComputeRoof()
    {
        const WideBand band;
        const Frame frame { -1, 6, 8, 15 };
        QCOMPARE(band.colorAt({ 1.15, 11.15 }, frame), band.inside());
        QCOMPARE(band.colorAt({ 3.55, 11.55 }, frame), band.inside()); // the lower end meets the roof later
        QCOMPARE(band.colorAt({ 2.15, 12.15 }, frame), band.style.ground().rgb());
    }

    /// However far the view is zoomed in, and whether the roof itself is in sight or not.
    void bandsFillTheView_data()
    {
        QTest::addColumn<double>("bottom");
        QTest::newRow("beside the roof") << 9.73;
        QTest::newRow("far above it") << 10.13;
        QTest::newRow("far below it") << 7.73;
    }

    void bandsFillTheView()
    {
        QFETCH(double, bottom);
        const WideBand band;
        const Frame frame { 0.03, 0.23, bottom, bottom + 0.2 };
        for (const QPointF share : { QPointF(0.12, 0.12), QPointF(0.62, 0.12), QPointF(0.92, 0.62) }) {
            const QPointF place(frame.left + share.x() * frame.width(), frame.bottom + share.y() * frame.height());
            QCOMPARE(band.colorAt(place, frame), band.inside());
        }
    }

    /// The session of a real H100: TF32 products of 412.3 TFLOP/s meet main memory of 3197 GB/s at 129 FLOP/B; vectors
    /// of 66.5 TFLOP/s meet a cache of 7720 GB/s at 8.6.
    void theRidgeIsThatOfTheNumbers()
    {
        const auto session = readSession(ROOFLIGHT_SESSIONS "/resnet50_h100.ridge");
        QVERIFY(session.ok());
        const JudgedSession judged(session.value());
        const RooflineContent content = rooflineContent(judged);
        QVERIFY(content.ridge);
        const double flopPerByte = std::pow(10, ridgePlace(content).x());
        QVERIFY2(std::abs(flopPerByte - 128.95) < 0.01, qPrintable(QString::number(flopPerByte)));
        QCOMPARE(flopPerByte, *judged.summary().platform.ridgeFlopPerByte);
        QVERIFY(std::ranges::any_of(content.otherRidges, [&content](const RidgePair &pair) {
            return std::abs(content.roofs[pair.computeRoof].value / content.roofs[pair.memoryRoof].value - 8.616)
                < 0.01;
        }));
        // Convolutions right of the ridge are limited by memory, too: no zone says otherwise.
        QVERIFY(!agreesWithZones(content, ridgePlace(content).x()));
    }

    void zonesAreShadedOnlyWhereEveryPointAgrees()
    {
        WideBand band;
        band.memory.interval = { 1e9, 1e9 };
        Roof compute;
        compute.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
        compute.value = 1e12;
        const std::vector<Roof> roofs { band.memory, compute };
        band.content.roofs = roofs;
        band.content.ridge = RidgePair { .computeRoof = 1, .memoryRoof = 0 }; // at 1000 FLOP/B
        const auto addMark = [&band](double x, Bound bound) {
            band.content.marks.push_back({ .point = band.content.points.size(), .x = x, .y = 9, .diameter = 9 });
            RooflinePoint point;
            point.verdict.bound = bound;
            band.content.points.add(std::move(point));
            band.content.details.emplace_back();
        };
        const Frame frame { 0, 6, 8, 13 };
        const QRgb left = band.style.zoneBrush(RoofKind::Memory).color().rgb();
        const QRgb right = band.style.zoneBrush(RoofKind::Compute).color().rgb();
        addMark(1, Bound::Bandwidth);
        addMark(4, Bound::Compute);
        addMark(2, Bound::None);
        QCOMPARE(band.colorAt({ 0.5, 8.2 }, frame), left);
        QCOMPARE(band.colorAt({ 5, 8.2 }, frame), right);
        addMark(5, Bound::Bandwidth);
        for (const QPointF place : { QPointF(0.5, 8.2), QPointF(5, 8.2) })
            QCOMPARE(band.colorAt(place, frame), band.style.ground().rgb());
    }

    void relativeChartsHaveNoBands()
    {
        WideBand band;
        band.content.relative = true;
        QCOMPARE(band.colorAt({ 1.15, 11.15 }, { -1, 6, 8, 15 }), band.style.ground().rgb());
    }
};

ROOFLIGHT_TEST(TestRoofGround)
#include "test_roof_ground.moc"
