// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/histogram.h"
#include "tests/support/test_program.h"

#include "tests/core/statistics/reference_sets.h"

#include <limits>
#include <numeric>

using namespace rooflight;

class HistogramTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void barsAreThoseOfNumpy_data() { reference::addRows(); }
    void barsAreThoseOfNumpy();
    void noSamplesNoBars();
    void equalSamplesStandInOneBar_data();
    void equalSamplesStandInOneBar();
    void rangeKeepsTheRestApart();
    void emptyRangeLosesNothing();
    void rangesThatAreNotFiniteHaveNoBars();
    void othersAreCountedInTheSameBars();
};

void HistogramTest::barsAreThoseOfNumpy()
{
    QFETCH(QJsonObject, expected);
    const auto samples = reference::samples(expected["kind"].toString(), expected["count"].toInt());
    const Histogram bars = histogram(samples);
    std::vector<std::int64_t> counts;
    for (const auto &count : expected["bars"].toArray())
        counts.push_back(count.toInteger());
    QCOMPARE(bars.counts, counts);
    QVERIFY(bars.counts.size() <= maximumBars);
    QVERIFY(bars.edge(0) <= expected["min"].toDouble());
    QVERIFY(bars.edge(bars.counts.size()) >= expected["max"].toDouble() * (1 - 1e-12));
}

void HistogramTest::noSamplesNoBars()
{
    QVERIFY(histogram({}).counts.empty());
    const std::vector<double> none { std::numeric_limits<double>::quiet_NaN() };
    QVERIFY(histogram(none).counts.empty());
}

void HistogramTest::equalSamplesStandInOneBar_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("count");
    QTest::newRow("one") << 5e6 << 1;
    QTest::newRow("many") << 5e6 << 1000;
    QTest::newRow("zero") << 0.0 << 3;
}

void HistogramTest::equalSamplesStandInOneBar()
{
    QFETCH(double, value);
    QFETCH(int, count);
    const Histogram bars = histogram(std::vector<double>(static_cast<std::size_t>(count), value));
    QCOMPARE(bars.counts, std::vector<std::int64_t> { count });
    QVERIFY(bars.binWidth > 0);
    QVERIFY(bars.edge(0) < value && value < bars.edge(1));
}

void HistogramTest::rangeKeepsTheRestApart()
{
    const std::vector<double> samples { 1, 10, 11, 12, 13, 14, 1000, 2000 };
    const Histogram bars = histogramBetween(samples, 10, 14);
    QCOMPARE(bars.below, 1);
    QCOMPARE(bars.above, 2);
    QCOMPARE(std::accumulate(bars.counts.begin(), bars.counts.end(), std::int64_t(0)), 5);
    QCOMPARE(bars.edge(0), 10.0);
    QCOMPARE(bars.edge(bars.counts.size()), 14.0);
}

void HistogramTest::emptyRangeLosesNothing()
{
    const std::vector<double> samples { 1, 2, 30, 40, 50 };
    const Histogram bars = histogramBetween(samples, 10, 20);
    QVERIFY(bars.counts.empty());
    QCOMPARE(bars.below, 2);
    QCOMPARE(bars.above, 3);
}

void HistogramTest::rangesThatAreNotFiniteHaveNoBars()
{
    const double largest = std::numeric_limits<double>::max();
    QVERIFY(histogram(std::vector { -largest, largest }).counts.empty());
}

/// Both edges of the last bar belong to it.
void HistogramTest::othersAreCountedInTheSameBars()
{
    const Histogram bars { 10, 5, { 0, 0 }, 0, 0 };
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> samples { 9.9, 10, 14.9, 15, 20, 20.1, nothing };
    QCOMPARE(countsIn(bars, samples), (std::vector<std::int64_t> { 2, 2 }));
    QVERIFY(countsIn({}, samples).empty());
}

ROOFLIGHT_TEST(HistogramTest)
#include "histogram_test.moc"
