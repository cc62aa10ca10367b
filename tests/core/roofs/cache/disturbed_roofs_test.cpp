// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/base/clock.h"
#include "core/model/disturbing_flags.h"
#include "core/roofline/disturbed.h"
#include "core/roofs/cache/roofs_cache.h"

using namespace rooflight;

namespace {

using Flags = std::vector<std::string>;

Roof roofOf(const char *name, decltype(Roof::limit) limit, double value, Flags flags = {})
{
    Roof roof;
    roof.limit = std::move(limit);
    roof.name = name;
    roof.value = value;
    roof.interval = { value * 0.99, value * 1.01 };
    roof.flags = std::move(flags);
    return roof;
}

Roof vector(double value, Flags flags = {})
{
    return roofOf("FP32 vector", ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector }, value, std::move(flags));
}

Roof dram(double value, Flags flags = {})
{
    return roofOf("DRAM read", MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read }, value, std::move(flags));
}

Roof launch(double value, Flags flags = {})
{
    return roofOf("Operator", LaunchLimit { LaunchPattern::Operator }, value, std::move(flags));
}

DeviceRoofs peaksOf(std::vector<Roof> roofs, bool cached = false)
{
    DeviceRoofs peaks;
    peaks.roofs = std::move(roofs);
    peaks.cached = cached;
    return peaks;
}

/// Measures what it was given, and counts how often.
struct FakeMeasurement {
    Result<DeviceRoofs> result = DeviceRoofs();
    int calls = 0;

    Result<DeviceRoofs> settle(std::optional<DeviceRoofs> cached)
    {
        return settledRoofs(std::move(cached), Effort::Normal, [this] {
            ++calls;
            return result;
        });
    }
};

} // namespace

class DisturbedRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flagsOfTheMomentDisturb_data();
    void flagsOfTheMomentDisturb();
    void powerLimitsAndLaunchesVary();
    void quickMeasurementsHaveFewSamples();
    void onlyRoofsThatCanJudgeCount();
    void uncertainIntervals_data();
    void uncertainIntervals();
    void quietRoofsAreNotMeasuredAgain();
    void disturbedRoofsAreMeasuredOnce();
    void disturbedRoofsRestForTenMinutes();
    void quietOnesReplaceDisturbedOnes();
    void theBetterOfTwoDisturbedOnesIsKept();
    void theBetterOfTwoQuietOnesIsKept();
    void roofsThatOnlyOneHasAreKept();
    void curvesAreKeptUntilThereAreNewOnes();
    void cachedRoofsOutliveAFailure();
    void missingRoofsMatterWhereTheyWouldJudge();
};

void DisturbedRoofsTest::flagsOfTheMomentDisturb_data()
{
    QTest::addColumn<QString>("flag");
    QTest::addColumn<bool>("disturbs");
    for (const char *flag : { "other_load", "unsteady", "throttled", "few_samples", "partial" })
        QTest::newRow(flag) << flag << true;
    // They stay what they are in a quieter moment.
    for (const char *flag : { "quota", "oversubscribed", "small_arrays", "size_by_sweep", "no_plateau" })
        QTest::newRow(flag) << flag << false;
}

void DisturbedRoofsTest::flagsOfTheMomentDisturb()
{
    QFETCH(QString, flag);
    QTEST(isDisturbed(peaksOf({ vector(1e12), dram(1e11, { flag.toStdString() }) }), Effort::Normal), "disturbs");
}

void DisturbedRoofsTest::powerLimitsAndLaunchesVary()
{
    QVERIFY(disturbancesOf(vector(1e12, { "power_capped", "unsteady" })).empty());
    QCOMPARE(disturbancesOf(vector(1e12, { "power_capped", "other_load" })), std::vector<std::string> { "other_load" });
    Roof launch;
    launch.limit = LaunchLimit { LaunchPattern::Operator };
    launch.value = 7e-6;
    launch.flags = { "unsteady" };
    launch.interval = { 6.8e-6, 7.2e-6 };
    QVERIFY(disturbancesOf(launch).empty());
    launch.interval = { 6.8e-6, 8e-6 };
    QCOMPARE(disturbancesOf(launch), launch.flags);
}

void DisturbedRoofsTest::quickMeasurementsHaveFewSamples()
{
    QVERIFY(!isDisturbed(peaksOf({ vector(1e12, { "few_samples" }) }), Effort::Quick));
    QVERIFY(isDisturbed(peaksOf({ vector(1e12, { "few_samples" }) }), Effort::Thorough));
    QVERIFY(isDisturbed(peaksOf({ vector(1e12, { "few_samples", "unsteady" }) }), Effort::Quick));
}

void DisturbedRoofsTest::onlyRoofsThatCanJudgeCount()
{
    const Flags unsteady { "unsteady" };
    const Roof library =
        roofOf("FP32 (LibTorch)", ComputeLimit { Precision::Fp32, ArithmeticUnit::Library }, 1e12, unsteady);
    const Roof write = roofOf("DRAM write", MemoryLimit { MemoryLevel::Dram, MemoryPattern::Write }, 1e11, unsteady);
    QVERIFY(!isDisturbed(peaksOf({ library, write }), Effort::Normal));
    QVERIFY(isDisturbed(peaksOf({ vector(1e12, unsteady) }), Effort::Normal));
    QVERIFY(isDisturbed(peaksOf({ launch(1e-6, { "other_load" }) }), Effort::Normal));
}

void DisturbedRoofsTest::uncertainIntervals_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<bool>("uncertain");
    QTest::newRow("begins at 0") << 0.0 << 400e9 << true;
    QTest::newRow("wider than the value") << 100e9 << 480e9 << true;
    QTest::newRow("as wide as the value") << 200e9 << 571e9 << false;
    QTest::newRow("narrow") << 370e9 << 372e9 << false;
    QTest::newRow("not known") << 0.0 << 0.0 << false;
}

void DisturbedRoofsTest::uncertainIntervals()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(bool, uncertain);
    // Of a roof that cannot judge, too.
    Roof roof = roofOf("FP32 (LibTorch)", ComputeLimit { Precision::Fp32, ArithmeticUnit::Library }, 371e9);
    roof.interval = { low, high };
    QCOMPARE(isTooUncertain(roof), uncertain);
    QCOMPARE(isDisturbed(peaksOf({ roof }), Effort::Normal), uncertain);
    QCOMPARE(betterRoofs({}, peaksOf({ roof })).roofs.size(), std::size_t(1));
    QCOMPARE(betterRoofs(peaksOf({ roof }), {}).roofs.empty(), uncertain);
}

void DisturbedRoofsTest::quietRoofsAreNotMeasuredAgain()
{
    FakeMeasurement measurement;
    const Result<DeviceRoofs> roofs = measurement.settle(peaksOf({ vector(1e12) }, true));
    QVERIFY(roofs.ok());
    QVERIFY(roofs.value().cached);
    QCOMPARE(measurement.calls, 0);
}

void DisturbedRoofsTest::disturbedRoofsAreMeasuredOnce()
{
    FakeMeasurement measurement { peaksOf({ vector(1e12, { "other_load" }) }) };
    const Result<DeviceRoofs> roofs = measurement.settle(peaksOf({ vector(2e12, { "other_load" }) }, true));
    QVERIFY(roofs.ok());
    QCOMPARE(measurement.calls, 1);
    QCOMPARE(roofs.value().roofs.front(), vector(2e12, { "other_load" }));
    // So that the outcome is stored.
    QVERIFY(!roofs.value().cached);
    QVERIFY(isDisturbed(roofs.value(), Effort::Normal));
}

void DisturbedRoofsTest::disturbedRoofsRestForTenMinutes()
{
    FakeMeasurement measurement { peaksOf({ vector(1e12) }) };
    DeviceRoofs disturbed = peaksOf({ vector(2e12, { "other_load" }) }, true);
    disturbed.measuredAt = timestampNow();
    QCOMPARE(measurement.settle(disturbed).value().roofs, disturbed.roofs);
    QCOMPARE(measurement.calls, 0);
    disturbed.effort = "quick"; // more is asked for
    QCOMPARE(measurement.settle(disturbed).value().roofs, std::vector { vector(1e12) });
    QCOMPARE(measurement.calls, 1);
    disturbed.effort = "normal";
    disturbed.measuredAt = "2026-01-02T03:04:05Z";
    QCOMPARE(measurement.settle(disturbed).value().roofs, std::vector { vector(1e12) });
    QCOMPARE(measurement.calls, 2);
}

void DisturbedRoofsTest::quietOnesReplaceDisturbedOnes()
{
    const DeviceRoofs before = peaksOf({ vector(2e12, { "unsteady" }), dram(1e11), launch(1e-6, { "few_samples" }) });
    // A quiet one replaces a disturbed one of a better value; a disturbed one replaces no quiet one.
    const DeviceRoofs now = peaksOf({ vector(1e12), dram(2e11, { "other_load" }), launch(2e-6) });
    const DeviceRoofs better = betterRoofs(before, now);
    QCOMPARE(better.roofs, (std::vector { vector(1e12), dram(1e11), launch(2e-6) }));
    QVERIFY(!isDisturbed(better, Effort::Normal));
}

void DisturbedRoofsTest::theBetterOfTwoDisturbedOnesIsKept()
{
    const Flags one { "unsteady" };
    const Flags two { "unsteady", "other_load" };
    // Fewer flags come first, then the greater rate, and of launches the shorter time.
    const DeviceRoofs before = peaksOf({ vector(1e12, one), dram(2e11, one), launch(2e-6, one) });
    const DeviceRoofs now = peaksOf({ vector(2e12, two), dram(1e11, one), launch(1e-6, one) });
    QCOMPARE(betterRoofs(before, now).roofs, (std::vector { vector(1e12, one), dram(2e11, one), launch(1e-6, one) }));
    // A roof that was cut short is worse than any other.
    QCOMPARE(betterRoofs(peaksOf({ vector(1e12, two) }), peaksOf({ vector(2e12, { "partial" }) })).roofs.front(),
             vector(1e12, two));
}

void DisturbedRoofsTest::theBetterOfTwoQuietOnesIsKept()
{
    // A virtual machine at 4.5, then at 3.2 GHz: 2 cores x 64 FLOP. Only main memory had been disturbed.
    const DeviceRoofs before = peaksOf({ vector(576e9), dram(1e11, { "other_load" }), launch(1e-6) });
    const DeviceRoofs now = peaksOf({ vector(409.6e9), dram(9e10), launch(1.4e-6) });
    QCOMPARE(betterRoofs(before, now).roofs, (std::vector { vector(576e9), dram(9e10), launch(1e-6) }));
    QCOMPARE(betterRoofs(now, before).roofs, (std::vector { vector(576e9), dram(9e10), launch(1e-6) }));
}

void DisturbedRoofsTest::roofsThatOnlyOneHasAreKept()
{
    const DeviceRoofs better =
        betterRoofs(peaksOf({ vector(1e12), dram(1e11) }), peaksOf({ launch(1e-6), dram(2e11) }));
    QCOMPARE(better.roofs, (std::vector { launch(1e-6), dram(2e11), vector(1e12) }));
}

void DisturbedRoofsTest::curvesAreKeptUntilThereAreNewOnes()
{
    DeviceRoofs before = peaksOf({ dram(40e9) });
    before.curves = { { CurvePattern::Read, { { 4096, 80e9, { 79e9, 81e9 } } } } };
    QVERIFY(betterRoofs(before, peaksOf({ dram(41e9) })).curves == before.curves);
    DeviceRoofs now = peaksOf({ dram(41e9) });
    now.curves = { { CurvePattern::Read, { { 4096, 70e9, { 69e9, 71e9 } } } } };
    QVERIFY(betterRoofs(before, now).curves == now.curves);
}

void DisturbedRoofsTest::cachedRoofsOutliveAFailure()
{
    const Error error { ErrorCode::OutOfMemory, "There is no memory.", "" };
    FakeMeasurement measurement { error };
    const Result<DeviceRoofs> kept = measurement.settle(peaksOf({ vector(1e12, { "unsteady" }) }, true));
    QVERIFY(kept.ok());
    QCOMPARE(kept.value().roofs.size(), 1U);
    const Result<DeviceRoofs> none = measurement.settle(std::nullopt);
    QVERIFY(!none.ok());
    QCOMPARE(none.error(), error);
}

/// What a cache holds would be judged by the next level, and no operator by its launch.
void DisturbedRoofsTest::missingRoofsMatterWhereTheyWouldJudge()
{
    const auto cache = [](MemoryLevel level) {
        return roofOf("cache", MemoryLimit { level, MemoryPattern::Read }, 1e11);
    };
    const Notice ofCache { "cpu_roofs", "There is no roof \"L2\": no memory." };
    const Notice ofCall { "cpu_roofs", "There is no roof \"Operator (LibTorch)\": no kernel." };
    Session session;
    session.analysis.emplace();
    session.peaks = peaksOf({ dram(1e11), cache(MemoryLevel::L1), cache(MemoryLevel::L3), launch(1e-6) });
    QVERIFY(matters(ofCache, session));
    QVERIFY(!matters(ofCall, session));
    session.peaks = peaksOf({ dram(1e11), cache(MemoryLevel::L1), cache(MemoryLevel::L2), launch(1e-6) });
    QVERIFY(!matters(ofCache, session));
    session.peaks = peaksOf({ dram(1e11), cache(MemoryLevel::L1), cache(MemoryLevel::L2) });
    QVERIFY(matters(ofCall, session));
    QVERIFY(!matters(ofCache, session)); // it does not say what is missing
}

ROOFLIGHT_TEST(DisturbedRoofsTest)
#include "disturbed_roofs_test.moc"
