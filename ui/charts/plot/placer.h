// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineF>
#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <span>

namespace rooflight {

/// A name that is to stand along a line. All lengths and positions are pixels.
struct LineName {
    QLineF line;
    QList<QSizeF> sizes; ///< of the texts that it may show, the best one first
    bool prefersEnd = false; ///< tries the end of the line first, else the part behind its middle
    qsizetype lastResorts = 0; ///< how many of the sizes, the last ones, are there only to keep clear of marks
};

/// Where a text stands.
struct TextPlace {
    QPointF anchor;
    double angleDegrees = 0; ///< clockwise around the anchor
    QRectF box; ///< of the text, relative to the anchor, before it is turned
    qsizetype text = 0; ///< which of the sizes
    bool coversLines = false; ///< its own or others lie beneath

    /// The corners of the text where it stands, with margins at its sides and above and below it.
    [[nodiscard]] QPolygonF outline(double beside = 0, double above = 0) const;
};

/// What a text keeps clear of.
struct Clearance {
    double marks = 0; ///< pixels between it and marks; a negative one may lie on their rims
    double beside = 0; ///< pixels between it and other texts at its sides
    double above = 0; ///< the same above and below it
    std::optional<double> lines = {}; ///< pixels between it and lines; without a value it may lie on them
    QRectF area = {}; ///< that it stays in; empty: that of the placer
    std::span<const QRectF> others = {}; ///< that no text but this one keeps clear of
};

/// Finds places for texts on a plot: the one home of whether a place is free. Who asks first has priority: each text
/// keeps clear of those that were placed before it.
class Placer
{
public:
    explicit Placer(const QRectF &area)
        : m_area(area)
    {
    }

    [[nodiscard]] const QRectF &area() const { return m_area; }
    void addMark(const QRectF &box) { m_marks << box; }
    void addText(const QPolygonF &outline) { m_texts << outline; }
    void addText(const QRectF &box) { m_texts << QPolygonF(box); }
    void addLine(const QLineF &line) { m_lines << line; }

    [[nodiscard]] bool isFree(const QRectF &box, const Clearance &clearance = {}) const;
    /// Takes the first of these places that is free; without a value none is.
    std::optional<QRectF> place(std::span<const QRectF> candidates, const Clearance &clearance = {});
    /// Takes a place above or below the line, else on it, free of texts and marks and not to be taken for the name of
    /// another line.
    std::optional<TextPlace> placeAlong(const LineName &name);
    /// Takes a place that is free of texts, marks and lines, from the lower right corner up and to the left.
    std::optional<QRectF> placeAnywhere(const QSizeF &size);

private:
    [[nodiscard]] bool isFree(const TextPlace &place, const Clearance &clearance, const QLineF &own = {}) const;
    [[nodiscard]] std::optional<TextPlace> findAlong(const LineName &name, qsizetype text, bool mayCoverLines) const;
    [[nodiscard]] bool isTakenForAnothers(TextPlace place, const QLineF &own) const;

    QRectF m_area;
    QList<QPolygonF> m_texts; ///< are never covered
    QList<QRectF> m_marks; ///< are never covered
    QList<QLineF> m_lines; ///< are covered if there is no other place
};

} // namespace rooflight
