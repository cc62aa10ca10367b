// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/view/roofline_view.h"

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/models/selection.h"
#include "ui/style/plain_text.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <set>

namespace rooflight {

namespace {

constexpr double wheelStep = 0.8; // of the frame that is left after one notch
constexpr double notch = 120; // of QWheelEvent
constexpr qint64 wheelPauseMs = 500;
constexpr int smallestBox = 8; // pixels

} // namespace

RooflineView::RooflineView(RooflinePlot *plot, Selection *selection, QWidget *parent)
    : QChartView(plot, parent)
    , m_plot(plot)
    , m_selection(selection)
    , m_band(new QRubberBand(QRubberBand::Rectangle, viewport()))
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    // The parts of the plot move together with each change of the frame; finding what is dirty costs more than
    // painting.
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
}

void RooflineView::paintEvent(QPaintEvent *event)
{
    m_plot->arrange();
    QChartView::paintEvent(event);
}

void RooflineView::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    Q_EMIT resized();
}

void RooflineView::setBoxZoom(bool enabled)
{
    m_boxZoom = enabled;
    viewport()->setCursor(enabled ? Qt::CrossCursor : Qt::ArrowCursor);
}

QPointF RooflineView::toPlot(QPointF viewPixel) const
{
    return m_plot->mapFromScene(mapToScene(viewPixel.toPoint()));
}

QPointF RooflineView::centreOf(std::size_t mark) const
{
    return mapFromScene(m_plot->mapToScene(m_plot->marks().centre(mark)));
}

std::optional<std::size_t> RooflineView::markUnder(QPointF viewPixel) const
{
    const auto found = m_plot->marks().marksAt(toPlot(viewPixel));
    return found.empty() ? std::nullopt : std::optional(found.front());
}

void RooflineView::changeFrame(const Frame &frame)
{
    m_plot->setFrame(frame);
    Q_EMIT frameChanged();
}

void RooflineView::zoomBy(double factor)
{
    const Frame frame = m_plot->frame();
    m_history.remember(frame);
    const QPointF centre((frame.left + frame.right) / 2, (frame.bottom + frame.top) / 2);
    changeFrame(zoomed(frame, factor, centre));
}

void RooflineView::fit()
{
    if (nearlyEqual(m_plot->frame(), m_plot->content().frame))
        return;
    m_history.remember(m_plot->frame());
    changeFrame(m_plot->content().frame);
}

void RooflineView::undoZoom()
{
    if (const auto frame = m_history.undo(m_plot->frame()))
        changeFrame(*frame);
}

void RooflineView::redoZoom()
{
    if (const auto frame = m_history.redo(m_plot->frame()))
        changeFrame(*frame);
}

void RooflineView::forgetZoom()
{
    m_history.clear();
    changeFrame(m_plot->content().frame);
}

void RooflineView::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    const bool wantsPan = event->button() == Qt::MiddleButton;
    if (event->button() != Qt::LeftButton && !wantsPan) {
        event->ignore();
        return;
    }
    m_pressedAt = event->position();
    m_frameAtPress = m_plot->frame();
    m_drag = wantsPan ? Drag::Pan : Drag::Pressed;
    event->accept();
}

void RooflineView::mouseMoveEvent(QMouseEvent *event)
{
    const bool movedFar = (event->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Pressed && movedFar) {
        const bool box = m_boxZoom != event->modifiers().testFlag(Qt::ShiftModifier);
        m_drag = box ? Drag::Box : Drag::Pan;
        m_selection->setHovered(std::nullopt);
        Q_EMIT markHovered(std::nullopt);
    }
    if (m_drag == Drag::Pan) {
        viewport()->setCursor(Qt::ClosedHandCursor);
        panTo(event->position());
    } else if (m_drag == Drag::Box) {
        m_band->setGeometry(QRect(m_pressedAt.toPoint(), event->position().toPoint()).normalized());
        m_band->show();
    } else if (m_drag == Drag::None) {
        hover(event->position());
    }
    event->accept();
}

void RooflineView::panTo(QPointF viewPixel)
{
    const Viewport &viewport = m_plot->viewport();
    const QPointF pixels = viewPixel - m_pressedAt;
    const QPointF by(-pixels.x() / viewport.area.width() * m_frameAtPress.width(),
                     pixels.y() / viewport.area.height() * m_frameAtPress.height());
    changeFrame(moved(m_frameAtPress, by));
}

void RooflineView::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    viewport()->setCursor(m_boxZoom ? Qt::CrossCursor : Qt::ArrowCursor);
    if (drag == Drag::Pressed) {
        click(event->position(), event->modifiers().testFlag(Qt::ControlModifier));
    } else if (drag == Drag::Pan) {
        if (!nearlyEqual(m_frameAtPress, m_plot->frame()))
            m_history.remember(m_frameAtPress);
        Q_EMIT frameChanged();
    } else if (drag == Drag::Box) {
        finishBox();
    }
    event->accept();
}

void RooflineView::finishBox()
{
    const QRect box = m_band->geometry();
    m_band->hide();
    if (box.width() < smallestBox || box.height() < smallestBox)
        return;
    const QPointF topLeft = m_plot->viewport().toPlane(toPlot(box.topLeft()));
    const QPointF bottomRight = m_plot->viewport().toPlane(toPlot(box.bottomRight()));
    m_history.remember(m_plot->frame());
    changeFrame({ topLeft.x(), bottomRight.x(), bottomRight.y(), topLeft.y() });
}

void RooflineView::click(QPointF viewPixel, bool extend)
{
    const auto found = m_plot->marks().marksAt(toPlot(viewPixel));
    if (const auto other = found.empty() ? m_plot->overlays().markAt(toPlot(viewPixel)) : std::nullopt) {
        if (const auto same = m_plot->markLabelled(m_plot->overlays().pointOf(*other).label))
            selectMark(*same, extend);
        return;
    }
    if (found.empty()) {
        if (!extend)
            m_selection->clear();
        if (const auto roof = m_plot->roofAt(toPlot(viewPixel)))
            Q_EMIT roofClicked(*roof);
        return;
    }
    // A click on marks that lie on each other goes on to the next one.
    std::size_t chosen = 0;
    const auto focused = m_selection->focus() ? m_plot->markOf(*m_selection->focus()) : std::nullopt;
    if (!extend && focused && m_selection->selected().size() == m_plot->itemsOf(*focused).size()) {
        const auto current = std::ranges::find(found, *focused);
        if (current != found.end())
            chosen = static_cast<std::size_t>(current - found.begin() + 1) % found.size();
    }
    selectMark(found[chosen], extend);
}

void RooflineView::selectMark(std::size_t mark, bool extend)
{
    m_selection->select(m_plot->itemsOf(mark), extend);
}

void RooflineView::hover(QPointF viewPixel)
{
    const auto mark = markUnder(viewPixel);
    if (const auto other = mark ? std::nullopt : m_plot->overlays().markAt(toPlot(viewPixel))) {
        const auto same = m_plot->markLabelled(m_plot->overlays().pointOf(*other).label);
        m_selection->setHovered(same ? std::optional(m_plot->itemOf(*same)) : std::nullopt);
        Q_EMIT overlayHovered(other->overlay, other->mark);
        return;
    }
    if (const auto stop = mark ? std::nullopt : m_plot->trails().stopAt(toPlot(viewPixel))) {
        m_selection->setHovered(std::nullopt);
        Q_EMIT stopHovered(stop->trail, stop->stop);
        return;
    }
    const std::optional<std::size_t> roof = mark ? std::nullopt : m_plot->roofAt(toPlot(viewPixel));
    viewport()->setCursor(m_boxZoom ? Qt::CrossCursor : roof ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (roof) // its line has the short name
        QToolTip::showText(viewport()->mapToGlobal(viewPixel.toPoint()),
                           shownAsPlainText(roofLabel(m_plot->content().roofs[*roof])), viewport(),
                           QRect(viewPixel.toPoint(), QSize(1, 1)).marginsAdded({ 8, 8, 8, 8 }));
    m_selection->setHovered(mark ? std::optional(m_plot->itemOf(*mark)) : std::nullopt);
    Q_EMIT markHovered(mark);
}

void RooflineView::leaveEvent(QEvent *event)
{
    m_selection->setHovered(std::nullopt);
    Q_EMIT markHovered(std::nullopt);
    QChartView::leaveEvent(event);
}

void RooflineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_drag = Drag::None;
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto mark = markUnder(event->position()))
        Q_EMIT markActivated(*mark);
    else
        fit();
    event->accept();
}

void RooflineView::wheelEvent(QWheelEvent *event)
{
    const double notches = event->angleDelta().y() / notch;
    if (notches == 0) {
        event->ignore();
        return;
    }
    if (!m_sinceWheel.isValid() || m_sinceWheel.elapsed() > wheelPauseMs)
        m_history.remember(m_plot->frame());
    m_sinceWheel.start();
    const QPointF fixed = m_plot->viewport().toPlane(toPlot(event->position()));
    changeFrame(zoomed(m_plot->frame(), std::pow(wheelStep, notches), fixed));
    event->accept();
}

void RooflineView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        walk(1);
        return;
    case Qt::Key_Left:
    case Qt::Key_Up:
        walk(-1);
        return;
    case Qt::Key_Home:
        walk(-static_cast<int>(m_plot->content().marks.size()));
        return;
    case Qt::Key_End:
        walk(static_cast<int>(m_plot->content().marks.size()));
        return;
    case Qt::Key_Escape:
        m_selection->clear();
        m_selection->setHovered(std::nullopt);
        Q_EMIT markHovered(std::nullopt);
        Q_EMIT escaped();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto focus = m_selection->focus()) {
            if (const auto mark = m_plot->markOf(*focus))
                Q_EMIT markActivated(*mark);
        }
        return;
    default:
        QChartView::keyPressEvent(event);
    }
}

void RooflineView::walk(int step)
{
    std::vector<std::size_t> stops;
    for (std::size_t mark = 0; mark < m_plot->content().marks.size(); ++mark) {
        if (m_plot->marks().isVisibleMark(mark))
            stops.push_back(mark);
    }
    if (stops.empty())
        return;
    const auto last = static_cast<std::ptrdiff_t>(stops.size()) - 1;
    std::ptrdiff_t next = step > 0 ? 0 : last;
    const auto current = m_selection->focus() ? m_plot->markOf(*m_selection->focus()) : std::nullopt;
    const auto found = current ? std::find(stops.begin(), stops.end(), *current) : stops.end();
    if (found != stops.end())
        next = std::clamp<std::ptrdiff_t>(found - stops.begin() + step, 0, last);
    else if (std::abs(step) > 1)
        next = step > 0 ? last : 0;
    walkTo(stops[static_cast<std::size_t>(next)]);
}

void RooflineView::walkTo(std::size_t mark)
{
    bringIntoView(mark);
    selectMark(mark, false);
    Q_EMIT markFocused(mark);
}

void RooflineView::bringIntoView(std::size_t index)
{
    const Mark &mark = m_plot->content().marks[index];
    if (mark.onStrip || m_plot->marks().isShown(index))
        return;
    const Frame frame = m_plot->frame();
    m_history.remember(frame);
    const QPointF centre((frame.left + frame.right) / 2, (frame.bottom + frame.top) / 2);
    const double y = mark.grounded ? centre.y() : mark.y;
    changeFrame(moved(frame, QPointF(mark.x, y) - centre));
}

} // namespace rooflight
