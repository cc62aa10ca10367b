// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/knee.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace rooflight;

class KneeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kneesOfKnownCurves();
    void curvesWithoutOne();
};

/// The example of the paper: y = -1 / x + 5 from 0.1 to 1 bends at 0.316, where its slope is that of the chord.
void KneeTest::kneesOfKnownCurves()
{
    std::vector<CurvePoint> curve;
    for (int i = 0; i <= 900; ++i) {
        const double x = 0.1 + i * 0.001;
        curve.push_back({ x, -1 / x + 5 });
    }
    const std::optional<std::size_t> found = knee(curve);
    QVERIFY(found.has_value());
    QVERIFY(std::abs(curve[*found].x - std::sqrt(0.1)) < 0.001);

    // Two straight lines: the corner, wherever it ends.
    const std::vector<CurvePoint> corner { { 0, 0 }, { 1, 10 }, { 2, 20 }, { 3, 21 }, { 4, 22 } };
    QCOMPARE(knee(corner), std::optional<std::size_t>(2));
    const std::vector<CurvePoint> falling { { 0, 0 }, { 1, 10 }, { 2, 20 }, { 3, 15 }, { 4, 10 } };
    QCOMPARE(knee(falling), std::optional<std::size_t>(2));
}

void KneeTest::curvesWithoutOne()
{
    QVERIFY(!knee({}));
    QVERIFY(!knee(std::vector<CurvePoint> { { 0, 0 }, { 1, 1 } }));
    QVERIFY(!knee(std::vector<CurvePoint> { { 0, 1 }, { 1, 1 }, { 2, 1 } }));
    QVERIFY(!knee(std::vector<CurvePoint> { { 0, 0 }, { 1, 1 }, { 2, 4 }, { 3, 9 } })); // bends the other way
}

ROOFLIGHT_TEST(KneeTest)
#include "knee_test.moc"
