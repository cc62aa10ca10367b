// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/text_recorder.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/charts/figures/histogram_layout.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/chart_style.h"
#include "ui/style/quantities.h"
#include "ui/style/themes.h"

#include <QPainter>
#include <QTest>

#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <set>

using namespace rooflight;

namespace {

/// What "331.5 µs" says; nothing if it is no time.
std::optional<double> nanosecondsIn(const QString &text)
{
    const std::map<QString, double> units { { QStringLiteral("ns"), 1 },
                                            { QStringLiteral("µs"), 1e3 },
                                            { QStringLiteral("ms"), 1e6 } };
    const qsizetype space = text.indexOf(u' ');
    bool isNumber = false;
    const double number = text.left(space).toDouble(&isNumber);
    const auto unit = units.find(text.mid(space + 1));
    return isNumber && space > 0 && unit != units.end() ? std::optional(number * unit->second) : std::nullopt;
}

} // namespace

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
    void namesOfOthersAreWhole();
    void statisticsLieOnNoLine_data();
    void statisticsLieOnNoLine();
    void ticksStandAtTheirValues_data();
    void ticksStandAtTheirValues();
    void ticksOfPlotsStandAtTheirValues_data();
    void ticksOfPlotsStandAtTheirValues();

private:
    static void addRanges();
};

void TestHistogramChart::addRanges()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("half a microsecond apart") << 331e3 << 334e3;
    QTest::newRow("nanoseconds apart") << 331e3 << 331.06e3;
    QTest::newRow("across a unit") << 999e3 << 1002e3;
    QTest::newRow("few digits") << 2e6 << 9e6;
}

void TestHistogramChart::ticksStandAtTheirValues_data()
{
    addRanges();
}

/// "332 µs" must not stand at 331.5.
void TestHistogramChart::ticksStandAtTheirValues()
{
    QFETCH(double, low);
    QFETCH(double, high);
    std::vector<double> runs;
    for (int i = 0; i <= 200; ++i)
        runs.push_back(low + (high - low) * i / 200);
    const SampleSet samples = sampleSet({}, runs);
    const HistogramPicture picture;
    const ChartStyle style { QPalette(), QFont() };
    for (const int width : { 300, 420, 800 }) {
        const HistogramLayout layout({ 0, 0, double(width), 300 }, samples, picture, style);
        fixture::RecordingDevice device(QSize(width, 300));
        QPainter painter(&device);
        painter.setFont(style.smallFont());
        paintHistogramAxes(painter, layout);
        painter.end();
        int ticks = 0;
        for (const fixture::DrawnText &tick : device.texts()) {
            const std::optional<double> value = nanosecondsIn(tick.text);
            if (!value)
                continue;
            ++ticks;
            const bool isMovedIn = tick.box.right() > width - 4;
            QVERIFY2(isMovedIn || std::abs(layout.xOf(*value) - tick.box.center().x()) < 3, qPrintable(tick.text));
        }
        QVERIFY2(ticks >= 2, qPrintable(QString::number(width)));
    }
}

void TestHistogramChart::ticksOfPlotsStandAtTheirValues_data()
{
    addRanges();
}

/// On both axes.
void TestHistogramChart::ticksOfPlotsStandAtTheirValues()
{
    QFETCH(double, low);
    QFETCH(double, high);
    const ChartStyle style { QPalette(), QFont() };
    for (const int width : { 300, 420, 800 }) {
        fixture::RecordingDevice device(QSize(width, 300));
        QPainter painter(&device);
        PlotFrame frame(painter, { 0, 0, double(width), 300 }, style);
        const PlotAxis times { QString(), low, high, false, tickText, {} };
        frame.paintAxes(times, times);
        painter.end();
        int below = 0;
        for (const fixture::DrawnText &tick : device.texts()) {
            const std::optional<double> value = nanosecondsIn(tick.text);
            QVERIFY2(value.has_value(), qPrintable(tick.text));
            const bool isBelow = tick.box.top() > frame.plot().bottom();
            below += isBelow ? 1 : 0;
            const double away =
                isBelow ? frame.x(*value) - tick.box.center().x() : frame.y(*value) - tick.box.center().y();
            const bool isMovedIn = isBelow && tick.box.right() > width - 8;
            QVERIFY2(isMovedIn || std::abs(away) < 5, qPrintable(tick.text));
        }
        QVERIFY2(below >= 2, qPrintable(QString::number(width)));
    }
}

/// Names of layers begin alike: cut to a quarter of the width they would be the same.
void TestHistogramChart::namesOfOthersAreWhole()
{
    const SampleSet samples = fixture::samplesAround(1e6, 500);
    HistogramPicture picture;
    for (const char *name : { "layer1.0.conv2", "layer2.0.conv2", "layer3.0.conv2", "layer4.0.conv2" })
        picture.others.push_back({ QString::fromLatin1(name), samples });
    const ChartStyle style { QPalette(), QFont() };
    const HistogramLayout layout({ 0, 0, 300, 400 }, samples, picture, style);
    QCOMPARE(layout.legend.size(), std::size_t(4));
    for (std::size_t i = 0; i < layout.legend.size(); ++i) {
        QVERIFY2(layout.legend[i].text.startsWith(picture.others[i].title), qPrintable(layout.legend[i].text));
        QVERIFY(layout.legend[i].box.right() <= 300);
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!layout.legend[i].box.intersects(layout.legend[j].box));
    }
}

void TestHistogramChart::statisticsLieOnNoLine_data()
{
    QTest::addColumn<double>("tail");
    QTest::newRow("no tail") << 1.0;
    QTest::newRow("short tail") << 1.06;
    QTest::newRow("tail at the right edge") << 1.5;
    QTest::newRow("long tail") << 4.0;
}

/// Whether the percentiles are near one another, or p95 and p99 at the right edge.
void TestHistogramChart::statisticsLieOnNoLine()
{
    QFETCH(double, tail);
    std::vector<double> runs = fixture::samplesAround(1e6, 500).samplesNs;
    for (std::size_t i = 0; i < runs.size(); i += 16)
        runs[i] *= tail;
    const SampleSet samples = sampleSet({}, runs);
    const HistogramPicture picture;
    const ChartStyle style { QPalette(), QFont() };
    for (const int width : { 300, 420, 800 }) {
        const HistogramLayout layout({ 0, 0, double(width), 300 }, samples, picture, style);
        QCOMPARE(layout.statistics.size(), std::size_t(4));
        for (const StatisticMark &name : layout.statistics) {
            for (const StatisticMark &line : layout.statistics) {
                const bool crosses = line.x > name.box.left() + 1 && line.x < name.box.right() - 1
                    && line.box.center().y() < name.box.center().y();
                QVERIFY2(!crosses,
                         qPrintable(QStringLiteral("%1 lies on the line of %2 at %3 pixels")
                                        .arg(name.text, line.text, QString::number(width))));
            }
        }
    }
}

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

ROOFLIGHT_TEST(TestHistogramChart)

#include "test_histogram_chart.moc"
