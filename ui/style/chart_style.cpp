// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/chart_style.h"

#include "ui/style/themes.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <array>
#include <cmath>

namespace rooflight {

namespace {

constexpr double textContrast = 4.5; // WCAG 2 AA
constexpr double graphicsContrast = 3.0;

double relativeLuminance(const QColor &color)
{
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

QColor blend(const QColor &first, const QColor &second, double shareOfSecond)
{
    const auto mix = [shareOfSecond](float a, float b) { return static_cast<float>(a + (b - a) * shareOfSecond); };
    return QColor::fromRgbF(mix(first.redF(), second.redF()), mix(first.greenF(), second.greenF()),
                            mix(first.blueF(), second.blueF()));
}

/// The colour, moved towards black or white as little as it takes to stand out from the ground.
QColor withContrast(const QColor &color, const QColor &ground, double wanted)
{
    const QColor away = relativeLuminance(ground) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    for (int step = 0; step < 20; ++step) {
        const QColor candidate = blend(color, away, step / 20.0);
        if (ChartStyle::contrast(candidate, ground) >= wanted)
            return candidate;
    }
    return away;
}

QColor withAlpha(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

} // namespace

ChartStyle::ChartStyle(const QPalette &palette, const QFont &font)
    : m_dark(isDark(palette))
    , m_ground(palette.color(QPalette::Base))
    , m_panel(palette.color(QPalette::Window))
    , m_text(withContrast(palette.color(QPalette::Text), m_ground, textContrast))
    , m_mutedText(withContrast(blend(m_text, m_ground, 0.4), m_panel, textContrast + 0.3))
    , m_accent(withContrast(palette.color(QPalette::Highlight), m_ground, textContrast))
    , m_warning(withContrast(QColor(0xc8102e), m_ground, textContrast))
    , m_caution(withContrast(QColor(0xe69f00), m_ground, graphicsContrast))
    , m_better(withContrast(QColor(0x0072b2), m_ground, textContrast))
    , m_worse(withContrast(QColor(0xd55e00), m_ground, textContrast))
    , m_border(blend(m_text, m_ground, m_dark ? 0.72 : 0.78))
    , m_font(font)
{
    // Cards lie on the panel's colour, charts on the ground: text has to be read on both.
    m_text = withContrast(m_text, m_panel, textContrast);
    m_mutedText = withContrast(m_mutedText, m_ground, textContrast);
    m_warning = withContrast(m_warning, m_panel, textContrast);
    m_better = withContrast(m_better, m_panel, textContrast);
    m_worse = withContrast(m_worse, m_panel, textContrast);
}

QPen ChartStyle::axisPen() const
{
    return { blend(m_text, m_ground, 0.45), 1 };
}

QPen ChartStyle::gridPen() const
{
    return { blend(m_text, m_ground, m_dark ? 0.84 : 0.86), 1 };
}

QPen ChartStyle::minorGridPen() const
{
    return { blend(m_text, m_ground, m_dark ? 0.925 : 0.945), 1 };
}

QColor ChartStyle::familyColor(OperatorFamily family) const
{
    return QColor(familyRgb(family, m_dark));
}

QPainterPath ChartStyle::markerPath(MarkerShape shape, double diameter)
{
    const double radius = diameter / 2;
    QPainterPath path;
    QPolygonF corners;
    for (const auto &[x, y] : markerCorners(shape))
        corners << QPointF(x, y) * radius;
    if (corners.isEmpty()) {
        path.addEllipse(QPointF(), radius, radius);
    } else {
        path.addPolygon(corners);
        path.closeSubpath();
    }
    return path;
}

QColor ChartStyle::groundOfText() const
{
    return withAlpha(m_ground, 0.75);
}

QBrush ChartStyle::markerBrush(const QColor &color)
{
    return withAlpha(color, 0.85);
}

QColor ChartStyle::numberedColor(std::size_t number) const
{
    return familyColor(numberedFamily(number));
}

QColor ChartStyle::scaleColor(double part) const
{
    // From a pale blue over violet to a strong orange; on a dark ground much is light, on a light one dark.
    const QColor low = m_dark ? QColor(0x3b4a63) : QColor(0xbfd3ea);
    const QColor middle = m_dark ? QColor(0xa45fb5) : QColor(0xa35bb0);
    const QColor high = m_dark ? QColor(0xffb35c) : QColor(0x9c2a00);
    const double place = std::clamp(part, 0.0, 1.0);
    return place < 0.5 ? blend(low, middle, place * 2) : blend(middle, high, place * 2 - 1);
}

QPen ChartStyle::markerPen(const QColor &color) const
{
    const QColor edge = blend(color, m_dark ? QColor(Qt::white) : QColor(Qt::black), 0.25);
    return { withContrast(edge, m_ground, graphicsContrast), 1.2 };
}

QColor ChartStyle::boundColor(Bound bound) const
{
    switch (bound) {
    case Bound::Compute:
        return m_dark ? QColor(0xe8702a) : QColor(0xd55e00);
    case Bound::Bandwidth:
        return m_dark ? QColor(0x3f93dd) : QColor(0x0072b2);
    case Bound::Launch:
        return QColor(0xe69f00);
    case Bound::Balanced:
        return m_dark ? QColor(0x17b58a) : QColor(0x009e73);
    case Bound::Underutilized:
        return QColor(0xcc79a7);
    case Bound::None:
        break;
    }
    return QColor(0x8a8f98);
}

QColor ChartStyle::barColor(const QColor &color) const
{
    constexpr int steps = 40;
    const QColor strong = barEdge(color);
    QColor shade = strong;
    for (int step = 1; step <= steps && contrast(m_text, shade) < textContrast; ++step)
        shade = blend(strong, m_ground, double(step) / steps);
    return shade;
}

QColor ChartStyle::barEdge(const QColor &color) const
{
    constexpr double ofTwoGrounds = 1.25; // rows of a table alternate
    return withContrast(color, m_ground, graphicsContrast * ofTwoGrounds);
}

void ChartStyle::paintBar(QPainter &painter, const QRect &bar, const QColor &color) const
{
    painter.fillRect(bar, barEdge(color));
    painter.fillRect(bar.adjusted(1, 1, -1, -1), barColor(color));
}

QColor ChartStyle::textColorFor(const QColor &color) const
{
    return withContrast(color, m_ground, textContrast);
}

QPen ChartStyle::selectedPen() const
{
    return { m_accent, 2.5 };
}

QPen ChartStyle::hoveredPen() const
{
    return { m_text, 2 };
}

QColor ChartStyle::roofColor(RoofKind kind) const
{
    switch (kind) {
    case RoofKind::Compute:
        return withContrast(m_dark ? QColor(0xf2a48c) : QColor(0x9a3b26), m_ground, textContrast);
    case RoofKind::Memory:
        return withContrast(m_dark ? QColor(0x8fb9ea) : QColor(0x2b5c94), m_ground, textContrast);
    case RoofKind::Launch:
        break;
    }
    return m_mutedText;
}

QColor ChartStyle::roofColor(const Roof &roof) const
{
    if (roof.compute() && roof.compute()->unit == ArithmeticUnit::Tensor)
        return withContrast(m_dark ? QColor(0xcfa6ee) : QColor(0x73399b), m_ground, textContrast);
    return roofColor(roof.kind());
}

QPen ChartStyle::roofPen(const Roof &roof, bool judging) const
{
    const QColor color = roofColor(roof);
    QPen pen(judging ? color : blend(color, m_ground, 0.45), judging ? 2.2 : 1.2);
    pen.setCapStyle(Qt::RoundCap);
    const OpenEnum<ArithmeticUnit> unit = roof.compute() ? roof.compute()->unit : OpenEnum<ArithmeticUnit>();
    if (unit == ArithmeticUnit::Scalar || unit == ArithmeticUnit::VectorNoFma || unit == ArithmeticUnit::Special)
        pen.setDashPattern({ 8, 3, 1, 3 });
    else if (unit == ArithmeticUnit::Library)
        pen.setDashPattern({ 1, 3 });
    return pen;
}

QPen ChartStyle::theoreticalPen(const Roof &roof) const
{
    QPen pen(blend(roofColor(roof), m_ground, 0.2), 1.3);
    pen.setDashPattern({ 6, 4 });
    return pen;
}

QBrush ChartStyle::sustainedBrush(const Roof &roof) const
{
    return blend(m_ground, roofColor(roof), m_dark ? 0.2 : 0.14);
}

QPen ChartStyle::launchPen() const
{
    return { withContrast(m_mutedText, m_ground, graphicsContrast), 1.4 };
}

QBrush ChartStyle::intervalBrush(RoofKind kind) const
{
    return blend(m_ground, roofColor(kind), 0.22);
}

QBrush ChartStyle::zoneBrush(RoofKind kind) const
{
    return blend(m_ground, roofColor(kind), m_dark ? 0.08 : 0.05);
}

QPen ChartStyle::intervalPen() const
{
    return { blend(m_ground, m_mutedText, 0.4), 1 };
}

QPen ChartStyle::ridgePen() const
{
    QPen pen(m_mutedText, 1);
    pen.setDashPattern({ 1, 3 });
    return pen;
}

QPen ChartStyle::statisticPen(StatisticLine line) const
{
    switch (line) {
    case StatisticLine::Mean: {
        QPen pen(withContrast(roofColor(RoofKind::Compute), m_ground, textContrast), 1.5);
        pen.setDashPattern({ 5, 3 });
        return pen;
    }
    case StatisticLine::Median:
        return { m_text, 2 };
    case StatisticLine::P95: {
        QPen pen(m_mutedText, 1.5);
        pen.setDashPattern({ 3, 3 });
        return pen;
    }
    case StatisticLine::P99:
        break;
    }
    QPen pen(m_mutedText, 1.5);
    pen.setDashPattern({ 1, 2.5 });
    return pen;
}

namespace {

QFont scaled(QFont font, double factor)
{
    if (font.pixelSize() > 0)
        font.setPixelSize(std::max(1, qRound(font.pixelSize() * factor)));
    else
        font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

} // namespace

QFont ChartStyle::smallFont() const
{
    return scaled(m_font, 0.9);
}

QFont ChartStyle::strongFont() const
{
    QFont font = m_font;
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont ChartStyle::headlineFont() const
{
    return scaled(m_font, 1.15);
}

QFont ChartStyle::titleFont() const
{
    QFont font = scaled(m_font, 1.7);
    font.setWeight(QFont::DemiBold);
    return font;
}

double ChartStyle::contrast(const QColor &first, const QColor &second)
{
    const double a = relativeLuminance(first) + 0.05;
    const double b = relativeLuminance(second) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

} // namespace rooflight
