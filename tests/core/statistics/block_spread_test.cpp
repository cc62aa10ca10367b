// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/block_spread.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace rooflight;

class BlockSpreadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slowChangesAreSeen();
    void singleSamplesAreNot();
    void fewSamplesMakeFewBlocks();
};

/// Ten blocks of three, each 1 % above the one before: the deviation of 0, 1, ... 9 is sqrt(82.5 / 9) = 3.02765.
void BlockSpreadTest::slowChangesAreSeen()
{
    std::vector<double> samples;
    for (int block = 0; block < 10; ++block)
        samples.insert(samples.end(), 3, 1000 * std::exp(0.01 * block));
    QVERIFY(std::abs(blockSpread(samples) - 0.0302765) < 1e-6);
}

void BlockSpreadTest::singleSamplesAreNot()
{
    std::vector<double> samples(100, 1000.0);
    for (std::size_t i = 0; i < samples.size(); i += 5)
        samples[i] = 5000; // two of the ten of a block
    QCOMPARE(blockSpread(samples), 0.0);
}

/// Two blocks a factor of e apart: 0 and 1 deviate by sqrt(0.5).
void BlockSpreadTest::fewSamplesMakeFewBlocks()
{
    const double e = std::exp(1.0);
    QVERIFY(std::abs(blockSpread(std::vector { 1.0, 1.0, 1.0, e, e, e }) - 0.7071068) < 1e-6);
    QCOMPARE(blockSpread(std::vector { 1.0, 1.0, e, e, e }), 0.0);
    QCOMPARE(blockSpread({}), 0.0);
}

ROOFLIGHT_TEST(BlockSpreadTest)
#include "block_spread_test.moc"
