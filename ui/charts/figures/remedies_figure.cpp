// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/format/language.h"
#include "core/results/remedies/report.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace rooflight {

namespace {

constexpr double leastShown = 0.5; // of the time of the model as it is
constexpr double maxShown = 1.6; // what is slower ends at the edge

struct RemediesFigureText {
    Q_DECLARE_TR_FUNCTIONS(RemediesFigure)
};

/// A change, and what to call it.
struct RemedyRow {
    QString name;
    const MeasuredChange *change = nullptr;
};

/// Combinations first, as they are what one came for; then each remedy by its gain.
std::vector<RemedyRow> rowsOf(const Remedies &remedies)
{
    std::vector<RemedyRow> rows;
    for (const RemedyCombination &combination : remedies.combinations) {
        if (combination.change.isMeasured())
            rows.push_back({ displayText(namesPhrase(combination)), &combination.change });
    }
    std::ranges::stable_sort(rows, {}, [](const RemedyRow &row) { return row.change->ratio; });
    for (const Remedy *remedy : byGain(remedies.remedies)) {
        if (remedy->change.isMeasured())
            rows.push_back({ displayText(phraseOf(nameOf(*remedy))), &latestChange(remedies, *remedy) });
    }
    return rows;
}

QColor colorOf(const MeasuredChange &change, const ChartStyle &style)
{
    switch (verdictOf(change)) {
    case RemedyVerdict::Faster:
        return style.better();
    case RemedyVerdict::Slower:
        return style.worse();
    case RemedyVerdict::Same:
    case RemedyVerdict::Unsure:
        break;
    }
    return style.mutedText();
}

PlotAxis axisOf(const std::vector<RemedyRow> &rows)
{
    double low = leastShown;
    double high = 1;
    for (const RemedyRow &row : rows) {
        low = std::min(low, row.change->ratioInterval[0]);
        high = std::max(high, row.change->ratioInterval[1]);
    }
    return { .title = RemediesFigureText::tr("Time per item, against the unchanged model"),
             .low = std::max(0.0, low - 0.02),
             .high = std::min(high + 0.02, maxShown),
             .text = [](double ratio) { return percentChangeText(ratio - 1); },
             .ticks = {} };
}

void paintChange(QPainter &painter, const PlotFrame &frame, const RemedyRow &row, double middle,
                 const ChartStyle &style)
{
    constexpr double dot = 5;
    const QColor color = colorOf(*row.change, style);
    const double right = frame.plot().right();
    const auto x = [&](double ratio) { return std::min(frame.x(ratio), right); };
    painter.setPen(QPen(color, 2));
    painter.setBrush(color);
    const auto [low, high] = row.change->ratioInterval;
    painter.drawLine(QPointF(x(low), middle), QPointF(x(high), middle));
    if (frame.x(row.change->ratio) <= right) {
        painter.drawEllipse(QPointF(x(row.change->ratio), middle), dot, dot);
        return;
    }
    painter.drawPolygon(QPolygonF { QPointF(right, middle), QPointF(right - 2 * dot, middle - dot),
                                    QPointF(right - 2 * dot, middle + dot) });
}

} // namespace

void paintRemedies(QPainter &painter, const QRectF &area, const Remedies &remedies, const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    std::vector<RemedyRow> rows = rowsOf(remedies);
    frame.paintHeader(RemediesFigureText::tr("Remedies"),
                      remedies.medianNs > 0
                          ? RemediesFigureText::tr("As it is: %1").arg(durationText(remedies.medianNs))
                          : QString());
    if (rows.empty())
        return frame.paintEmpty(RemediesFigureText::tr("Nothing has been timed yet."));
    // The best of them, rather than marks without a name; the table has all.
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(frame.rowsThatFit())));
    QStringList names;
    for (const RemedyRow &row : rows)
        names << RemediesFigureText::tr("%1 (%2)").arg(row.name, percentChangeText(row.change->ratio - 1));
    frame.paintAxes(axisOf(rows), {}, names);
    painter.setPen(style.axisPen());
    painter.drawLine(QPointF(frame.x(1), frame.plot().top()), QPointF(frame.x(1), frame.plot().bottom()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        paintChange(painter, frame, rows[i], frame.rowCentre(static_cast<int>(i)), style);
}

} // namespace rooflight
