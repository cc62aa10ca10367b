// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/verdict.h"
#include "core/report/format/marker.h"
#include "core/results/analysis/analysis.h"
#include "core/results/roofs/roofs.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPalette>
#include <QPen>
#include <QRect>

namespace rooflight {

/// Every colour, pen and font of the charts, derived from a palette. Views hold no literal colours.
class ChartStyle
{
public:
    explicit ChartStyle(const QPalette &palette, const QFont &font = QFont());

    [[nodiscard]] bool dark() const { return m_dark; }

    [[nodiscard]] QColor ground() const { return m_ground; } ///< behind the plot
    /// Under a text that lies on lines, which would make it hard to read.
    [[nodiscard]] QColor groundOfText() const;
    [[nodiscard]] QColor panel() const { return m_panel; } ///< cards, headers, strips
    [[nodiscard]] QColor text() const { return m_text; }
    [[nodiscard]] QColor mutedText() const { return m_mutedText; }
    [[nodiscard]] QColor accent() const { return m_accent; } ///< selection, histogram bars
    [[nodiscard]] QColor warning() const { return m_warning; } ///< points above their roof
    [[nodiscard]] QColor caution() const { return m_caution; } ///< what is worth a look, and no error
    [[nodiscard]] QColor better() const { return m_better; } ///< than before
    [[nodiscard]] QColor worse() const { return m_worse; }
    [[nodiscard]] QColor border() const { return m_border; }

    [[nodiscard]] QPen axisPen() const;
    [[nodiscard]] QPen gridPen() const;
    [[nodiscard]] QPen minorGridPen() const;

    [[nodiscard]] QColor familyColor(OperatorFamily family) const;
    /// Outline of a marker, centred on the origin, that covers the area of a circle of this diameter.
    [[nodiscard]] static QPainterPath markerPath(MarkerShape shape, double diameter);
    [[nodiscard]] QBrush markerBrush(OperatorFamily family) const { return markerBrush(familyColor(family)); }
    [[nodiscard]] QPen markerPen(OperatorFamily family) const { return markerPen(familyColor(family)); }
    [[nodiscard]] static QBrush markerBrush(const QColor &color);
    [[nodiscard]] QPen markerPen(const QColor &color) const;
    /// Color of the n-th of things without an order: distinct for all kinds of colour vision up to the eighth.
    [[nodiscard]] QColor numberedColor(std::size_t number) const;
    /// Along a scale from 0, little, to 1, much: lightness changes with it.
    [[nodiscard]] QColor scaleColor(double part) const;
    /// Color of a verdict, in lists and for points that are coloured by it.
    [[nodiscard]] QColor boundColor(Bound bound) const;
    /// The colour, so dark or light that text is read on a bar of it.
    [[nodiscard]] QColor barColor(const QColor &color) const;
    /// The colour, so dark or light that a line of it stands out from the grounds of rows.
    [[nodiscard]] QColor barEdge(const QColor &color) const;
    void paintBar(QPainter &painter, const QRect &bar, const QColor &color) const;
    /// The colour, as dark or light as text of it must be on the ground.
    [[nodiscard]] QColor textColorFor(const QColor &color) const;
    [[nodiscard]] QPen selectedPen() const;
    [[nodiscard]] QPen hoveredPen() const;

    [[nodiscard]] QColor roofColor(RoofKind kind) const;
    /// Matrix units have a colour of their own.
    [[nodiscard]] QColor roofColor(const Roof &roof) const;
    /// A roof that judges points is drawn stronger than one that is there for orientation; scalar and library roofs are
    /// broken lines.
    [[nodiscard]] QPen roofPen(const Roof &roof, bool judging) const;
    [[nodiscard]] QPen theoreticalPen(const Roof &roof) const;
    [[nodiscard]] QPen launchPen() const;
    /// Areas below and along roofs are opaque: Qt shares translucent ones out among threads, and to wake them takes
    /// longer than to fill.
    [[nodiscard]] QBrush zoneBrush(RoofKind kind) const;
    [[nodiscard]] QBrush sustainedBrush(const Roof &roof) const; ///< between burst and sustained
    [[nodiscard]] QBrush intervalBrush(RoofKind kind) const;
    [[nodiscard]] QPen intervalPen() const; ///< of its ends
    [[nodiscard]] QPen ridgePen() const;

    enum class StatisticLine { Mean, Median, P95, P99 };
    [[nodiscard]] QPen statisticPen(StatisticLine line) const;

    [[nodiscard]] QFont textFont() const { return m_font; }
    [[nodiscard]] QFont smallFont() const; ///< axis labels, roof labels
    [[nodiscard]] QFont strongFont() const; ///< headings inside charts
    [[nodiscard]] QFont headlineFont() const; ///< the answer above everything
    [[nodiscard]] QFont titleFont() const;

    /// Contrast of two colours by WCAG 2: 1 to 21.
    [[nodiscard]] static double contrast(const QColor &first, const QColor &second);

private:
    bool m_dark = false;
    QColor m_ground;
    QColor m_panel;
    QColor m_text;
    QColor m_mutedText;
    QColor m_accent;
    QColor m_warning;
    QColor m_caution;
    QColor m_better;
    QColor m_worse;
    QColor m_border;
    QFont m_font;
};

} // namespace rooflight
