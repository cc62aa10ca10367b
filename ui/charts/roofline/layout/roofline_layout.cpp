// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/layout/roofline_layout.h"

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/layout/labels.h"
#include "ui/style/quantities.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace rooflight {

namespace {

constexpr double tolerance = 1e-9;

std::vector<double> decades(double low, double high, int step)
{
    std::vector<double> positions;
    for (double decade = std::ceil(low - tolerance); decade <= high + tolerance; ++decade) {
        if (std::fmod(std::abs(decade), step) < tolerance)
            positions.push_back(decade);
    }
    return positions;
}

std::vector<double> multiples(double low, double high, std::initializer_list<double> factors)
{
    std::vector<double> positions;
    for (double decade = std::floor(low); decade <= high; ++decade) {
        for (const double factor : factors) {
            const double position = decade + std::log10(factor);
            if (position >= low - tolerance && position <= high + tolerance)
                positions.push_back(position);
        }
    }
    return positions;
}

std::vector<double> evenSteps(double low, double high, int maximumCount)
{
    const double first = std::pow(10.0, low);
    const double last = std::pow(10.0, high);
    const double power = std::pow(10.0, std::floor(std::log10((last - first) / maximumCount)));
    std::vector<double> positions;
    for (const double factor : { 1.0, 2.0, 5.0, 10.0, 20.0 }) {
        const double step = factor * power;
        positions.clear();
        for (double index = std::ceil(first / step - tolerance); index * step <= last * (1 + tolerance); ++index)
            positions.push_back(std::log10(index * step));
        if (static_cast<int>(positions.size()) <= maximumCount)
            break;
    }
    return positions;
}

std::vector<double> positionsFor(double low, double high, int maximumCount)
{
    const auto fits = [maximumCount](const std::vector<double> &positions) {
        return positions.size() >= 2 && static_cast<int>(positions.size()) <= maximumCount;
    };
    // The finest that fits: a person reads values between labels more easily the more of them there are.
    if (auto positions = multiples(low, high, { 1, 2, 5 }); fits(positions))
        return positions;
    for (const int step : { 1, 2, 3, 6 }) {
        if (auto positions = decades(low, high, step); fits(positions))
            return positions;
    }
    return evenSteps(low, high, maximumCount);
}

/// Even steps come close to each other at the upper end.
std::vector<double> apart(const std::vector<double> &positions, double distance)
{
    std::vector<double> kept;
    for (const double position : positions) {
        if (kept.empty() || position - kept.back() > distance)
            kept.push_back(position);
    }
    return kept;
}

/// "0.50" is "0.5", "20.0" is "20".
QString withoutTrailingZeros(QString digits)
{
    if (!digits.contains(u'.'))
        return digits;
    while (digits.endsWith(u'0'))
        digits.chop(1);
    if (digits.endsWith(u'.'))
        digits.chop(1);
    return digits;
}

/// "10⁻⁶", "2·10⁻⁵"; of a value below 1.
QString withPowerOfTen(double value)
{
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    const int exponent = static_cast<int>(std::floor(std::log10(value) + tolerance));
    const QString factor = withoutTrailingZeros(QString::number(value * std::pow(10.0, -exponent), 'f', 2));
    QString text = factor == u'1' ? QStringLiteral("10⁻") : factor + QStringLiteral("·10⁻");
    for (const QChar digit : QString::number(-exponent))
        text += digits[digit.digitValue()];
    return text;
}

} // namespace

QString axisNumber(double value, std::string_view unit)
{
    constexpr double leastInDigits = 0.001;
    if (unit.empty() && value > 0 && value < leastInDigits * (1 - tolerance))
        return withPowerOfTen(value);
    if (unit.empty() && value > 0 && value < 1000) { // a ratio: no prefix makes it smaller
        const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(value) + 1e-9)));
        return withoutTrailingZeros(QString::number(value, 'f', decimals));
    }
    QString text = quantityText(value, unit);
    text.chop(static_cast<qsizetype>(unit.size()));
    text = text.trimmed();
    const qsizetype space = text.indexOf(u' ');
    const QString digits = space < 0 ? text : text.left(space);
    const QString prefix = space < 0 ? QString() : text.mid(space);
    return withoutTrailingZeros(digits) + prefix;
}

std::vector<LogTick> logTicks(double low, double high, std::string_view unit, int maximumCount)
{
    std::vector<LogTick> ticks;
    if (!(high > low) || maximumCount < 2)
        return ticks;
    constexpr double labelShare = 0.6; // of the room for each
    const double distance = labelShare * (high - low) / maximumCount;
    for (const double position : apart(positionsFor(low, high, maximumCount), distance))
        ticks.push_back({ position, axisNumber(std::pow(10.0, position), unit) });
    return ticks;
}

int tickCount(double pixels, double pixelsPerLabel)
{
    constexpr int most = 9; // a plot over four decades names these, and leaves 2 and 5 to the lines between them
    return std::clamp(static_cast<int>(pixels / pixelsPerLabel), 2, most);
}

std::vector<double> minorTicks(double low, double high, double pixelPerDecade)
{
    constexpr double narrowestDecade = 40;
    if (pixelPerDecade < narrowestDecade)
        return {};
    return multiples(low, high, { 2, 3, 4, 5, 6, 7, 8, 9 });
}

namespace {

QList<QLineF> minorGrid(const Viewport &plane)
{
    QList<QLineF> lines;
    const Frame &frame = plane.frame;
    for (const double x : minorTicks(frame.left, frame.right, plane.area.width() / frame.width()))
        lines << plane.toPixel(QLineF(x, frame.bottom, x, frame.top));
    for (const double y : minorTicks(frame.bottom, frame.top, plane.area.height() / frame.height()))
        lines << plane.toPixel(QLineF(frame.left, y, frame.right, y));
    return lines;
}

constexpr double outerMargin = 8;
constexpr double tickLength = 6;
constexpr double titleGap = 6;

/// What numbers and titles of the axes leave of an area.
QRectF planeIn(const QSizeF &size, const ChartStyle &style)
{
    const QFontMetricsF small(style.smallFont());
    const QFontMetricsF title(style.textFont());
    const double left = outerMargin + title.height() + titleGap + small.horizontalAdvance(QStringLiteral("888 G"))
        + tickLength + titleGap;
    const double right = outerMargin + small.horizontalAdvance(QStringLiteral("100 k")) / 2;
    const double top = outerMargin + small.height() / 2;
    const double bottom = tickLength + small.height() + titleGap + title.height() + outerMargin;
    return { left, top, std::max(10.0, size.width() - left - right), std::max(10.0, size.height() - top - bottom) };
}

MarkViewports viewportsIn(const RooflineScene &scene, const QSizeF &size)
{
    constexpr double leastHeight = 40; // of the plane: below it the strip gives way
    const double whole = stripHeight(*scene.content, *scene.style);
    const auto planeAbove = [&](double strip) { return planeIn(size - QSizeF(0, strip), *scene.style); };
    const double height = planeAbove(whole).height() < leastHeight ? 0 : whole;
    const QRectF plane = planeAbove(height);
    MarkViewports viewports { { scene.frame, plane }, {} };
    viewports.strip.frame = { scene.content->stripRange[0], scene.content->stripRange[1], 0, 1 };
    if (height > 0)
        viewports.strip.area = stripMarkArea(
            { plane.left(), size.height() - outerMargin / 2 - height, plane.width(), height }, *scene.style);
    return viewports;
}

std::vector<LogTick> ticksBetween(double low, double high, double shift, std::string_view unit, int count)
{
    std::vector<LogTick> ticks = logTicks(low + shift, high + shift, unit, count);
    for (LogTick &tick : ticks)
        tick.position -= shift;
    return ticks;
}

PlaneAxis intensityAxis(const RooflineScene &scene, const Viewport &plane)
{
    const double label = QFontMetricsF(scene.style->smallFont()).horizontalAdvance(QStringLiteral("0.888")) * 1.8;
    const bool isRelative = scene.content->relative;
    return { isRelative ? ChartsText::tr("Arithmetic intensity, ridge of each = 1")
                        : ChartsText::tr("Arithmetic intensity in FLOP/byte"),
             ticksBetween(plane.frame.left, plane.frame.right, 0, isRelative ? "" : "FLOP/B",
                          tickCount(plane.area.width(), label)) };
}

PlaneAxis performanceAxis(const RooflineScene &scene, const Viewport &plane)
{
    const double clock = scene.isPerCycle ? scene.clockHz().value_or(0) : 0; // 0: performance in FLOP/s
    const bool isPerCycle = clock > 0;
    const bool isRelative = scene.content->relative;
    QString title = isRelative ? ChartsText::tr("Performance, compute roof of each = 1")
        : isPerCycle           ? ChartsText::tr("FLOP per cycle at %1").arg(quantityText(clock, "Hz"))
                               : ChartsText::tr("Performance in FLOP/s");
    if (QFontMetricsF(scene.style->textFont()).horizontalAdvance(title) > plane.area.height())
        title = isRelative ? ChartsText::tr("Compute roof = 1")
            : isPerCycle   ? ChartsText::tr("FLOP per cycle")
                           : ChartsText::tr("FLOP/s");
    const double shift = isPerCycle ? -std::log10(clock) : 0;
    const double label = QFontMetricsF(scene.style->smallFont()).height() * 1.9;
    return { title,
             ticksBetween(plane.frame.bottom, plane.frame.top, shift, isPerCycle || isRelative ? "" : "FLOP/s",
                          tickCount(plane.area.height(), label)) };
}

} // namespace

std::optional<double> RooflineScene::clockHz() const
{
    if (!content->ridge || content->relative)
        return std::nullopt;
    const std::optional<double> clock = content->roofs[content->ridge->computeRoof].clockHz;
    return isPositive(clock) ? clock : std::nullopt;
}

RooflineLayout layOut(const RooflineScene &scene, const QSizeF &size)
{
    RooflineLayout layout;
    layout.viewports = viewportsIn(scene, size);
    const Viewport &plane = layout.viewports.plane;
    layout.intensity = intensityAxis(scene, plane);
    layout.performance = performanceAxis(scene, plane);
    layout.minorGrid = minorGrid(plane);
    layOutRoofs(layout, scene);
    if (scene.fused && plane.area.contains(plane.toPixel(scene.fused->place)))
        layout.star = plane.toPixel(scene.fused->place);
    layOutStrip(layout, scene);
    TextSheet sheet(scene, layout);
    writeMarkTexts(sheet);
    writeStripTexts(sheet);
    writeRoofTexts(sheet);
    return layout;
}

} // namespace rooflight
