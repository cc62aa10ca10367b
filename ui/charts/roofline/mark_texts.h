// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

class QPainter;

namespace ridgepoint {

struct MarkScene;

/// The texts beside marks, clear of all marks, the spreads of these and each other: how many equal ones a folded mark
/// stands for, and what the selected ones would come to as one operator. Their places are kept until drop().
class MarkTexts
{
public:
    /// The marks or where they stand have changed.
    void drop() { m_isPlaced = false; }
    /// Else no mark says how many equal ones it stands for.
    void setHasCounts(bool hasCounts);
    /// Where what is selected would stand on the plane, and what to write there; without a value nothing.
    void setFused(std::optional<QPointF> place, const QString &text);
    /// The mark whose share of its roof is written beside its drop line.
    void setFocus(std::optional<std::size_t> mark);

    /// Of the texts and of the spreads that are drawn, in pixels of the plot: what other texts keep clear of.
    [[nodiscard]] QList<QRectF> boxes(const MarkScene &scene);
    void paintCounts(QPainter &painter, const MarkScene &scene);
    /// A star where what is selected would stand, and its text.
    void paintFused(QPainter &painter, const MarkScene &scene);

private:
    struct Count {
        std::size_t mark = 0;
        QRectF box;
    };

    void place(const MarkScene &scene);
    /// All that both kinds of text keep clear of.
    [[nodiscard]] QList<QRectF> obstacles(const MarkScene &scene, double margin) const;
    void placeCounts(const MarkScene &scene);
    void placeFused(const MarkScene &scene);

    bool m_isPlaced = false;
    bool m_hasCounts = true;
    std::vector<Count> m_counts;
    std::optional<QPointF> m_fused; ///< log10 FLOP/byte and FLOP/s
    QString m_fusedText;
    std::optional<std::size_t> m_focus;
    QList<QRectF> m_spreads;
    std::optional<QRectF> m_shareBox; ///< beside the drop line of the focus
    std::optional<QRectF> m_fusedBox;
};

} // namespace ridgepoint
