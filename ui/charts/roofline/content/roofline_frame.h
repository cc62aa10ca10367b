// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

namespace rooflight {

/// A part of the roofline plane. All positions are decimal logarithms: x of FLOP/byte, y of FLOP/s.
struct Frame {
    double left = -2;
    double right = 3;
    double bottom = 6;
    double top = 12;

    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return top - bottom; }
    [[nodiscard]] bool contains(QPointF position) const;

    bool operator==(const Frame &) const = default;
};

/// True when both show the same to within a fraction of a pixel.
[[nodiscard]] bool nearlyEqual(const Frame &first, const Frame &second);

/// Grows by a margin on all sides.
[[nodiscard]] Frame grown(const Frame &frame, double margin);
/// Scaled around a place that keeps its spot; factor below 1 shows less.
[[nodiscard]] Frame zoomed(const Frame &frame, double factor, QPointF fixed);
[[nodiscard]] Frame moved(const Frame &frame, QPointF by);
/// Moved and, if it must be, shrunk into the limits; never narrower than smallestSpan decades.
[[nodiscard]] Frame clampedTo(Frame frame, const Frame &limits);

inline constexpr double smallestSpan = 0.05;

/// Widens a range to whole decades so that a value lies inside, and not on its very edge.
void widen(double &low, double &high, double value);
/// The same for a place on the plane.
void widen(Frame &frame, QPointF place);

/// Maps the plane to pixels.
struct Viewport {
    Frame frame;
    QRectF area; ///< of the plot, in pixels

    [[nodiscard]] QPointF toPixel(QPointF position) const;
    [[nodiscard]] QLineF toPixel(const QLineF &line) const { return { toPixel(line.p1()), toPixel(line.p2()) }; }
    [[nodiscard]] QPointF toPlane(QPointF pixel) const;

    bool operator==(const Viewport &) const = default;
};

/// Remembers where the view was, for undo and redo.
class ZoomHistory
{
public:
    /// The view was here before it changed.
    void remember(const Frame &frame);
    /// Where to go back to from here, or forward again.
    [[nodiscard]] std::optional<Frame> undo(const Frame &current);
    [[nodiscard]] std::optional<Frame> redo(const Frame &current);
    void clear();

    [[nodiscard]] bool canUndo() const { return !m_past.empty(); }
    [[nodiscard]] bool canRedo() const { return !m_future.empty(); }

private:
    std::vector<Frame> m_past;
    std::vector<Frame> m_future;
};

} // namespace rooflight
