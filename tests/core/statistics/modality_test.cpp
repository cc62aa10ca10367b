// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <random>
#include <vector>

using namespace rooflight;

class ModalityTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heapsAreTold_data();
    void heapsAreTold();
};

namespace {

using Samples = std::vector<double>;

/// Of the samples, this share around another place.
Samples twoHeaps(std::size_t count, double share, double distance, double deviation)
{
    std::mt19937 random(7);
    std::normal_distribution<double> around(0, deviation);
    std::uniform_real_distribution<double> uniform;
    Samples samples;
    for (std::size_t i = 0; i < count; ++i)
        samples.push_back(1e6 + around(random) + (uniform(random) < share ? distance : 0));
    return samples;
}

Samples logNormal(std::size_t count)
{
    std::mt19937 random(7);
    std::lognormal_distribution<double> samplesOf(14, 0.4);
    Samples samples;
    for (std::size_t i = 0; i < count; ++i)
        samples.push_back(samplesOf(random));
    return samples;
}

} // namespace

void ModalityTest::heapsAreTold_data()
{
    QTest::addColumn<Samples>("samples");
    QTest::addColumn<bool>("expected");
    for (const std::size_t count : { 200, 1000, 20000 }) {
        QTest::addRow("one heap of %zu", count) << twoHeaps(count, 0, 0, 1e4) << false;
        QTest::addRow("long tail of %zu", count) << logNormal(count) << false;
        QTest::addRow("halves of %zu", count) << twoHeaps(count, 0.5, 2e5, 1e4) << true;
        QTest::addRow("a fifth of %zu apart", count) << twoHeaps(count, 0.2, 2e5, 1e4) << true;
        QTest::addRow("outliers among %zu", count) << twoHeaps(count, 0.03, 2e5, 1e4) << false;
        QTest::addRow("halves of %zu, 1 %% apart", count) << twoHeaps(count, 0.5, 1e4, 500) << false;
    }
    QTest::newRow("too few") << twoHeaps(99, 0.5, 2e5, 1e4) << false;
    QTest::newRow("equal") << Samples(1000, 5.0) << false;
    QTest::newRow("none") << Samples() << false;
}

void ModalityTest::heapsAreTold()
{
    QFETCH(Samples, samples);
    QFETCH(bool, expected);
    QCOMPARE(isBimodal(samples), expected);
}

ROOFLIGHT_TEST(ModalityTest)
#include "modality_test.moc"
