// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/style/chart_style.h"
#include "ui/style/themes.h"

#include <QTest>

#include <cstdlib>
#include <numeric>
#include <set>

using namespace ridgepoint;

class TestHistogramChart : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void lowPicturesKeepTheirBars();
    void paintsBars_data();
    void paintsBars();
    void survivesOddSamples_data();
    void survivesOddSamples();
    void describesItself();
    void aRangeIsDraggedAndTakenBack();
    void othersAreOutlinesInTheSameBars();
};

void TestHistogramChart::aRangeIsDraggedAndTakenBack()
{
    HistogramChart chart;
    chart.resize(480, 280);
    chart.setSamples(QStringLiteral("layer"), fixture::samplesAround(1e6, 500));
    const QImage whole = chart.grab().toImage();
    QVERIFY(!chart.range());
    QTest::mousePress(&chart, Qt::LeftButton, {}, QPoint(150, 150));
    QTest::mouseMove(&chart, QPoint(250, 150));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, QPoint(250, 150));
    QVERIFY(chart.range().has_value());
    QVERIFY(chart.range()->front() < chart.range()->back());
    QVERIFY(chart.grab().toImage() != whole);
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(!chart.range());
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(chart.range().has_value());
    QTest::keyClick(&chart, Qt::Key_Minus);
    QVERIFY(!chart.range());
    chart.setRange(std::array { 0.99e6, 1.01e6 });
    chart.setLogarithmicTime(true);
    QVERIFY(chart.grab().toImage() != whole);
    chart.setSamples(QStringLiteral("other"), fixture::samplesAround(2e6, 500));
    QVERIFY(!chart.range()); // it was one of the other layer's times
}

/// Runs of 1 ms as bars, runs of 2 ms as an outline: that is in the right half of the axis, which reaches both.
void TestHistogramChart::othersAreOutlinesInTheSameBars()
{
    HistogramChart chart;
    chart.resize(480, 280);
    chart.setSamples(QStringLiteral("layer"), fixture::samplesAround(1e6, 500));
    const QColor outline = ChartStyle(chart.palette(), chart.font()).numberedColor(1);
    const auto isRight = [&chart, &outline] {
        const QImage image = chart.grab().toImage();
        for (int y = image.height() / 2; y < image.height(); ++y) {
            for (int x = image.width() / 2; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == outline)
                    return true;
            }
        }
        return false;
    };
    QVERIFY(!isRight());
    chart.setOthers({ { QStringLiteral("other"), fixture::samplesAround(2e6, 500) } });
    QVERIFY(isRight());
    QVERIFY(chart.accessibleDescription().contains(QStringLiteral("other")));
    chart.setMarked(1.5e6, QStringLiteral("run 7"));
    QVERIFY(chart.accessibleDescription().endsWith(QStringLiteral("run 7: 1.50 ms")));
}

/// The titles of the axes give way, then names of lines.
void TestHistogramChart::lowPicturesKeepTheirBars()
{
    HistogramChart chart;
    chart.resize(chart.minimumSizeHint());
    chart.setSamples(QStringLiteral("layer"), fixture::samplesAround(1e6, 500));
    const ChartStyle style(chart.palette(), chart.font());
    const QImage image = chart.grab().toImage();
    const QColor bar = style.accent();
    const auto isBar = [&](int x, int y) { // the accent over the ground
        const QColor pixel = image.pixelColor(x, y);
        return std::abs(pixel.blue() - (3 * bar.blue() + style.ground().blue()) / 4) < 4
            && std::abs(pixel.red() - (3 * bar.red() + style.ground().red()) / 4) < 4;
    };
    int rows = 0;
    for (int y = 0; y < image.height(); ++y) {
        bool isInRow = false;
        for (int x = 0; x < image.width(); ++x)
            isInRow = isInRow || isBar(x, y);
        rows += isInRow ? 1 : 0;
    }
    QVERIFY2(rows > 30, qPrintable(QString::number(rows)));
}

void TestHistogramChart::paintsBars_data()
{
    QTest::addColumn<bool>("logarithmic");
    QTest::addColumn<bool>("dark");
    QTest::newRow("linear") << false << false;
    QTest::newRow("logarithmic") << true << false;
    QTest::newRow("dark") << false << true;
}

void TestHistogramChart::paintsBars()
{
    QFETCH(bool, logarithmic);
    QFETCH(bool, dark);
    applyTheme(dark ? Theme::Dark : Theme::Light);
    HistogramChart chart;
    chart.resize(480, 280);
    const QImage empty = chart.grab().toImage();
    chart.setSamples(QStringLiteral("<b>layer</b>"), fixture::samplesAround(1e6, 500));
    chart.setLogarithmicCounts(logarithmic);
    const QImage full = chart.grab().toImage();
    QVERIFY(empty != full);
    std::set<QRgb> colours;
    for (int x = 0; x < full.width(); ++x)
        colours.insert(full.pixel(x, full.height() * 3 / 4));
    QVERIFY(colours.size() >= 3);
    chart.clear();
    QCOMPARE(chart.grab().toImage(), empty);
}

void TestHistogramChart::survivesOddSamples_data()
{
    QTest::addColumn<QList<double>>("samples");
    QTest::newRow("one") << QList<double> { 1000 };
    QTest::newRow("equal") << QList<double> { 5, 5, 5, 5, 5, 5, 5, 5 };
    QTest::newRow("zero") << QList<double> { 0, 0, 0 };
    QTest::newRow("far apart") << QList<double> { 1, 2, 3, 4, 5, 6, 7, 8, 9, 1e12 };
    QTest::newRow("not finite") << QList<double> { 1, 2, qQNaN(), qInf(), 3 };
}

void TestHistogramChart::survivesOddSamples()
{
    QFETCH(QList<double>, samples);
    SampleSet set;
    set.samplesNs = { samples.begin(), samples.end() };
    set.summary.count = samples.size();
    set.summary.medianNs = samples.first();
    set.summary.meanNs = samples.first();
    set.summary.maxNs = samples.last();
    HistogramChart chart;
    for (const QSize size : { QSize(480, 280), QSize(240, 150), QSize(20, 20) }) {
        chart.resize(size);
        chart.setSamples(QStringLiteral("odd"), set);
        QCOMPARE(chart.grab().size(), size.expandedTo(chart.minimumSize()));
    }
}

void TestHistogramChart::describesItself()
{
    HistogramChart chart;
    QVERIFY(!chart.accessibleName().isEmpty());
    chart.setSamples(QStringLiteral("layer1.conv"), fixture::samplesAround(1e6, 500));
    QVERIFY(chart.accessibleDescription().contains(QStringLiteral("layer1.conv")));
    QVERIFY(chart.accessibleDescription().contains(QStringLiteral("500")));
}

RIDGEPOINT_TEST(TestHistogramChart)

#include "test_histogram_chart.moc"
