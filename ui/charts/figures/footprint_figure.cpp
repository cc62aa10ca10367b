// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/results/roofs/report.h"
#include "core/roofline/footprint_roofs.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double curveDot = 2;
constexpr double operatorRadius = 4;
constexpr double stepsPerDoubling = 8; // of a line between two points, which is bent on a logarithmic axis
constexpr double beyond = 1.3; // beyond what is shown

struct FootprintFigureText {
    Q_DECLARE_TR_FUNCTIONS(FootprintFigure)
};

/// Those that count (soundCurves()), with their points as measured.
std::vector<const BandwidthCurve *> shownCurves(const DeviceRoofs &peaks)
{
    std::vector<const BandwidthCurve *> shown;
    for (const BandwidthCurve &sound : soundCurves(peaks)) {
        shown.push_back(&*std::ranges::find_if(peaks.curves, [&sound](const BandwidthCurve &curve) {
            return curve.pattern == sound.pattern && bandwidthAt(curve, 1).has_value();
        }));
    }
    return shown;
}

struct ValueSpan {
    double low = 0;
    double high = 0;

    void add(double value)
    {
        low = low == 0 ? value : std::min(low, value);
        high = std::max(high, value);
    }
};

struct PlotSpans {
    ValueSpan bytes;
    ValueSpan rates;
};

PlotSpans spansOf(const std::vector<const BandwidthCurve *> &curves, const std::vector<FootprintPoint> &operators)
{
    constexpr double leastShare = 1e-5; // of the highest: what is farther below stands at the edge
    PlotSpans spans;
    for (const BandwidthCurve *curve : curves) {
        for (const CurvePoint &point : curve->points) {
            spans.bytes.add(static_cast<double>(point.bytes));
            spans.rates.add(point.bytesPerSecond);
        }
    }
    const double least = leastShare * spans.rates.high;
    for (const FootprintPoint &point : operators) {
        spans.bytes.add(std::max(1.0, point.bytes));
        spans.rates.add(std::max(least, point.bytesPerSecond));
    }
    return spans;
}

QPolygonF curveLine(const PlotFrame &frame, const BandwidthCurve &curve)
{
    QPolygonF line;
    const auto last = static_cast<double>(curve.points.back().bytes);
    const double factor = std::exp2(1 / stepsPerDoubling);
    for (double bytes = static_cast<double>(curve.points.front().bytes); bytes < last; bytes *= factor)
        line << QPointF(frame.x(bytes), frame.y(bandwidthAt(curve, bytes)->bytesPerSecond));
    line << QPointF(frame.x(last), frame.y(bandwidthAt(curve, last)->bytesPerSecond));
    return line;
}

void paintCurve(QPainter &painter, const PlotFrame &frame, const BandwidthCurve &curve, const QColor &color)
{
    painter.setPen(QPen(color, 1.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curveLine(frame, curve));
    for (const CurvePoint &point : curve.points) {
        const QPointF place(frame.x(static_cast<double>(point.bytes)), frame.y(point.bytesPerSecond));
        painter.setPen(QPen(color, 1));
        painter.drawLine(QPointF(place.x(), frame.y(point.interval[0])),
                         QPointF(place.x(), frame.y(point.interval[1])));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(place, curveDot, curveDot);
    }
}

} // namespace

void paintFootprints(QPainter &painter, const QRectF &area, const JudgedSession &judged, const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    const Part<DeviceRoofs> &peaks = judged.session().peaks;
    const std::vector<const BandwidthCurve *> curves =
        peaks ? shownCurves(*peaks) : std::vector<const BandwidthCurve *>();
    const std::vector<FootprintPoint> operators = footprintPoints(judged);
    frame.paintHeader(
        FootprintFigureText::tr("Bandwidth by footprint"),
        operators.empty()
            ? QString()
            : FootprintFigureText::tr("Operators that memory limits: %1").arg(countText(std::ssize(operators))));
    if (curves.empty())
        return frame.paintEmpty(FootprintFigureText::tr("These roofs have no bandwidth by footprint."));
    std::vector<std::pair<QColor, QString>> legend;
    for (std::size_t i = 0; i < curves.size(); ++i)
        legend.emplace_back(style.numberedColor(i), QCoreApplication::translate("Page", curveTitle(*curves[i])));
    if (!operators.empty())
        legend.emplace_back(style.text(), FootprintFigureText::tr("Operators"));
    frame.paintLegend(legend);
    const PlotSpans spans = spansOf(curves, operators);
    frame.paintAxes({ FootprintFigureText::tr("Footprint"),
                      spans.bytes.low / beyond,
                      spans.bytes.high * beyond,
                      true,
                      [](double bytes) { return bytesText(std::llround(bytes)); },
                      {} },
                    { FootprintFigureText::tr("Bandwidth"),
                      spans.rates.low / beyond,
                      spans.rates.high * beyond,
                      true,
                      [](double rate) { return quantityText(rate, "B/s"); },
                      {} });
    painter.save();
    painter.setClipRect(frame.plot());
    for (std::size_t i = 0; i < curves.size(); ++i)
        paintCurve(painter, frame, *curves[i], style.numberedColor(i));
    painter.setPen(QPen(style.text(), 1.4));
    painter.setBrush(Qt::NoBrush);
    for (const FootprintPoint &point : operators)
        painter.drawEllipse(QPointF(frame.x(std::max(1.0, point.bytes)), frame.y(point.bytesPerSecond)), operatorRadius,
                            operatorRadius);
    painter.restore();
}

} // namespace rooflight
