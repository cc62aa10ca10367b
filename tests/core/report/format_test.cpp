// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/format.h"
#include "tests/support/german_locale.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace rooflight;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double notANumber = std::nan("");

} // namespace

class FormatTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quantity_data();
    void quantity();
    void rate_data();
    void rate();
    void duration_data();
    void duration();
    void tick_data();
    void tick();
    void bytes_data();
    void bytes();
    void count_data();
    void count();
    void percent_data();
    void percent();
    void ratioAndDifferenceHaveFewDigits();
    void shape_data();
    void shape();
    void instructionsHaveTheirUsualName();
    void localeMakesNoDifference();
};

void FormatTest::quantity_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("text");
    QTest::newRow("ResNet-18") << 1.81407e9 << "FLOP"
                               << "1.81 GFLOP";
    QTest::newRow("bandwidth") << 42e9 << "B/s"
                               << "42.0 GB/s";
    QTest::newRow("ratio below one") << 0.5 << "FLOP/B"
                                     << "0.500 FLOP/B";
    QTest::newRow("small ratio") << 0.01234 << "FLOP/B"
                                 << "0.0123 FLOP/B";
    QTest::newRow("smallest ratio without prefix") << 0.001 << "FLOP/B"
                                                   << "0.00100 FLOP/B";
    QTest::newRow("ratio with prefix") << 0.0005 << "FLOP/B"
                                       << "500 µFLOP/B";
    QTest::newRow("three digits") << 61.26 << "FLOP/B"
                                  << "61.3 FLOP/B";
    QTest::newRow("zero") << 0.0 << "FLOP"
                          << "0 FLOP";
    QTest::newRow("one") << 1.0 << "B/s"
                         << "1.00 B/s";
    QTest::newRow("below the prefix") << 999.4 << "FLOP"
                                      << "999 FLOP";
    QTest::newRow("rounds up to the prefix") << 999.6 << "FLOP"
                                             << "1.00 kFLOP";
    QTest::newRow("rounds up to the next prefix") << 999.96e6 << "FLOP"
                                                  << "1.00 GFLOP";
    QTest::newRow("rounds up to ten") << 9.996e12 << "FLOP/s"
                                      << "10.0 TFLOP/s";
    QTest::newRow("rounds up to a hundred") << 99.96e12 << "FLOP/s"
                                            << "100 TFLOP/s";
    QTest::newRow("rounds up to one") << 0.9996 << "FLOP/B"
                                      << "1.00 FLOP/B";
    QTest::newRow("rounds up to a tenth") << 0.09996 << "FLOP/B"
                                          << "0.100 FLOP/B";
    QTest::newRow("just below one") << 0.999 << "FLOP/B"
                                    << "0.999 FLOP/B";
    QTest::newRow("H100") << 989.4e12 << "FLOP/s"
                          << "989 TFLOP/s";
    QTest::newRow("peta") << 1.979e15 << "FLOP/s"
                          << "1.98 PFLOP/s";
    QTest::newRow("exa") << 2.5e18 << "FLOP"
                         << "2.50 EFLOP";
    QTest::newRow("beyond") << 1e24 << "FLOP"
                            << "1.00e+24 FLOP";
    QTest::newRow("milli") << 0.005 << "s"
                           << "5.00 ms";
    QTest::newRow("clock") << 3.7e9 << "Hz"
                           << "3.70 GHz";
    QTest::newRow("negative") << -1.5e6 << "B"
                              << "−1.50 MB";
    QTest::newRow("no unit") << 12.0 << ""
                             << "12.0";
    QTest::newRow("a prefix takes the place of one") << 7194.0 << "1/s"
                                                     << "7.19 k/s";
    QTest::newRow("one over") << 480.0 << "1/s"
                              << "480 1/s";
    QTest::newRow("not a number") << notANumber << "FLOP"
                                  << "–";
    QTest::newRow("infinite") << infinity << "FLOP"
                              << "–";
}

void FormatTest::quantity()
{
    QFETCH(double, value);
    QFETCH(QString, unit);
    QTEST(QString::fromStdString(formatQuantity(value, unit.toStdString())), "text");
    if (unit == "FLOP/B")
        QTEST(QString::fromStdString(formatIntensity(value)), "text");
}

void FormatTest::rate_data()
{
    QTest::addColumn<double>("perSecond");
    QTest::addColumn<QString>("text");
    QTest::newRow("few") << 7.194 << "7.19 items/s";
    QTest::newRow("fewer than one") << 0.01234 << "0.0123 items/s";
    QTest::newRow("hundreds") << 480.4 << "480 items/s";
    QTest::newRow("thousands") << 7194.0 << "7,190 items/s";
    QTest::newRow("rounds up") << 999.7 << "1,000 items/s";
    QTest::newRow("millions") << 1'234'567.0 << "1,230,000 items/s";
    QTest::newRow("rounds up to millions") << 999'600.0 << "1,000,000 items/s";
    QTest::newRow("none") << 0.0 << "0 items/s";
    QTest::newRow("not a number") << notANumber << "– items/s";
}

void FormatTest::rate()
{
    QFETCH(double, perSecond);
    QTEST(QString::fromStdString(formatRate(perSecond, "items")), "text");
}

void FormatTest::duration_data()
{
    QTest::addColumn<double>("nanoseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("ms") << 24.3e6 << "24.3 ms";
    QTest::newRow("ns") << 812.0 << "812 ns";
    QTest::newRow("s") << 1.2e9 << "1.20 s";
    QTest::newRow("us") << 2500.0 << "2.50 µs";
    QTest::newRow("rounds up to us") << 999.7 << "1.00 µs";
    QTest::newRow("rounds up to ms") << 999.7e3 << "1.00 ms";
    QTest::newRow("rounds up to s") << 999.7e6 << "1.00 s";
    QTest::newRow("hours") << 7200e9 << "7200 s";
    QTest::newRow("the largest in digits") << 999'999e9 << "999999 s";
    QTest::newRow("beyond") << 1e15 << "1.00e+06 s";
    QTest::newRow("largest") << std::numeric_limits<double>::max() << "1.80e+299 s";
    QTest::newRow("below a nanosecond") << 0.25 << "0.250 ns";
    QTest::newRow("zero") << 0.0 << "0 ns";
    QTest::newRow("negative") << -3e6 << "−3.00 ms";
    QTest::newRow("not a number") << notANumber << "–";
    QTest::newRow("infinite") << -infinity << "–";
}

void FormatTest::duration()
{
    QFETCH(double, nanoseconds);
    QTEST(QString::fromStdString(formatDuration(nanoseconds)), "text");
}

void FormatTest::tick_data()
{
    QTest::addColumn<double>("nanoseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("three digits") << 331e3 << "331 µs";
    QTest::newRow("a fourth one") << 331.5e3 << "331.5 µs";
    QTest::newRow("many") << 331'000.25 << "331.00025 µs";
    QTest::newRow("with an error of the arithmetic") << 3315 * 0.1 << "331.5 ns";
    QTest::newRow("almost the next unit") << 999.7e3 << "999.7 µs";
    QTest::newRow("the next unit") << 1e6 << "1.00 ms";
    QTest::newRow("behind it") << 1000.5e3 << "1.0005 ms";
    QTest::newRow("hours") << 7200.5e9 << "7200.5 s";
    QTest::newRow("below a nanosecond") << 0.25 << "0.250 ns";
    QTest::newRow("zero") << 0.0 << "0 ns";
    QTest::newRow("negative") << -331.5e3 << "−331.5 µs";
    QTest::newRow("not a number") << notANumber << "–";
    QTest::newRow("infinite") << -infinity << "–";
}

void FormatTest::tick()
{
    QFETCH(double, nanoseconds);
    QTEST(QString::fromStdString(formatTick(nanoseconds)), "text");
}

void FormatTest::bytes_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("MB") << qint64 { 84000000 } << "84.0 MB";
    QTest::newRow("zero") << qint64 { 0 } << "0 B";
    QTest::newRow("five") << qint64 { 5 } << "5 B";
    QTest::newRow("999") << qint64 { 999 } << "999 B";
    QTest::newRow("1000") << qint64 { 1000 } << "1.00 kB";
    QTest::newRow("GB") << qint64 { 85899345920 } << "85.9 GB";
    QTest::newRow("largest") << std::numeric_limits<qint64>::max() << "≥ 9.22 EB";
}

void FormatTest::bytes()
{
    QFETCH(qint64, bytes);
    QTEST(QString::fromStdString(formatBytes(bytes)), "text");
}

void FormatTest::count_data()
{
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("ResNet-18") << qint64 { 11689512 } << "11,689,512";
    QTest::newRow("0") << qint64 { 0 } << "0";
    QTest::newRow("999") << qint64 { 999 } << "999";
    QTest::newRow("1000") << qint64 { 1000 } << "1,000";
    QTest::newRow("-999") << qint64 { -999 } << "−999";
    QTest::newRow("-1000") << qint64 { -1000 } << "−1,000";
    QTest::newRow("-100000") << qint64 { -100000 } << "−100,000";
    QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << "−9,223,372,036,854,775,808";
}

void FormatTest::count()
{
    QFETCH(qint64, count);
    QTEST(QString::fromStdString(formatCount(count)), "text");
}

void FormatTest::percent_data()
{
    QTest::addColumn<double>("fraction");
    QTest::addColumn<QString>("text");
    QTest::newRow("61") << 0.612 << "61 %";
    QTest::newRow("6.1") << 0.0612 << "6.1 %";
    QTest::newRow("tiny") << 0.0002 << "<0.1 %";
    QTest::newRow("the largest in digits") << 9'999.0 << "999900 %";
    QTest::newRow("beyond") << -1e4 << "−1.00e+06 %";
    QTest::newRow("largest") << 1e300 << "1.00e+302 %";
    QTest::newRow("tiny loss") << -0.0002 << ">−0.1 %";
    QTest::newRow("zero") << 0.0 << "0 %";
    QTest::newRow("0.1") << 0.001 << "0.1 %";
    QTest::newRow("just below ten") << 0.0994 << "9.9 %";
    QTest::newRow("rounds up to ten") << 0.0996 << "10 %";
    QTest::newRow("all") << 1.0 << "100 %";
    QTest::newRow("above") << 1.234 << "123 %";
    QTest::newRow("negative") << -0.25 << "−25 %";
    QTest::newRow("not a number") << notANumber << "–";
}

void FormatTest::percent()
{
    QFETCH(double, fraction);
    QTEST(QString::fromStdString(formatPercent(fraction)), "text");
}

void FormatTest::ratioAndDifferenceHaveFewDigits()
{
    QCOMPARE(formatRounded(0.9123), "0.912");
    QCOMPARE(formatRounded(1.0034), "1.00");
    QCOMPARE(formatRounded(21.9555), "22.0");
    QCOMPARE(formatRounded(219.555), "220");
    QCOMPARE(formatRounded(1e300), "1.00e+300");
    QCOMPARE(formatRounded(-219.555), "−220");
    QCOMPARE(formatRounded(notANumber), "–");
    QCOMPARE(formatRounded(infinity), "–");
    QCOMPARE(formatDifference(-812), "−812 ns");
    QCOMPARE(formatDifference(1.2e6), "+1.20 ms");
    QCOMPARE(formatPercentChange(0.12), "+12 %");
    QCOMPARE(formatPercentChange(-0.083), "−8.3 %");
    QCOMPARE(formatPercentChange(-0.0004), "<0.1 %");
    QCOMPARE(formatPercentChange(0), "0 %");
    QCOMPARE(formatPercentChange(notANumber), "–");
    QCOMPARE(formatDifference(-infinity), "–");
    QCOMPARE(formatDifference(notANumber), "–");
}

void FormatTest::shape_data()
{
    QTest::addColumn<QList<qint64>>("dimensions");
    QTest::addColumn<QString>("text");
    QTest::newRow("image") << QList<qint64> { 1, 3, 224, 224 } << "1x3x224x224";
    QTest::newRow("vector") << QList<qint64> { 1000 } << "1000";
    QTest::newRow("scalar") << QList<qint64> {} << "scalar";
    QTest::newRow("empty") << QList<qint64> { 0, 4 } << "0x4";
}

void FormatTest::shape()
{
    QFETCH(QList<qint64>, dimensions);
    QTEST(QString::fromStdString(formatShape(Shape(dimensions.begin(), dimensions.end()))), "text");
    QCOMPARE(formatShapes({}), "");
    QCOMPARE(formatShapes({ { 1, 2 }, {}, { 3 } }), "1x2, scalar, 3");
}

void FormatTest::instructionsHaveTheirUsualName()
{
    QCOMPARE(formatInstructions("AVX3"), std::string("AVX-512"));
    QCOMPARE(formatInstructions("AVX3_ZEN4"), std::string("AVX-512 (Zen 4)"));
    QCOMPARE(formatInstructions("AVX2"), std::string("AVX2"));
    QCOMPARE(formatInstructions("MUFU.EX2, 8 chains"), std::string("MUFU.EX2, 8 chains"));
    QCOMPARE(formatInstructions(""), std::string());
}

void FormatTest::localeMakesNoDifference()
{
    std::vector<std::string> texts;
    {
        const GermanLocale german;
        texts = { formatQuantity(1.81407e9, "FLOP"),
                  formatDuration(24.3e6),
                  formatBytes(84000000),
                  formatCount(11689512),
                  formatPercent(0.0612),
                  formatShape({ 1, 2048 }) };
    }
    QCOMPARE(texts, (std::vector<std::string> { "1.81 GFLOP", "24.3 ms", "84.0 MB", "11,689,512", "6.1 %", "1x2048" }));
}

ROOFLIGHT_TEST(FormatTest)
#include "format_test.moc"
