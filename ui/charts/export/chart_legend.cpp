// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/chart_legend.h"

#include "ui/charts/plot/picture_file.h"
#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/mark_layer.h"
#include "ui/charts/roofline/roofline_plot.h"
#include "ui/style/display_names.h"

#include <QPainter>

#include <algorithm>
#include <set>

namespace rooflight {

namespace {

constexpr double signWidth = 14;
constexpr double signSize = 9;
constexpr double entryGap = 12;
constexpr double margin = 6;

struct ShownMarks {
    std::set<OperatorFamily> families;
    bool anyTimed = false;
};

void add(ShownMarks &shown, const MarkScene &scene)
{
    for (std::size_t mark = 0; mark < scene.set.places.size(); ++mark) {
        if (!scene.isShown(mark))
            continue;
        shown.families.insert(scene.pointOf(mark).family);
        shown.anyTimed = shown.anyTimed || scene.mark(mark).timed;
    }
}

ShownMarks shownMarks(RooflinePlot &plot)
{
    const MarkViewports &viewports = plot.layout().viewports;
    ShownMarks shown;
    add(shown, { *plot.shownScene().marks, viewports });
    for (const MarkSet *other : plot.shownScene().otherMarks)
        add(shown, { *other, viewports });
    return shown;
}

} // namespace

ChartLegend::ChartLegend(RooflinePlot &plot, const ChartStyle &style)
    : m_style(style)
{
    const ShownMarks shown = shownMarks(plot);
    for (const OperatorFamily family : shown.families) {
        const QColor color = plot.coloring() == ColorBy::Family ? style.familyColor(family) : style.mutedText();
        m_entries.push_back({ markerShape(family), color, displayName(family) });
    }
    for (const ColorKey &key : plot.colorKey())
        m_entries.push_back({ {}, key.color, key.text });
    if (const std::optional<Roof> launch = plot.drawnLaunchRoof())
        m_entries.push_back({ {}, {}, shortLaunchLabel(*launch) });
    if (!shown.families.empty())
        m_entries.push_back(
            { {}, {}, shown.anyTimed ? ReportText::tr("Area: share of time") : ReportText::tr("Hollow: not timed") });
}

std::vector<QString> ChartLegend::texts() const
{
    std::vector<QString> texts;
    std::ranges::transform(m_entries, std::back_inserter(texts), &Entry::text);
    return texts;
}

double ChartLegend::rowHeight() const
{
    return QFontMetricsF(m_style.smallFont()).height() + 3;
}

double ChartLegend::widthOf(const Entry &entry) const
{
    const double text = QFontMetricsF(m_style.smallFont()).horizontalAdvance(entry.text);
    return text + (entry.color.isValid() ? signWidth : 0) + entryGap;
}

std::vector<QPointF> ChartLegend::placesFor(double width) const
{
    std::vector<QPointF> places;
    QPointF place(margin, margin);
    for (const Entry &entry : m_entries) {
        const double wide = widthOf(entry);
        if (place.x() > margin && place.x() + wide - entryGap > width - margin)
            place = { margin, place.y() + rowHeight() };
        places.push_back(place);
        place.rx() += wide;
    }
    return places;
}

double ChartLegend::heightFor(double width) const
{
    return m_entries.empty() ? 0 : placesFor(width).back().y() + rowHeight();
}

void ChartLegend::paint(QPainter &painter, const QRectF &area) const
{
    const QFontMetricsF metrics(m_style.smallFont());
    painter.setFont(m_style.smallFont());
    const std::vector<QPointF> places = placesFor(area.width());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry &entry = m_entries[i];
        const QRectF row(area.topLeft() + places[i], QSizeF(area.width() - places[i].x() - margin, rowHeight()));
        const QPointF centre(row.left() + signSize / 2, row.center().y());
        if (entry.color.isValid() && entry.shape) {
            painter.setPen(m_style.markerPen(entry.color));
            painter.setBrush(ChartStyle::markerBrush(entry.color));
            painter.drawPath(ChartStyle::markerPath(*entry.shape, signSize).translated(centre));
        } else if (entry.color.isValid()) {
            painter.fillRect(QRectF(centre - QPointF(signSize / 2, signSize / 2), QSizeF(signSize, signSize)),
                             entry.color);
        }
        painter.setPen(entry.color.isValid() ? m_style.text() : m_style.mutedText());
        const QRectF text = row.adjusted(entry.color.isValid() ? signWidth : 0, 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(entry.text, Qt::ElideMiddle, text.width()));
    }
}

} // namespace rooflight
