// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/paired_ratio.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <vector>

using namespace rooflight;

class PairedRatioTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundsArePaired();
    void nothingIsKnownWithoutRounds();
    void intervalHoldsAgainstBoth();
};

/// Rounds that slow both alike change nothing.
void PairedRatioTest::roundsArePaired()
{
    const std::vector<double> first { 10, 100, 10, 10, 1000, 10, 10, 10 };
    std::vector<double> other;
    for (const double ns : first)
        other.push_back(ns * 3);
    const PairedRatio ratio = pairedRatio(first, other, 0.5);
    QCOMPARE(ratio.median, 1.5);
    QCOMPARE(ratio.interval[0], 1.5);
    QCOMPARE(ratio.interval[1], 1.5);
    QCOMPARE(ratio.rounds, std::size_t { 8 });
}

void PairedRatioTest::nothingIsKnownWithoutRounds()
{
    QCOMPARE(pairedRatio({}, std::vector<double> { 1, 2 }).rounds, std::size_t { 0 });
    QCOMPARE(pairedRatio(std::vector<double> { 0, 0 }, std::vector<double> { 1, 2 }).rounds, std::size_t { 0 });
}

void PairedRatioTest::intervalHoldsAgainstBoth()
{
    const std::vector<double> first(8, 10);
    const std::vector<double> control(8, 8); // equal to the first, in another process
    const std::vector<double> other(8, 9);
    const PairedRatio both = pairedRatio(first, control, other, 1);
    QCOMPARE(both.median, 0.9);
    QCOMPARE(both.interval[0], 0.9);
    QCOMPARE(both.interval[1], 1.125);
    QCOMPARE(pairedRatio(first, {}, other, 1).interval[1], 0.9);
}

ROOFLIGHT_TEST(PairedRatioTest)
#include "paired_ratio_test.moc"
