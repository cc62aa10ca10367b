// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QPointer>

#include "ui/charts/roofline/hover_card.h"
#include "ui/charts/roofline/overlay_marks.h"
#include "ui/charts/roofline/trail.h"

namespace rooflight {

class RooflinePlot;
class RooflineView;

/// The card beside what is pointed at: a point, a point of another session, or a stop of a path. One card for all.
class ChartCards
{
public:
    /// All three must outlive this.
    ChartCards(QWidget *chart, RooflineView *view, RooflinePlot *plot);
    ~ChartCards();
    ChartCards(const ChartCards &) = delete;
    ChartCards &operator=(const ChartCards &) = delete;

    void setStyle(const ChartStyle &style);
    /// \p session names it if there are several.
    void showPoint(std::size_t mark, const QString &session);
    void showOverlay(const RooflineOverlay &overlay, OverlayMark mark);
    void showStop(TrailStop stop);
    void hide();
    /// What is shown now; null for nothing.
    [[nodiscard]] const HoverCard *shown() const;

private:
    HoverCard &card();

    QWidget *m_chart;
    RooflineView *m_view;
    RooflinePlot *m_plot;
    QPointer<HoverCard> m_card; ///< child of the window, which may end first
};

} // namespace rooflight
