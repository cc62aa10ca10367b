// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QFrame>

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/style/chart_style.h"

#include <QPointer>

class QGridLayout;
class QLabel;

namespace rooflight {

class RooflinePlot;
class RooflineView;

/// What is known about one point, beside it. Lies inside the window, lets the mouse through, shows names as they are.
class HoverCard : public QFrame
{
    Q_OBJECT

public:
    explicit HoverCard(QWidget *parent);

    void setStyle(const ChartStyle &style);
    /// duplicates: how many more points lie at the same place. \p session names it if there are several.
    void setPoint(const RooflineContent &content, std::size_t point, int duplicates, const QString &session = {});
    /// Something that is no point; the subtitle may be empty.
    void setRows(const QString &title, const QString &subtitle, const std::vector<CardRow> &rows);
    /// Shows the card beside a place of a widget, inside the widget's window.
    void showBeside(const QWidget *widget, QPoint place);

    /// Where a card of this size goes: towards the middle and below the place, above it if there is no
    /// room, always inside the bounds.
    [[nodiscard]] static QRect placeFor(QSize size, QPoint place, QRect bounds);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void setRows(const std::vector<CardRow> &rows);

    ChartStyle m_style;
    QLabel *m_title;
    QLabel *m_subtitle;
    QGridLayout *m_grid;
    std::vector<std::pair<QLabel *, QLabel *>> m_rows;
    QLabel *m_verdict;
    QLabel *m_warning;
    QLabel *m_duplicates;
};

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
