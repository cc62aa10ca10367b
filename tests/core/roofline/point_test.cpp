// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/core/roofline/item_ids.h"
#include "tests/support/is_close.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/judged_session.h"
#include "core/roofline/point.h"

#include <cmath>

using namespace rooflight;
using test::isClose;

namespace {

using Kind = ItemId::Kind;

Roof computeRoof(double value)
{
    Roof roof;
    roof.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
    roof.value = value;
    roof.interval = { 0.99 * value, 1.05 * value };
    return roof;
}

Roof memoryRoof(double value)
{
    Roof roof;
    roof.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Triad };
    roof.value = value;
    return roof;
}

Roof launchRoof(double seconds)
{
    Roof roof;
    roof.limit = LaunchLimit {};
    roof.value = seconds;
    return roof;
}

/// 200 GFLOP/s and 40 GB/s: the ridge stands at 5 FLOP/byte.
DeviceRoofs peaks()
{
    DeviceRoofs peaks;
    peaks.device.kind = "cpu";
    peaks.roofs = { computeRoof(200e9), memoryRoof(40e9) };
    return peaks;
}

Operator operation(std::int64_t id, std::int64_t layer, std::int64_t flops, std::int64_t bytes)
{
    Operator op;
    op.id = id;
    op.layer = layer;
    op.name = "aten::op" + std::to_string(id);
    op.known = true;
    op.family = OperatorFamily::Matrix;
    op.dtype = DType::Float32;
    op.cost.flops = flops;
    op.cost.bytesRead = bytes;
    return op;
}

Layer layer(std::int64_t id, std::int64_t parent, const std::string &path, bool leaf, std::int64_t flops,
            std::int64_t bytes)
{
    Layer layer;
    layer.id = id;
    layer.parent = parent;
    layer.path = path;
    layer.type = "Module";
    layer.leaf = leaf;
    layer.family = OperatorFamily::Matrix;
    layer.dtype = DType::Float32;
    layer.cost.flops = flops;
    layer.cost.bytesRead = bytes;
    return layer;
}

ItemLatency latency(ItemId item, double medianNs)
{
    ItemLatency latency;
    latency.item = item;
    latency.samples.summary.count = 1;
    latency.samples.summary.medianNs = medianNs;
    return latency;
}

/// One operator of the given cost, and what it took where that is known.
Session sessionOf(std::int64_t flops, std::int64_t bytes, std::optional<double> timeNs)
{
    Session session;
    session.analysis.emplace();
    session.analysis.edit().layers = { layer(0, -1, "", true, flops, bytes) };
    session.analysis.edit().operators = { operation(0, 0, flops, bytes) };
    session.peaks = peaks();
    if (timeNs) {
        session.layers.emplace();
        session.layers.edit().device.kind = "cpu";
        session.layers.edit().instrumentedModel.summary.count = 1;
        session.layers.edit().instrumentedModel.summary.medianNs = 1e9;
        session.layers.edit().items = { latency(operatorId(0), *timeNs) };
    }
    return session;
}

/// model > block (> conv, relu), head; block adds its input itself, the model flattens (a view) and adds.
Session tree()
{
    Session session;
    session.analysis.emplace();
    Analysis &analysis = session.analysis.edit();
    analysis.layers = { layer(0, -1, "", false, 1000, 1000),       layer(1, 0, "block", false, 700, 700),
                        layer(2, 1, "block.conv", true, 500, 400), layer(3, 1, "block.relu", true, 100, 200),
                        layer(4, 0, "head", true, 250, 200),       layer(5, 0, "dropout", true, 0, 0) };
    analysis.layers[0].type = "Net";
    analysis.operators = { operation(0, 2, 500, 400), operation(1, 3, 100, 200), operation(2, 1, 100, 100),
                           operation(3, 0, 0, 0),     operation(4, 4, 250, 200), operation(5, 0, 50, 100) };
    return session;
}

} // namespace

class PointTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void intensityOfKnownLayers_data();
    void intensityOfKnownLayers();
    void bounds_data();
    void bounds();
    void ratesAndShares();
    void zeroFlopItemsAreJudgedByBandwidth();
    void launchBound_data();
    void launchBound();
    void aboveRoof_data();
    void aboveRoof();
    void paddingDrawsNothingAboveItsRoof();
    void noRoofOfThePrecision();
    void worksWithWhatIsThere();
    void otherDevicesRoofsDoNotJudge();
    void unknownWorkGetsNoVerdict();
    void chartCoversTheModelOnce();
    void modelOfOneLayerIsShownByItsOperators();
    void labels();
    void timesFindTheirItems();
    void timesAreSharesOfTheBareRun();
    void aLayerFarFromItsRoofIsUnderutilized();
    void manyOperatorsStayLinear();
};

void PointTest::intensityOfKnownLayers_data()
{
    // FLOP = 2 multiply-adds, bytes = input + weight + output once: by hand from the shapes.
    QTest::addColumn<qint64>("flops");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<double>("intensity");
    QTest::addColumn<Bound>("bound");
    QTest::newRow("ResNet-50 conv1") << qint64(236'027'904) << qint64(3'851'008) << 61.29 << Bound::Compute;
    QTest::newRow("3x3 64 to 64 at 56") << qint64(231'211'008) << qint64(1'753'088) << 131.9 << Bound::Compute;
    QTest::newRow("1x1 64 to 256 at 56") << qint64(102'760'448) << qint64(4'079'616) << 25.19 << Bound::Compute;
    QTest::newRow("fc 2048 to 1000") << qint64(4'096'000) << qint64(8'204'192) << 0.499 << Bound::Bandwidth;
    QTest::newRow("BERT-base FFN") << qint64(603'979'776) << qint64(11'403'264) << 52.97 << Bound::Compute;
}

void PointTest::intensityOfKnownLayers()
{
    QFETCH(qint64, flops);
    QFETCH(qint64, bytes);
    QFETCH(double, intensity);
    QFETCH(Bound, bound);
    const RooflinePoint point = SessionPoints(sessionOf(flops, bytes, {})).at(operatorId(0));
    QVERIFY(std::abs(point.arithmeticIntensity.value_or(0) - intensity) <= 0.001 * intensity);
    QCOMPARE(point.verdict.bound, bound);
}

void PointTest::bounds_data()
{
    QTest::addColumn<qint64>("flops"); // of 1000 bytes
    QTest::addColumn<Bound>("bound");
    QTest::addColumn<int>("roof");
    QTest::addColumn<double>("attainable");
    QTest::newRow("far left") << qint64(100) << Bound::Bandwidth << 1 << 4e9;
    QTest::newRow("21 % left of the ridge") << qint64(3950) << Bound::Bandwidth << 1 << 158e9;
    QTest::newRow("19 % left") << qint64(4050) << Bound::Balanced << 1 << 162e9;
    QTest::newRow("on the ridge") << qint64(5000) << Bound::Balanced << 0 << 200e9;
    QTest::newRow("19 % right") << qint64(5950) << Bound::Balanced << 0 << 200e9;
    QTest::newRow("21 % right") << qint64(6050) << Bound::Compute << 0 << 200e9;
    QTest::newRow("far right") << qint64(1'000'000) << Bound::Compute << 0 << 200e9;
}

void PointTest::bounds()
{
    QFETCH(qint64, flops);
    QFETCH(Bound, bound);
    QFETCH(int, roof);
    QFETCH(double, attainable);
    const Verdict verdict = SessionPoints(sessionOf(flops, 1000, {})).at(operatorId(0)).verdict;
    QCOMPARE(verdict.bound, bound);
    QVERIFY(verdict.roof == std::size_t(roof));
    QVERIFY(verdict.computeRoof == std::size_t(0));
    QVERIFY(verdict.memoryRoof == std::size_t(1));
    QVERIFY(isClose(verdict.attainableFlopPerSecond, attainable));
    QVERIFY(!verdict.roofFraction);
}

void PointTest::ratesAndShares()
{
    // 2e9 FLOP and 1e9 B in 100 ms: 20 GFLOP/s at 2 FLOP/B, where 80 GFLOP/s are attainable in 25 ms.
    const RooflinePoint point = SessionPoints(sessionOf(2'000'000'000, 1'000'000'000, 1e8)).at(operatorId(0));
    QCOMPARE(point.timeNs.value(), 1e8);
    QVERIFY(isClose(point.achievedFlopPerSecond, 20e9));
    QVERIFY(isClose(point.achievedBytePerSecond, 10e9));
    QVERIFY(isClose(point.timeShare, 0.1));
    QVERIFY(isClose(point.verdict.attainableFlopPerSecond, 80e9));
    QVERIFY(isClose(point.verdict.roofFraction, 0.25));
    QVERIFY(isClose(point.timeToGainNs, 75e6));
    QVERIFY(!point.verdict.aboveRoof);
}

void PointTest::zeroFlopItemsAreJudgedByBandwidth()
{
    // 1e9 B in 100 ms are 10 of 40 GB/s; at the roof they take 25 ms.
    const RooflinePoint point = SessionPoints(sessionOf(0, 1'000'000'000, 1e8)).at(operatorId(0));
    QCOMPARE(point.arithmeticIntensity.value(), 0.0);
    QCOMPARE(point.verdict.bound, Bound::Bandwidth);
    QVERIFY(point.verdict.roof == std::size_t(1));
    QVERIFY(!point.verdict.computeRoof);
    QVERIFY(!point.verdict.attainableFlopPerSecond);
    QVERIFY(isClose(point.verdict.roofFraction, 0.25));
    QVERIFY(isClose(point.timeToGainNs, 75e6));
    QVERIFY(SessionPoints(sessionOf(0, 1'000'000'000, 2e7)).at(operatorId(0)).verdict.aboveRoof);
}

void PointTest::launchBound_data()
{
    QTest::addColumn<double>("timeNs");
    QTest::addColumn<Bound>("bound");
    // Its traffic of 1000 B takes 25 ns at 40 GB/s.
    QTest::newRow("below three overheads") << 11'900.0 << Bound::Launch;
    QTest::newRow("above three overheads") << 12'100.0 << Bound::Underutilized;
}

void PointTest::launchBound()
{
    QFETCH(double, timeNs);
    QFETCH(Bound, bound);
    Session session = sessionOf(100, 1000, timeNs);
    QCOMPARE(SessionPoints(session).at(operatorId(0)).verdict.bound, Bound::Underutilized);
    session.peaks.edit().roofs.push_back(launchRoof(4e-6));
    QCOMPARE(SessionPoints(session).at(operatorId(0)).verdict.bound, bound);
}

void PointTest::aboveRoof_data()
{
    QTest::addColumn<qint64>("flops"); // in 1 s, of 1000 bytes
    QTest::addColumn<double>("upperEnd");
    QTest::addColumn<bool>("above");
    QTest::newRow("at the roof") << qint64(200'000'000'000) << 201e9 << false;
    QTest::newRow("1.9 % above") << qint64(203'800'000'000) << 201e9 << false;
    QTest::newRow("2.1 % above") << qint64(204'200'000'000) << 201e9 << true;
    QTest::newRow("2.1 % above, within the interval") << qint64(204'200'000'000) << 210e9 << false;
    QTest::newRow("5.1 % above, beyond the interval") << qint64(210'200'000'000) << 210e9 << true;
    QTest::newRow("2.1 % above, interval unknown") << qint64(204'200'000'000) << 0.0 << true;
}

void PointTest::aboveRoof()
{
    QFETCH(qint64, flops);
    QFETCH(double, upperEnd);
    QFETCH(bool, above);
    Session session = sessionOf(flops, 1000, 1e9);
    session.peaks.edit().roofs[0].interval = { 0, upperEnd };
    const RooflinePoint point = SessionPoints(session).at(operatorId(0));
    QCOMPARE(point.verdict.aboveRoof, above);
    QVERIFY(point.timeToGainNs.value() >= 0);
}

/// Multiply-adds with zeros count as FLOPs and take no time, so more than the roof of 100 FLOP/s is attainable.
void PointTest::paddingDrawsNothingAboveItsRoof()
{
    std::vector<Roof> roofs(1);
    roofs[0].limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
    roofs[0].value = 100;
    RooflinePoint point;
    point.verdict.attainableFlopPerSecond = 130;
    QCOMPARE(drawnAtRoof(point, roofs).value(), 130.0); // judged by none
    point.verdict.computeRoof = 0;
    QCOMPARE(drawnAtRoof(point, roofs).value(), 100.0);
    point.verdict.attainableFlopPerSecond = 40;
    QCOMPARE(drawnAtRoof(point, roofs).value(), 40.0);
    QVERIFY(!drawnAtRoof(RooflinePoint(), roofs));
    Session session;
    session.peaks.emplace().roofs = roofs;
    point.verdict.attainableFlopPerSecond = 130;
    QCOMPARE(drawnAtRoof(point, session).value(), 100.0);
}

void PointTest::noRoofOfThePrecision()
{
    Session session = sessionOf(100, 1000, 1e6);
    session.analysis.edit().operators[0].dtype = DType::Int8;
    const RooflinePoint point = SessionPoints(session).at(operatorId(0));
    QCOMPARE(point.verdict.bound, Bound::None);
    QVERIFY(!point.verdict.computeRoof);
    QVERIFY(!point.verdict.roof);
    QVERIFY(!point.verdict.roofFraction);
    QVERIFY(!point.timeToGainNs);
    QVERIFY(point.achievedFlopPerSecond);
}

void PointTest::worksWithWhatIsThere()
{
    QCOMPARE(SessionPoints(Session()).at(operatorId(0)).verdict.bound, Bound::None);
    QVERIFY(SessionPoints(Session()).layers().empty());
    QVERIFY(JudgedSession(Session()).chartPoints().empty());

    Session session = sessionOf(100, 1000, {});
    session.peaks.reset();
    const RooflinePoint point = SessionPoints(session).at(operatorId(0));
    QVERIFY(isClose(point.arithmeticIntensity, 0.1));
    QVERIFY(!point.timeNs && !point.achievedFlopPerSecond && !point.timeShare && !point.timeToGainNs);
    QCOMPARE(point.verdict.bound, Bound::None);
    QCOMPARE(SessionPoints(session).at(operatorId(99)).cost, Cost());
    QCOMPARE(SessionPoints(session).at(layerId(-1)).cost, Cost());
}

void PointTest::otherDevicesRoofsDoNotJudge()
{
    Session session = sessionOf(100, 1000, 1e6);
    session.peaks.edit().device.kind = "cuda";
    QCOMPARE(SessionPoints(session).at(operatorId(0)).verdict.bound, Bound::None);
}

void PointTest::unknownWorkGetsNoVerdict()
{
    Session session = tree();
    session.peaks = peaks();
    session.analysis.edit().operators[1].known = false;
    session.analysis.edit().operators[1].cost.flops = 0;
    session.analysis.edit().layers[3].cost.flops = 0;

    const RooflinePoint unknown = SessionPoints(session).at(layerId(3));
    QVERIFY(!unknown.known);
    QVERIFY(!unknown.arithmeticIntensity);
    QCOMPARE(unknown.verdict.bound, Bound::None);

    const std::vector<RooflinePoint> points = SessionPoints(session).layers();
    QCOMPARE(points.size(), std::size_t(6));
    QVERIFY(!points[0].known); // holds it three levels down
    QVERIFY(!points[1].known);
    QVERIFY(points[2].known);
    QVERIFY(points[4].known);
    QCOMPARE(points[0].verdict.bound, Bound::Bandwidth); // by the part that has a formula
}

void PointTest::chartCoversTheModelOnce()
{
    const Session session = tree();
    const std::vector<ItemId> items = chartItems(*session.analysis);
    const std::vector<ItemId> expected { layerId(2), layerId(3), layerId(4), operatorId(2), operatorId(5) };
    QCOMPARE(items, expected);

    Cost total;
    for (const RooflinePoint &point : JudgedSession(session).chartPoints())
        total += point.cost;
    QCOMPARE(total, session.analysis->layers[0].cost);
}

void PointTest::modelOfOneLayerIsShownByItsOperators()
{
    const Session session = sessionOf(100, 1000, {});
    QCOMPARE(chartItems(*session.analysis), std::vector<ItemId> { operatorId(0) });
}

void PointTest::labels()
{
    Session session = tree();
    session.analysis.edit().layers[3].call = 1;
    QCOMPARE(SessionPoints(session).at(layerId(0)).label, std::string("Net"));
    QCOMPARE(SessionPoints(session).at(layerId(2)).label, std::string("block.conv"));
    QCOMPARE(SessionPoints(session).at(layerId(3)).label, std::string("block.relu #2"));
    QCOMPARE(SessionPoints(session).at(operatorId(2)).label, std::string("block: aten::op2"));
    QCOMPARE(SessionPoints(session).at(operatorId(5)).label, std::string("aten::op5"));

    // The same operator once more in the same layer, and in another one.
    Operator again = session.analysis->operators[5];
    again.id = static_cast<std::int64_t>(session.analysis->operators.size());
    session.analysis.edit().operators.push_back(again);
    QCOMPARE(SessionPoints(session).at(operatorId(again.id)).label, std::string("aten::op5 #2"));
    again.layer = session.analysis->operators[2].layer;
    ++again.id;
    session.analysis.edit().operators.push_back(again);
    QCOMPARE(SessionPoints(session).at(operatorId(again.id)).label, std::string("block: aten::op5"));
}

void PointTest::timesFindTheirItems()
{
    Session session = tree();
    session.layers.emplace();
    session.layers.edit().instrumentedModel.summary.count = 1;
    session.layers.edit().instrumentedModel.summary.medianNs = 4000;
    session.layers.edit().items = { latency(operatorId(2), 100), latency(layerId(4), 400), latency(layerId(2), 300),
                                    latency(layerId(77), 1) };
    const std::vector<RooflinePoint> layers = SessionPoints(session).layers();
    QCOMPARE(layers[0].timeNs.value(), 4000.0); // the watched model itself
    QVERIFY(!layers[1].timeNs);
    QCOMPARE(layers[2].timeNs.value(), 300.0);
    QCOMPARE(layers[4].timeShare.value(), 0.1);
    QCOMPARE(SessionPoints(session).at(operatorId(2)).timeNs.value(), 100.0);
}

/// A bare run takes 3000, an instrumented one 4000: a part that took 400 of that takes 300.
void PointTest::timesAreSharesOfTheBareRun()
{
    Session session = tree();
    session.layers.emplace();
    session.layers.edit().device.kind = "cpu";
    session.layers.edit().instrumentedModel.summary.count = 1;
    session.layers.edit().instrumentedModel.summary.medianNs = 4000;
    session.layers.edit().bareMedianNs = 3000;
    session.layers.edit().items = { latency(layerId(4), 400) };
    session.peaks = peaks();
    const RooflinePoint head = SessionPoints(session).at(layerId(4));
    QCOMPARE(head.timeShare.value(), 0.1);
    QVERIFY(isClose(head.timeNs, 300));
    QCOMPARE(head.instrumentedNs.value(), 400.0);
    QVERIFY(isClose(head.timeToGainNs, 300 - head.timeAtRoofNs.value()));
    QVERIFY(isClose(head.verdict.roofFraction, head.timeAtRoofNs.value() / 300));
    QVERIFY(isClose(head.achievedBytePerSecond, 200 / 300e-9));
    QVERIFY(isClose(SessionPoints(session).at(layerId(0)).timeNs, 3000)); // the model, which was not timed by itself

    // What was timed as a whole, by itself, is the base where it is there.
    Summary &bare = session.latency.emplace().samples.summary;
    bare.count = 1;
    bare.medianNs = 2000;
    QVERIFY(isClose(SessionPoints(session).at(layerId(4)).timeNs, 200));
}

/// Of a run, most of which passes between the operators: those are at their roofs, the model is far from its own.
void PointTest::aLayerFarFromItsRoofIsUnderutilized()
{
    Session session = sessionOf(1000, 1'000'000, std::nullopt);
    const double atRoofNs = SessionPoints(session).at(layerId(0)).timeAtRoofNs.value();
    session.layers.emplace();
    session.layers.edit().device.kind = "cpu";
    session.layers.edit().instrumentedModel.summary.count = 1;
    session.layers.edit().instrumentedModel.summary.medianNs = 10 * atRoofNs;
    session.layers.edit().items = { latency(operatorId(0), atRoofNs) };
    QCOMPARE(SessionPoints(session).at(operatorId(0)).verdict.bound, Bound::Bandwidth);
    QCOMPARE(SessionPoints(session).at(layerId(0)).verdict.bound, Bound::Underutilized);
    session.layers.edit().instrumentedModel.summary.medianNs = 4 * atRoofNs;
    QCOMPARE(SessionPoints(session).at(layerId(0)).verdict.bound, Bound::Bandwidth);
}

void PointTest::manyOperatorsStayLinear()
{
    // A quadratic table would look at 1e10 pairs here and run into the test's time limit.
    constexpr std::int64_t count = 100'000;
    Session session;
    session.analysis.emplace();
    session.layers.emplace();
    session.peaks = peaks();
    session.analysis.edit().layers.push_back(layer(0, -1, "", false, count, 100 * count));
    for (std::int64_t i = 0; i < count; ++i) {
        session.analysis.edit().layers.push_back(layer(i + 1, i / 2, "l" + std::to_string(i), true, 1, 100));
        session.analysis.edit().operators.push_back(operation(i, i + 1, 1, 100));
        session.layers.edit().items.push_back(latency(layerId(i + 1), 10));
        session.layers.edit().items.push_back(latency(operatorId(i), 10));
    }
    QCOMPARE(SessionPoints(session).layers().size(), std::size_t(count + 1));
    QCOMPARE(JudgedSession(session).chartPoints().size(), std::size_t(count));
}

ROOFLIGHT_TEST(PointTest)
#include "point_test.moc"
