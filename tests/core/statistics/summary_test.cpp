// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/summary.h"
#include "tests/support/test_program.h"

#include "tests/core/statistics/reference_sets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using namespace rooflight;
using reference::isClose;

class SummaryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresAreThoseOfNumpyAndScipy_data() { reference::addRows(); }
    void figuresAreThoseOfNumpyAndScipy();
    void percentilesNeedSamples_data();
    void percentilesNeedSamples();
    void outliersAreCountedAndKept();
    void orderDoesNotMatter();
    void emptySetIsAllZero();
    void valuesThatAreNotFiniteAreLeftOut();
    void intervalBelowSixSamplesIsTheRange();
    void intervalsNeedSamplesOnBothSides();
};

void SummaryTest::figuresAreThoseOfNumpyAndScipy()
{
    QFETCH(QJsonObject, expected);
    std::vector<double> samples = reference::samples(expected["kind"].toString(), expected["count"].toInt());
    QCOMPARE(samples.front(), expected["first"].toDouble());
    QCOMPARE(samples.back(), expected["last"].toDouble());

    const Summary summary = summarize(samples);
    QCOMPARE(summary.count, expected["count"].toInteger());
    QVERIFY(isClose(summary.meanNs, expected["mean"].toDouble()));
    QVERIFY(isClose(summary.stdNs, expected["std"].toDouble()));
    QVERIFY(isClose(summary.cv, expected["std"].toDouble() / expected["mean"].toDouble()));
    QCOMPARE(summary.minNs, expected["min"].toDouble());
    QCOMPARE(summary.maxNs, expected["max"].toDouble());
    QVERIFY(isClose(summary.medianNs, expected["median"].toDouble()));
    QVERIFY(isClose(summary.madNs, expected["mad"].toDouble()));
    QCOMPARE(summary.medianIntervalNs[0], expected["median_interval"].toArray()[0].toDouble());
    QCOMPARE(summary.medianIntervalNs[1], expected["median_interval"].toArray()[1].toDouble());

    const bool hasQuartiles = summary.count >= 4;
    QVERIFY(isClose(summary.iqrNs, hasQuartiles ? expected["iqr"].toDouble() : 0));
    QCOMPARE(summary.outliers, hasQuartiles ? expected["outliers"].toInteger() : 0);

    std::ranges::sort(samples);
    const auto [lower, upper] = quantileInterval(samples, 0.875);
    QCOMPARE(lower, expected["plateau_interval"].toArray()[0].toDouble());
    QCOMPARE(upper, expected["plateau_interval"].toArray()[1].toDouble());
    const QJsonArray percentiles = expected["percentiles"].toArray();
    QCOMPARE(percentiles.size(), 9);
    for (const auto &entry : percentiles) {
        const double percent = entry.toArray()[0].toDouble();
        const double value = entry.toArray()[1].toDouble();
        QVERIFY(isClose(quantile(samples, percent / 100), value));
        const std::optional<double> reported = summary.percentile(percent);
        QCOMPARE(reported.has_value(), summary.count >= samplesNeeded(percent));
        if (reported)
            QVERIFY(isClose(*reported, value));
    }
}

void SummaryTest::percentilesNeedSamples_data()
{
    QTest::addColumn<double>("percent");
    QTest::addColumn<int>("needed");
    QTest::newRow("p1") << 1.0 << 100;
    QTest::newRow("p5") << 5.0 << 20;
    QTest::newRow("p10") << 10.0 << 10;
    QTest::newRow("p25") << 25.0 << 4;
    QTest::newRow("p75") << 75.0 << 4;
    QTest::newRow("p90") << 90.0 << 10;
    QTest::newRow("p95") << 95.0 << 20;
    QTest::newRow("p99") << 99.0 << 100;
    QTest::newRow("p99.9") << 99.9 << 1000;
}

void SummaryTest::percentilesNeedSamples()
{
    QFETCH(double, percent);
    QFETCH(int, needed);
    QCOMPARE(samplesNeeded(percent), needed);
    QVERIFY(!summarize(reference::samples("uniform", needed - 1)).percentile(percent).has_value());
    QVERIFY(summarize(reference::samples("uniform", needed)).percentile(percent).has_value());
}

void SummaryTest::outliersAreCountedAndKept()
{
    // Quartiles of 1..11 are 3.5 and 8.5; the fences lie at -4 and 16.
    const std::vector<double> inside { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16 };
    QCOMPARE(summarize(inside).outliers, 0);
    const std::vector<double> outside { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16.5 };
    QCOMPARE(summarize(outside).outliers, 1);
    QCOMPARE(summarize(outside).maxNs, 16.5);
    QCOMPARE(summarize(outside).meanNs, 71.5 / 11);
}

void SummaryTest::orderDoesNotMatter()
{
    std::vector<double> samples = reference::samples("heavy_tail", 1000);
    const Summary forward = summarize(samples);
    std::ranges::reverse(samples);
    QVERIFY(forward == summarize(samples));
    QCOMPARE(forward.count, 1000);
}

void SummaryTest::emptySetIsAllZero()
{
    const Summary summary = summarize({});
    QCOMPARE(summary.count, 0);
    QCOMPARE(summary.meanNs, 0.0);
    QCOMPARE(summary.percentiles.size(), std::size_t(9));
    QVERIFY(!summary.percentile(25).has_value());
}

void SummaryTest::valuesThatAreNotFiniteAreLeftOut()
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> samples { 3, nan, 1, infinity, 2, -infinity };
    const Summary summary = summarize(samples);
    QCOMPARE(summary.count, 3);
    QCOMPARE(summary.medianNs, 2.0);
    QCOMPARE(summary.maxNs, 3.0);
}

void SummaryTest::intervalBelowSixSamplesIsTheRange()
{
    // P(all five on one side of the median) = 2 / 2^5 = 6.25 % > 5 %, of six 2 / 2^6 = 3.1 %.
    for (std::size_t count = 1; count <= 6; ++count) {
        const auto [lower, upper] = quantileIntervalRanks(count, 0.5);
        QCOMPARE(lower, std::size_t(0));
        QCOMPARE(upper, count - 1);
    }
    // The table of order-statistic intervals: ranks 2 and 8 of nine samples hold 96.1 %.
    const auto [lower, upper] = quantileIntervalRanks(9, 0.5);
    QCOMPARE(lower, std::size_t(1));
    QCOMPARE(upper, std::size_t(7));
}

/// Six is in every table of intervals of the median; 0.95^72 = 0.0249, 0.99^368 = 0.0248, 0.999^3688 = 0.02497.
void SummaryTest::intervalsNeedSamplesOnBothSides()
{
    const std::map<double, std::int64_t> known { { 50, 6 }, { 5, 72 }, { 95, 72 }, { 99, 368 }, { 99.9, 3688 } };
    for (const auto &[percent, needed] : known) {
        QCOMPARE(samplesForInterval(percent), needed);
        const double larger = std::max(percent, 100 - percent) / 100;
        QVERIFY(std::pow(larger, needed) <= 0.025 && std::pow(larger, needed - 1) > 0.025);
        // The last one that is a bound is the very last.
        const auto [lower, upper] = quantileIntervalRanks(std::size_t(needed), percent / 100);
        QVERIFY(lower == 0 || upper == std::size_t(needed - 1));
    }
}

ROOFLIGHT_TEST(SummaryTest)
#include "summary_test.moc"
