// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "ui/charts/roofline/layout/points.h"

#include <QTest>

#include <cmath>
#include <random>
#include <set>

using namespace rooflight;

namespace {

/// Ten decades by ten on 100 x 100 pixels, with a strip below.
MarkViewports tenByTen()
{
    return { { { 0, 10, 0, 10 }, QRectF(0, 0, 100, 100) }, { { 0, 10, 0, 1 }, QRectF(0, 120, 100, 40) } };
}

MarkPlace at(double x, double y, std::uint8_t kind = 0)
{
    return { { x, y }, 0, MarkPlace::Area::Plane, kind };
}

using Indices = std::vector<std::uint32_t>;

/// Thick where x is small, of four kinds, some on the strip and some at the lower edge.
std::vector<MarkPlace> cloud(std::size_t count)
{
    std::mt19937 generator(5);
    const auto uniform = [&generator] { return (static_cast<double>(generator()) + 0.5) / 4294967296.0; };
    std::vector<MarkPlace> places;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = 10 * std::pow(uniform(), 3);
        MarkPlace place = at(x, 10 * uniform(), static_cast<std::uint8_t>(i % 4));
        if (i % 20 == 0)
            place = { { x, 0.25 * static_cast<double>(1 + i / 20 % 3) }, 0, MarkPlace::Area::Strip, place.kind };
        else if (i % 21 == 0)
            place = { { x, 0 }, 12, MarkPlace::Area::LowerEdge, place.kind };
        places.push_back(place);
    }
    return places;
}

} // namespace

class TestLevelOfDetail : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void marksHavePlaces();
    void placesHavePixels();
    void firstOfACellStandsForIt();
    void cellsArePowersOfTwoOfADecade();
    void whatIsOutOfViewIsLeftOut();
    void stopsAtOneMore();
    void fewAreAllThere();
    void nothingIsLost_data();
    void nothingIsLost();
    void theSameStandForAllWhileMoved();
};

void TestLevelOfDetail::marksHavePlaces()
{
    std::vector<Mark> marks(6);
    for (const std::size_t strip : { 0, 1, 2, 3 }) {
        marks[strip].onStrip = true;
        marks[strip].x = 9;
    }
    marks[4].grounded = true;
    marks[4].diameter = 10;
    marks[4].x = 3;
    marks[5].x = 1;
    marks[5].y = 2;
    const std::vector<MarkPlace> places = placesOf(marks);
    // Lanes in turn, so that adjacent marks do not hide each other.
    QCOMPARE(places[0].at, QPointF(9, 0.5));
    QCOMPARE(places[1].at, QPointF(9, 0.25));
    QCOMPARE(places[2].at, QPointF(9, 0.75));
    QCOMPARE(places[3].at, QPointF(9, 0.5));
    QCOMPARE(places[4].area, MarkPlace::Area::LowerEdge);
    QCOMPARE(places[4].lift, 13.0); // its radius, and 8
    QCOMPARE(places[5].at, QPointF(1, 2));
}

void TestLevelOfDetail::placesHavePixels()
{
    const MarkViewports viewports = tenByTen();
    QCOMPARE(viewports.toPixel(at(2.5, 4)), QPointF(25, 60));
    QCOMPARE(viewports.toPixel({ { 2.5, 0 }, 13, MarkPlace::Area::LowerEdge }), QPointF(25, 87));
    QCOMPARE(viewports.toPixel({ { 2.5, 0.75 }, 0, MarkPlace::Area::Strip }), QPointF(25, 130));
    QVERIFY(viewports.shows(at(0, 10)) && !viewports.shows(at(-0.1, 10)) && !viewports.shows(at(0, 10.1)));
}

void TestLevelOfDetail::firstOfACellStandsForIt()
{
    const std::vector<MarkPlace> places { at(0.5, 0.5), at(1.5, 1.5), at(2.5, 0.5), at(1.9, 0.1, 1), at(1.8, 0.2, 1) };
    // 20 pixels are two decades.
    QCOMPARE(firstOfCells(places, tenByTen(), { .cell = 20 }, 100), Indices({ 0, 2 }));
    QCOMPARE(firstOfCells(places, tenByTen(), { .cell = 20, .byKind = true }, 100), Indices({ 0, 2, 3 }));
}

void TestLevelOfDetail::cellsArePowersOfTwoOfADecade()
{
    MarkViewports viewports = tenByTen();
    viewports.plane.frame = { 0.7, 10.7, 0, 10 };
    const std::vector<MarkPlace> places { at(0.9, 1), at(1.9, 1), at(2.1, 1), at(3.9, 1), at(4.1, 1) };
    // 15 pixels are 1.5 decades, the next power of two is 2: cells begin at 0, 2 and 4, not at the edge of the frame.
    QCOMPARE(firstOfCells(places, viewports, { 15, true, true }, 100), Indices({ 0, 2, 4 }));
}

void TestLevelOfDetail::whatIsOutOfViewIsLeftOut()
{
    MarkViewports viewports = tenByTen();
    viewports.plane.frame = { 5, 10, 5, 10 };
    const std::vector<MarkPlace> places { at(1, 7), at(7, 1), at(7, 7), { { 1, 0.5 }, 0, MarkPlace::Area::Strip } };
    QCOMPARE(firstOfCells(places, viewports, { .cell = 3 }, 100), Indices({ 2, 3 }));
}

void TestLevelOfDetail::stopsAtOneMore()
{
    QCOMPARE(firstOfCells(cloud(1000), tenByTen(), { .cell = 3 }, 10).size(), std::size_t { 11 });
}

void TestLevelOfDetail::fewAreAllThere()
{
    const std::vector<MarkPlace> places { at(1, 1), at(1, 2), at(5, 5, 3) };
    const Detail detail = detailFor(places, tenByTen(), 3);
    QVERIFY(detail.isWhole);
    QCOMPARE(detail.places, Indices({ 0, 1, 2 }));
    QVERIFY(!detailFor(places, tenByTen(), 2).isWhole);
}

void TestLevelOfDetail::nothingIsLost_data()
{
    QTest::addColumn<double>("left");
    QTest::addColumn<double>("bottom");
    QTest::addColumn<double>("span");
    QTest::newRow("all") << 0.0 << 0.0 << 10.0;
    QTest::newRow("part") << 0.03 << 2.1 << 3.7;
    QTest::newRow("far in") << 0.11 << 4.9 << 0.21;
    QTest::newRow("far out") << -20.0 << -20.0 << 50.0;
}

void TestLevelOfDetail::nothingIsLost()
{
    QFETCH(double, left);
    QFETCH(double, bottom);
    QFETCH(double, span);
    constexpr std::size_t most = 150;
    const std::vector<MarkPlace> places = cloud(6000);
    MarkViewports viewports = tenByTen();
    viewports.plane = { { left, left + span, bottom, bottom + span }, QRectF(40, 10, 700, 400) };
    viewports.strip.area = QRectF(40, 450, 700, 38);
    double reach = 0;
    const Detail detail = detailFor(places, viewports, most, &reach);
    QVERIFY(detail.places.size() <= most);
    for (const MarkPlace &place : places) {
        if (!viewports.shows(place))
            continue;
        const QPointF pixel = viewports.toPixel(place);
        const bool hasOne = std::ranges::any_of(detail.places, [&](std::uint32_t index) {
            const QPointF away = viewports.toPixel(places[index]) - pixel;
            const bool isOfKind = detail.isWhole || places[index].kind == place.kind;
            return isOfKind && viewports.shows(places[index]) && std::hypot(away.x(), away.y()) <= reach;
        });
        QVERIFY2(hasOne, qPrintable(QStringLiteral("%1, %2").arg(place.at.x()).arg(place.at.y())));
    }
}

void TestLevelOfDetail::theSameStandForAllWhileMoved()
{
    const std::vector<MarkPlace> places = cloud(3000);
    MarkViewports viewports = tenByTen();
    const Thinning thinning { 8, true, true }; // of one decade: 10 pixels
    const auto chosenAt = [&](double x, double y) {
        viewports.plane.frame = { x, x + 10, y, y + 10 };
        const Indices chosen = firstOfCells(places, viewports, thinning, places.size());
        return std::set<std::uint32_t>(chosen.begin(), chosen.end());
    };
    const std::set<std::uint32_t> before = chosenAt(0, 0);
    const std::set<std::uint32_t> after = chosenAt(1.37, -0.61);
    int compared = 0;
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        const QPointF place = places[i].at;
        // Whole cells that both show.
        if (places[i].area != MarkPlace::Area::Plane || place.x() < 2 || place.x() >= 10 || place.y() < 2
            || place.y() >= 9)
            continue;
        QCOMPARE(after.contains(i), before.contains(i));
        ++compared;
    }
    QVERIFY(compared > 500);
}

ROOFLIGHT_TEST(TestLevelOfDetail)

#include "test_level_of_detail.moc"
