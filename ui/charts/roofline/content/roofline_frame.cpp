// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/roofline_frame.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr std::size_t longestHistory = 100;

void clampSpan(double &low, double &high, double lowest, double highest)
{
    if (high - low < smallestSpan) {
        const double centre = (low + high) / 2;
        low = centre - smallestSpan / 2;
        high = centre + smallestSpan / 2;
    }
    const double span = std::min(high - low, highest - lowest);
    low = std::clamp(low, lowest, highest - span);
    high = low + span;
}

std::optional<Frame> step(std::vector<Frame> &from, std::vector<Frame> &to, const Frame &current)
{
    if (from.empty())
        return std::nullopt;
    const Frame frame = from.back();
    from.pop_back();
    to.push_back(current);
    return frame;
}

} // namespace

bool Frame::contains(QPointF position) const
{
    return position.x() >= left && position.x() <= right && position.y() >= bottom && position.y() <= top;
}

bool nearlyEqual(const Frame &first, const Frame &second)
{
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-6; };
    return near(first.left, second.left) && near(first.right, second.right) && near(first.bottom, second.bottom)
        && near(first.top, second.top);
}

Frame grown(const Frame &frame, double margin)
{
    return { frame.left - margin, frame.right + margin, frame.bottom - margin, frame.top + margin };
}

Frame zoomed(const Frame &frame, double factor, QPointF fixed)
{
    return { fixed.x() + (frame.left - fixed.x()) * factor, fixed.x() + (frame.right - fixed.x()) * factor,
             fixed.y() + (frame.bottom - fixed.y()) * factor, fixed.y() + (frame.top - fixed.y()) * factor };
}

Frame moved(const Frame &frame, QPointF by)
{
    return { frame.left + by.x(), frame.right + by.x(), frame.bottom + by.y(), frame.top + by.y() };
}

Frame clampedTo(Frame frame, const Frame &limits)
{
    clampSpan(frame.left, frame.right, limits.left, limits.right);
    clampSpan(frame.bottom, frame.top, limits.bottom, limits.top);
    return frame;
}

void widen(double &low, double &high, double value)
{
    constexpr double air = 0.1; // a mark on the very edge would be cut in half
    low = std::min(low, std::floor(value - air));
    high = std::max(high, std::ceil(value + air));
}

void widen(Frame &frame, QPointF place)
{
    widen(frame.left, frame.right, place.x());
    widen(frame.bottom, frame.top, place.y());
}

QPointF Viewport::toPixel(QPointF position) const
{
    return { area.left() + (position.x() - frame.left) / frame.width() * area.width(),
             area.bottom() - (position.y() - frame.bottom) / frame.height() * area.height() };
}

QPointF Viewport::toPlane(QPointF pixel) const
{
    return { frame.left + (pixel.x() - area.left()) / area.width() * frame.width(),
             frame.bottom + (area.bottom() - pixel.y()) / area.height() * frame.height() };
}

void ZoomHistory::remember(const Frame &frame)
{
    if (!m_past.empty() && nearlyEqual(m_past.back(), frame))
        return;
    m_past.push_back(frame);
    if (m_past.size() > longestHistory)
        m_past.erase(m_past.begin());
    m_future.clear();
}

std::optional<Frame> ZoomHistory::undo(const Frame &current)
{
    return step(m_past, m_future, current);
}

std::optional<Frame> ZoomHistory::redo(const Frame &current)
{
    return step(m_future, m_past, current);
}

void ZoomHistory::clear()
{
    m_past.clear();
    m_future.clear();
}

} // namespace rooflight
