// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

/// `count` values around `centre`, evenly spread over plus and minus `halfWidth`, in mixed order.
std::vector<double> around(double centre, double halfWidth, int count)
{
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        values.push_back(centre - halfWidth + 2 * halfWidth * (i * 37 % count) / (count - 1));
    return values;
}

std::vector<double> joined(std::vector<double> first, const std::vector<double> &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

using Flags = std::vector<std::string_view>;

} // namespace

class SampleSetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flags_data();
    void flags();
    void warmupStaysOutOfTheStatistics();
};

void SampleSetTest::flags_data()
{
    QTest::addColumn<std::vector<double>>("samples");
    QTest::addColumn<Flags>("expected");
    QTest::newRow("no samples") << std::vector<double>() << Flags { "few_samples" };
    QTest::newRow("29 samples") << around(1e6, 1e3, 29) << Flags { "few_samples" };
    QTest::newRow("30 samples") << around(1e6, 1e3, 30) << Flags();
    // Uniform over a width w: standard deviation w / sqrt(12), interquartile range w / 2.
    QTest::newRow("CV 2.3 %") << around(1e6, 4e4, 100) << Flags();
    QTest::newRow("CV 2.9 %") << around(1e6, 5e4, 100) << Flags { "noisy" };
    QTest::newRow("quartiles 20 % apart") << around(1e6, 2e5, 100) << Flags { "noisy" };
    QTest::newRow("quartiles 30 % apart") << around(1e6, 3e5, 100) << Flags { "noisy", "very_noisy" };
    QTest::newRow("1 % slower") << joined(around(1e6, 1e3, 50), around(1.01e6, 1e3, 50)) << Flags();
    QTest::newRow("3 % slower") << joined(around(1e6, 1e3, 50), around(1.03e6, 1e3, 50)) << Flags { "drift" };
    QTest::newRow("3 % faster") << joined(around(1e6, 1e3, 50), around(0.97e6, 1e3, 50)) << Flags { "drift" };
    QTest::newRow("3 % slower within the noise")
        << joined(around(1e6, 3e5, 50), around(1.03e6, 3e5, 50)) << Flags { "noisy", "very_noisy" };
}

void SampleSetTest::flags()
{
    QFETCH(std::vector<double>, samples);
    QFETCH(Flags, expected);
    const SampleSet set = sampleSet({}, samples);
    QCOMPARE(namesOf(set.flags), expected);
}

void SampleSetTest::warmupStaysOutOfTheStatistics()
{
    const SampleSet set = sampleSet({ 9e9, 8e9 }, { 3, 1, 2 });
    QCOMPARE(set.warmupNs, (std::vector<double> { 9e9, 8e9 }));
    QCOMPARE(set.samplesNs, (std::vector<double> { 3, 1, 2 }));
    QCOMPARE(set.summary.count, 3);
    QCOMPARE(set.summary.maxNs, 3.0);
}

ROOFLIGHT_TEST(SampleSetTest)
#include "sample_set_test.moc"
