// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/plot/label_placement.h"
#include "ui/charts/roofline/chart_layer.h"
#include "ui/charts/roofline/level_of_detail.h"
#include "ui/charts/roofline/roofline_overlay.h"

#include <functional>
#include <utility>

class QFontMetricsF;

namespace ridgepoint {

/// Names of the roofs along their lines, of the ridge and of the zones, above the marks.
class RoofLabelLayer : public RoofLayer
{
public:
    using RoofLayer::RoofLayer;

    /// Marks that the names keep clear of: of the content those with a flag, of the others all. Read at
    /// once.
    void setMarks(const std::vector<bool> &visible, const std::vector<const RooflineContent *> &others);
    /// What no name covers, in pixels of the plot; asked whenever it is painted.
    void setTexts(std::function<QList<QRectF>()> texts) { m_texts = std::move(texts); }
    /// The stems of the launch ceilings, which names do not cross; asked whenever it is painted.
    void setLaunchStems(std::function<QList<QLineF>()> stems) { m_launchStems = std::move(stems); }
    /// How many marks have no place as the strip has none.
    void setHiddenOnStrip(std::size_t count);
    /// Roofs of other sessions.
    void setNamedLines(std::vector<NamedLine> lines);

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    [[nodiscard]] QList<QLineF> roofPixels() const; ///< of the lines in sight
    [[nodiscard]] LabelObstacles obstacles(const QList<QLineF> &stems) const;
    void addMark(const Mark &mark);
    void paintHiddenCount(QPainter &painter, LabelObstacles &taken) const;
    void paintLaunchCaption(QPainter &painter, LabelObstacles &taken) const;
    void paintWhatIf(QPainter &painter, LabelObstacles &taken) const;
    /// The first of these texts that has a place.
    void paintCaption(QPainter &painter, const QStringList &texts, const QColor &color, LabelObstacles &taken) const;
    void paintRidge(QPainter &painter, LabelObstacles &taken) const;
    void paintZoneNames(QPainter &painter, QPointF corner, LabelObstacles &taken) const;
    void paintNamedLines(QPainter &painter, LabelObstacles &taken) const;
    void paintNames(QPainter &painter, LabelObstacles &taken) const;
    /// Texts and their colours where places were found.
    void paintPlaced(QPainter &painter, const std::vector<std::optional<LabelPlace>> &places, LabelObstacles &taken,
                     const std::function<std::pair<QString, QColor>(std::size_t, qsizetype)> &textOf) const;
    [[nodiscard]] std::vector<RoofLine> linesByRank() const;
    /// The best one first; empty for a line that goes without a name. \p lineHeight in pixels.
    [[nodiscard]] QStringList namesOf(const RoofLine &line, double lineHeight) const;
    /// True for a line so close to one that judges that its name would be taken for that one's.
    [[nodiscard]] bool liesOnAJudge(const RoofLine &line, double lineHeight) const;
    /// For a line with so many marks around it that none of these has a place, the best one first.
    [[nodiscard]] QStringList shorterNamesOf(const RoofLine &line) const;
    /// True when measured and theoretical line of a roof are too close for a name each.
    [[nodiscard]] bool sharesItsName(const RoofLine &line, double lineHeight) const;

    std::function<QList<QRectF>()> m_texts;
    std::function<QList<QLineF>()> m_launchStems;
    std::vector<NamedLine> m_namedLines;
    std::size_t m_hiddenOnStrip = 0;
    std::vector<MarkPlace> m_markPlaces;
    std::vector<double> m_markDiameters; ///< one a place
};

} // namespace ridgepoint
