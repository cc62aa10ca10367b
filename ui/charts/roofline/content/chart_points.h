// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "core/roofline/point.h"

#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace rooflight {

/// Points that a chart shows. They stay in the judgement of their session, of which a copy of 100,000 takes 100 MB;
/// those that stand for several are made here. Copies share them.
class ChartPoints
{
public:
    class Iterator
    {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = RooflinePoint;
        using difference_type = std::ptrdiff_t;
        using pointer = const RooflinePoint *;
        using reference = const RooflinePoint &;

        Iterator() = default;
        explicit Iterator(std::vector<const RooflinePoint *>::const_iterator at)
            : m_at(at)
        {
        }

        reference operator*() const { return **m_at; }
        pointer operator->() const { return *m_at; }
        Iterator &operator++()
        {
            ++m_at;
            return *this;
        }
        Iterator operator++(int) { return Iterator(m_at++); }
        bool operator==(const Iterator &) const = default;

    private:
        std::vector<const RooflinePoint *>::const_iterator m_at;
    };

    ChartPoints() = default;
    /// The items that the chart shows, each by itself.
    explicit ChartPoints(const JudgedSession &judged)
        : m_session(judged.sharedPoints())
    {
        m_points.reserve(judged.chartItems().size());
        for (const ItemId item : judged.chartItems())
            m_points.push_back(&m_session->at(item));
    }

    [[nodiscard]] std::size_t size() const { return m_points.size(); }
    [[nodiscard]] bool empty() const { return m_points.empty(); }
    [[nodiscard]] const RooflinePoint &operator[](std::size_t index) const { return *m_points[index]; }
    [[nodiscard]] Iterator begin() const { return Iterator(m_points.begin()); }
    [[nodiscard]] Iterator end() const { return Iterator(m_points.end()); }

    /// One of no session, behind the others.
    void add(RooflinePoint point)
    {
        m_points.push_back(m_made.emplace_back(std::make_shared<const RooflinePoint>(std::move(point))).get());
    }
    /// One that stands for several, in place of the one at \p index.
    void replace(std::size_t index, RooflinePoint point)
    {
        m_points[index] = m_made.emplace_back(std::make_shared<const RooflinePoint>(std::move(point))).get();
    }
    /// Only those at \p indices are left, in that order.
    void keep(const std::vector<std::size_t> &indices)
    {
        std::vector<const RooflinePoint *> kept;
        kept.reserve(indices.size());
        for (const std::size_t index : indices)
            kept.push_back(m_points[index]);
        m_points = std::move(kept);
    }

private:
    std::shared_ptr<const SessionPoints> m_session;
    std::vector<std::shared_ptr<const RooflinePoint>> m_made;
    std::vector<const RooflinePoint *> m_points; ///< in either
};

} // namespace rooflight
