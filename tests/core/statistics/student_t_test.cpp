// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/student_t.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace rooflight;

class StudentTTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quantilesAreThoseOfR_data();
    void quantilesAreThoseOfR();
};

/// qt(0.975, f) of R.
void StudentTTest::quantilesAreThoseOfR_data()
{
    QTest::addColumn<int>("degrees");
    QTest::addColumn<double>("expected");
    QTest::newRow("1") << 1 << 12.7062;
    QTest::newRow("2") << 2 << 4.302653;
    QTest::newRow("8") << 8 << 2.306004;
    QTest::newRow("18") << 18 << 2.100922;
    QTest::newRow("30") << 30 << 2.042272;
    QTest::newRow("31") << 31 << 2.039513;
    QTest::newRow("60") << 60 << 2.000298;
    QTest::newRow("1000") << 1000 << 1.962339;
}

void StudentTTest::quantilesAreThoseOfR()
{
    QFETCH(int, degrees);
    QFETCH(double, expected);
    QVERIFY(std::abs(studentT975(static_cast<std::size_t>(degrees)) - expected) < 0.001);
}

ROOFLIGHT_TEST(StudentTTest)
#include "student_t_test.moc"
