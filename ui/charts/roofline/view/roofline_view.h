// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/content/roofline_frame.h"

#include <QChartView>
#include <QElapsedTimer>

#include <optional>

class QRubberBand;

namespace rooflight {

class RooflinePlot;
class Selection;

/// Mouse, wheel and keys on the plot. Changes the frame and the selection; knows no card and no legend.
class RooflineView : public QChartView
{
    Q_OBJECT

public:
    /// Takes ownership of the plot; the selection must outlive the view.
    RooflineView(RooflinePlot *plot, Selection *selection, QWidget *parent = nullptr);

    /// Selects a mark with all that it stands for.
    void selectMark(std::size_t mark, bool extend);
    [[nodiscard]] std::optional<std::size_t> markAt(QPointF viewPixel) const { return markUnder(viewPixel); }

    void setBoxZoom(bool enabled);

    void zoomBy(double factor);
    void fit();
    void undoZoom();
    void redoZoom();
    [[nodiscard]] bool canUndo() const { return m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_history.canRedo(); }
    /// Starts over, for another model.
    void forgetZoom();

    [[nodiscard]] QPointF centreOf(std::size_t mark) const; ///< in pixels of the view

Q_SIGNALS:
    void frameChanged();
    void resized();
    void markHovered(std::optional<std::size_t> mark); ///< by the pointer
    void overlayHovered(std::size_t overlay, std::size_t mark); ///< a point of another session, by the pointer
    void stopHovered(std::size_t trail, std::size_t stop); ///< a stop of a path, by the pointer
    void markFocused(std::size_t mark); ///< by the keyboard
    void markActivated(std::size_t mark);
    void roofClicked(std::size_t roof); ///< its line
    void escaped(); ///< Esc: the person wants out of whatever is going on

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Drag { None, Pressed, Pan, Box };

    [[nodiscard]] QPointF toPlot(QPointF viewPixel) const;
    [[nodiscard]] std::optional<std::size_t> markUnder(QPointF viewPixel) const;
    void changeFrame(const Frame &frame);
    void panTo(QPointF viewPixel);
    void finishBox();
    void click(QPointF viewPixel, bool extend);
    void hover(QPointF viewPixel);
    void walk(int step);
    void walkTo(std::size_t mark);
    void bringIntoView(std::size_t mark);

    RooflinePlot *m_plot;
    Selection *m_selection;
    ZoomHistory m_history;
    bool m_boxZoom = false;
    Drag m_drag = Drag::None;
    QPointF m_pressedAt;
    Frame m_frameAtPress;
    QRubberBand *m_band;
    QElapsedTimer m_sinceWheel; ///< one turn of the wheel is one step of undo
};

} // namespace rooflight
