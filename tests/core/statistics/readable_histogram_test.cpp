// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/histogram.h"
#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

using namespace rooflight;

namespace {

std::int64_t sumOf(const Histogram &bars)
{
    return std::accumulate(bars.counts.begin(), bars.counts.end(), bars.below + bars.above);
}

/// From 1000 to 1099 ns, evenly.
SampleSet evenSamples(double factor = 1)
{
    std::vector<double> times(100);
    for (std::size_t i = 0; i < times.size(); ++i)
        times[i] = factor * (1000 + static_cast<double>(i));
    return sampleSet({}, times);
}

} // namespace

class ReadableHistogramTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Ten runs around 40 us, as many as have no p99, and one of 22 ms.
    void oneOutlierDoesNotHideTheRest()
    {
        const SampleSet samples = sampleSet({}, { 38e3, 39e3, 39e3, 40e3, 40e3, 41e3, 41e3, 42e3, 43e3, 22e6 });
        const Histogram bars = readableHistogram(samples);
        QCOMPARE(bars.above, std::int64_t(1));
        QVERIFY(bars.edge(bars.counts.size()) < 100e3);
        QCOMPARE(sumOf(bars), std::int64_t(10));
    }

    void steadySamplesAreShownWhole()
    {
        const Histogram bars = readableHistogram(evenSamples());
        QCOMPARE(bars, histogram(evenSamples().samplesNs));
        QCOMPARE(sumOf(bars), std::int64_t(100));
        QCOMPARE(bars.edge(0), 1000.0);
    }

    /// Bars as wide as those of the samples alone, from the earliest of all to the latest.
    void othersWidenTheRange()
    {
        const SampleSet samples = evenSamples();
        const SampleSet slower = evenSamples(2);
        QCOMPARE(readableHistogram(samples, {}), readableHistogram(samples));
        const Histogram bars = readableHistogram(samples, { &slower });
        QCOMPARE(bars.binWidth, readableHistogram(samples).binWidth);
        QCOMPARE(bars.edge(0), 1000.0);
        QVERIFY(bars.edge(bars.counts.size()) >= 2 * 1099.0);
        QCOMPARE(sumOf(bars), std::int64_t(100));
        const std::vector<std::int64_t> counts = countsIn(bars, slower.samplesNs);
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::int64_t(0)), std::int64_t(100));
    }

    void farOthersGiveNoMoreThanTheMostBars()
    {
        const SampleSet slower = evenSamples(1000);
        const Histogram bars = readableHistogram(evenSamples(), { &slower });
        QCOMPARE(bars.counts.size(), maximumBars);
        QCOMPARE(bars.counts.front(), std::int64_t(100));
    }

    void oddSamplesDoNoHarm()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const double largest = std::numeric_limits<double>::max();
        for (const double odd : { infinity, -infinity, std::nan(""), largest, -largest, 0.0 }) {
            SampleSet samples = evenSamples();
            samples.samplesNs.front() = odd;
            samples.summary.minNs = odd;
            samples.summary.maxNs = -odd;
            const SampleSet even = evenSamples();
            QVERIFY(readableHistogram(samples).counts.size() <= maximumBars);
            QVERIFY(readableHistogram(samples, { &even }).counts.size() <= maximumBars);
            QVERIFY(readableHistogram(even, { &samples }).counts.size() <= maximumBars);
        }
        QVERIFY(readableHistogram(SampleSet()).counts.empty());
    }

    void theRuleFollowsTheQuartiles()
    {
        QVERIFY(!hasBarsOfSturges(evenSamples()));
        QVERIFY(hasBarsOfSturges(sampleSet({}, { 1, 5, 5, 5, 5, 5, 9 })));
    }
};

ROOFLIGHT_TEST(ReadableHistogramTest)
#include "readable_histogram_test.moc"
