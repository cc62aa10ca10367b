// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/themes.h"

#include <QApplication>
#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QSlider>
#include <QStyleOption>
#include <QTest>

#include <algorithm>
#include <set>

using namespace rooflight;

class TestChartStyle : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void contrastFollowsWcag_data();
    void contrastFollowsWcag();
    void textIsReadable_data();
    void textIsReadable();
    void barsStandOutAndTheirTextIsRead_data();
    void barsStandOutAndTheirTextIsRead();
    void markersStandOut_data();
    void markersStandOut();
    void everyFamilyHasItsOwnShapeAndName();
    void markersCoverTheSameArea();
    void themesFollowTheChoice();
    void slidersAreSeenOnDark();
    void arrowsAreSeenInSelectedRows_data();
    void pagesHaveTheColoursOfTheWindow();
    void arrowsAreSeenInSelectedRows();
};

namespace {

std::vector<OperatorFamily> allFamilies()
{
    std::vector<OperatorFamily> families;
    for (int i = 0; i <= static_cast<int>(OperatorFamily::Other); ++i)
        families.push_back(static_cast<OperatorFamily>(i));
    return families;
}

double strongestContrast(const QImage &image, const QColor &ground)
{
    double strongest = 1;
    for (int x = 0; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y)
            strongest = std::max(strongest, ChartStyle::contrast(image.pixelColor(x, y), ground));
    }
    return strongest;
}

void addPalettes()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
    QPalette pale = lightPalette();
    pale.setColor(QPalette::Text, QColor(0xbbbbbb));
    pale.setColor(QPalette::Highlight, QColor(0xffee88));
    QTest::newRow("somebody's pale palette") << pale;
}

double areaOf(const QPainterPath &path)
{
    const QPolygonF polygon = path.toFillPolygon();
    double doubled = 0;
    for (qsizetype i = 0; i + 1 < polygon.size(); ++i)
        doubled += polygon[i].x() * polygon[i + 1].y() - polygon[i + 1].x() * polygon[i].y();
    return std::abs(doubled) / 2;
}

} // namespace

void TestChartStyle::contrastFollowsWcag_data()
{
    // Published values: black on white is 21:1, #767676 is the lightest grey that passes 4.5:1 on white.
    QTest::addColumn<QColor>("colour");
    QTest::addColumn<double>("expected");
    QTest::newRow("black") << QColor(Qt::black) << 21.0;
    QTest::newRow("white") << QColor(0xffffff) << 1.0;
    QTest::newRow("grey") << QColor(0x767676) << 4.54;
    QTest::newRow("red") << QColor(0xff0000) << 4.0;
}

void TestChartStyle::contrastFollowsWcag()
{
    QFETCH(QColor, colour);
    QFETCH(double, expected);
    QVERIFY(std::abs(ChartStyle::contrast(colour, Qt::white) - expected) < 0.01);
}

void TestChartStyle::textIsReadable_data()
{
    addPalettes();
}

void TestChartStyle::textIsReadable()
{
    QFETCH(QPalette, palette);
    const ChartStyle style(palette);
    const QColor ground = style.ground();
    QVERIFY(ChartStyle::contrast(style.text(), ground) >= 4.5);
    QVERIFY(ChartStyle::contrast(style.mutedText(), ground) >= 4.5);
    QVERIFY(ChartStyle::contrast(style.text(), style.panel()) >= 4.5);
    QVERIFY(ChartStyle::contrast(style.mutedText(), style.panel()) >= 4.5);
    QVERIFY(ChartStyle::contrast(style.warning(), style.panel()) >= 4.5);
    for (const QColor &ofChange : { style.better(), style.worse() })
        QVERIFY(ChartStyle::contrast(ofChange, ground) >= 4.5 && ChartStyle::contrast(ofChange, style.panel()) >= 4.5);
    QVERIFY(ChartStyle::contrast(style.accent(), ground) >= 3);
    for (const RoofKind kind : { RoofKind::Compute, RoofKind::Memory, RoofKind::Launch })
        QVERIFY(ChartStyle::contrast(style.roofColor(kind), ground) >= 4.5);
    using Line = ChartStyle::StatisticLine;
    for (const Line line : { Line::Mean, Line::Median, Line::P95, Line::P99 })
        QVERIFY(ChartStyle::contrast(style.statisticPen(line).color(), ground) >= 4.5);
}

void TestChartStyle::barsStandOutAndTheirTextIsRead_data()
{
    textIsReadable_data();
}

/// 3 : 1 against the ground of a graph, 4.5 : 1 for the text that lies on it: WCAG 2, 1.4.11 and 1.4.3.
void TestChartStyle::barsStandOutAndTheirTextIsRead()
{
    QFETCH(QPalette, palette);
    const ChartStyle style(palette);
    std::vector<QColor> colors = { style.accent(), style.mutedText() };
    for (const Bound bound :
         { Bound::Compute, Bound::Bandwidth, Bound::Launch, Bound::Balanced, Bound::Underutilized, Bound::None })
        colors.push_back(style.boundColor(bound));
    for (const QColor &color : colors) {
        const QColor bar = style.barColor(color);
        for (const QPalette::ColorRole ground : { QPalette::Base, QPalette::AlternateBase })
            QVERIFY2(ChartStyle::contrast(style.barEdge(color), palette.color(ground)) >= 3, qPrintable(bar.name()));
        const double ofGround = ChartStyle::contrast(palette.color(QPalette::Text), palette.color(QPalette::Base));
        const double least = std::min(4.5, 0.9 * ofGround); // no bar makes text of a pale palette readable
        QVERIFY2(ChartStyle::contrast(palette.color(QPalette::Text), bar) >= least, qPrintable(bar.name()));
    }
}

void TestChartStyle::markersStandOut_data()
{
    addPalettes();
}

void TestChartStyle::markersStandOut()
{
    QFETCH(QPalette, palette);
    const ChartStyle style(palette);
    for (const OperatorFamily family : allFamilies())
        QVERIFY(ChartStyle::contrast(style.markerPen(family).color(), style.ground()) >= 3);
}

void TestChartStyle::everyFamilyHasItsOwnShapeAndName()
{
    const ChartStyle style(lightPalette());
    std::set<MarkerShape> shapes;
    std::set<QString> names;
    std::set<QRgb> colours;
    for (const OperatorFamily family : allFamilies()) {
        shapes.insert(markerShape(family));
        names.insert(displayName(family));
        colours.insert(style.familyColor(family).rgb());
    }
    QCOMPARE(shapes.size(), allFamilies().size());
    QCOMPARE(names.size(), allFamilies().size());
    QCOMPARE(colours.size(), allFamilies().size());
}

void TestChartStyle::markersCoverTheSameArea()
{
    const double circle = M_PI * 10 * 10;
    for (const OperatorFamily family : allFamilies()) {
        const double area = areaOf(ChartStyle::markerPath(markerShape(family), 20));
        QVERIFY2(std::abs(area / circle - 1) < 0.03, qPrintable(displayName(family)));
    }
}

void TestChartStyle::themesFollowTheChoice()
{
    applyTheme(Theme::Dark);
    QVERIFY(isDark(QApplication::palette()));
    QVERIFY(ChartStyle(QApplication::palette()).dark());
    applyTheme(Theme::Light);
    QVERIFY(!isDark(QApplication::palette()));
    for (const QPalette &palette : { lightPalette(), darkPalette() }) {
        QVERIFY(ChartStyle::contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) >= 4.5);
        QVERIFY(ChartStyle::contrast(palette.color(QPalette::Text), palette.color(QPalette::Base)) >= 4.5);
        QVERIFY(ChartStyle::contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= 4.5);
        QVERIFY(ChartStyle::contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)) >= 4.5);
        QVERIFY(ChartStyle::contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight))
                >= 4.5);
        QVERIFY(ChartStyle::contrast(palette.color(QPalette::Link), palette.color(QPalette::Base)) >= 4.5);
    }
}

/// Even at its lower end, where no part of the groove is coloured.
void TestChartStyle::slidersAreSeenOnDark()
{
    applyTheme(Theme::Dark);
    WindowStyle style;
    QSlider slider(Qt::Horizontal);
    slider.setStyle(&style);
    slider.setTickPosition(QSlider::TicksBelow);
    slider.resize(160, 30);
    const QImage image = slider.grab().toImage();
    const double strongest = strongestContrast(image, darkPalette().color(QPalette::Window));
    applyTheme(Theme::Light);
    QVERIFY2(strongest >= 3, qPrintable(QString::number(strongest)));
}

void TestChartStyle::arrowsAreSeenInSelectedRows_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

/// The style of report pages names them for a light screen first, then for a dark one.
void TestChartStyle::pagesHaveTheColoursOfTheWindow()
{
    QFile file(QStringLiteral(TRANSLATIONS "/../report/page.css"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString css = QString::fromUtf8(file.readAll());
    const auto colorsOf = [&css](const QString &name) {
        const QRegularExpression variable(QStringLiteral("--%1: (#[0-9a-f]{6});").arg(name));
        QList<QColor> colors;
        for (auto match = variable.globalMatch(css); match.hasNext();)
            colors << QColor(match.next().captured(1));
        return colors;
    };
    const ChartStyle light(lightPalette());
    const ChartStyle dark(darkPalette());
    for (const OperatorFamily family : allFamilies())
        QCOMPARE(colorsOf(QString::fromUtf8(name(family))),
                 (QList { light.familyColor(family), dark.familyColor(family) }));
    QCOMPARE(colorsOf("compute"), (QList { light.roofColor(RoofKind::Compute), dark.roofColor(RoofKind::Compute) }));
    QCOMPARE(colorsOf("memory"), (QList { light.roofColor(RoofKind::Memory), dark.roofColor(RoofKind::Memory) }));
}

void TestChartStyle::arrowsAreSeenInSelectedRows()
{
    QFETCH(QPalette, palette);
    QStyleOption row;
    row.rect = QRect(0, 0, 20, 20);
    row.palette = palette;
    row.state = QStyle::State_Enabled | QStyle::State_Active | QStyle::State_Children | QStyle::State_Selected;
    const QColor ground = palette.color(QPalette::Highlight);
    QImage image(row.rect.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(ground);
    QPainter painter(&image);
    WindowStyle().drawPrimitive(QStyle::PE_IndicatorBranch, &row, &painter, nullptr);
    painter.end();
    const double strongest = strongestContrast(image, ground);
    QVERIFY2(strongest >= 3, qPrintable(QString::number(strongest)));
}

ROOFLIGHT_TEST(TestChartStyle)

#include "test_chart_style.moc"
