// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roof_label_layer.h"

#include "ui/charts/roofline/chart_text.h"
#include "ui/style/display_names.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace ridgepoint {

namespace {

/// More marks are stood for by as many.
constexpr std::size_t mostObstacles = 500;
/// Among more there is hardly a free place, and to look for one takes longer than a frame may.
constexpr std::size_t mostMarks = 3000;

/// Readable on whatever lies beneath. The halo is the text itself, moved: outlines of glyphs take ten times as long.
void paintText(QPainter &painter, const QRectF &box, const QString &text, const QColor &color, QColor halo)
{
    constexpr double width = 1.2;
    halo.setAlphaF(0.6); // points shine through
    const auto paint = [&](QPointF by) {
        painter.drawText(box.translated(by), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    };
    painter.setPen(halo);
    for (const QPointF &by :
         { QPointF(-width, -width), QPointF(width, -width), QPointF(-width, width), QPointF(width, width) })
        paint(by);
    painter.setPen(color);
    paint({});
}

QList<QSizeF> sizesOf(const QStringList &texts, const QFontMetricsF &metrics)
{
    QList<QSizeF> sizes;
    for (const QString &text : texts)
        sizes << QSizeF(metrics.horizontalAdvance(text), metrics.height());
    return sizes;
}

/// A stem belongs to its mark.
void addStems(const QList<QLineF> &stems, LabelObstacles &taken)
{
    for (const QLineF &stem : stems)
        taken.marks << QRectF(stem.p1(), stem.p2()).normalized().adjusted(-1, 0, 1, 0);
}

/// Lines of text that touch do not cover one another.
bool coversText(const QRectF &box, const LabelObstacles &taken)
{
    const QPolygonF outline(box.adjusted(1, 1, -1, -1));
    return std::ranges::any_of(taken.texts, [&outline](const QPolygonF &text) { return text.intersects(outline); });
}

bool covers(const QRectF &box, const LabelObstacles &taken)
{
    return coversText(box, taken)
        || std::ranges::any_of(taken.marks, [&box](const QRectF &mark) { return mark.intersects(box); });
}

} // namespace

void RoofLabelLayer::setMarks(const std::vector<bool> &visible, const std::vector<const RooflineContent *> &others)
{
    m_markPlaces.clear();
    m_markDiameters.clear();
    for (std::size_t i = 0; i < m_content->marks.size(); ++i) {
        if (visible[i])
            addMark(m_content->marks[i]);
    }
    for (const RooflineContent *other : others)
        std::ranges::for_each(other->marks, [this](const Mark &mark) { addMark(mark); });
    update();
}

void RoofLabelLayer::addMark(const Mark &mark)
{
    if (mark.onStrip || mark.grounded)
        return;
    m_markPlaces.push_back({ { mark.x, mark.y } });
    m_markDiameters.push_back(mark.diameter);
}

void RoofLabelLayer::setHiddenOnStrip(std::size_t count)
{
    m_hiddenOnStrip = count;
    update();
}

void RoofLabelLayer::setNamedLines(std::vector<NamedLine> lines)
{
    m_namedLines = std::move(lines);
    update();
}

void RoofLabelLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_style->smallFont());

    const bool hasFewMarks = m_markPlaces.size() <= mostMarks;
    const QList<QLineF> stems = hasFewMarks && m_launchStems ? m_launchStems() : QList<QLineF>();
    LabelObstacles taken = obstacles(stems);
    if (m_content->theoretical)
        paintWhatIf(*painter, taken);
    paintRidge(*painter, taken);
    paintNames(*painter, taken);
    paintNamedLines(*painter, taken);
    paintHiddenCount(*painter, taken);
    if (m_showsLaunch && (!hasFewMarks || !stems.isEmpty()))
        paintLaunchCaption(*painter, taken);
    painter->restore();
}

QList<QLineF> RoofLabelLayer::roofPixels() const
{
    QList<QLineF> pixels;
    for (const RoofLine &line : m_lines) {
        if (const auto part = visiblePart(line, m_viewport.frame))
            pixels << m_viewport.toPixel(*part);
    }
    return pixels;
}

LabelObstacles RoofLabelLayer::obstacles(const QList<QLineF> &stems) const
{
    LabelObstacles taken;
    taken.lines = roofPixels();
    for (const NamedLine &named : m_namedLines) {
        if (const auto part =
                visiblePart({ .roof = 0, .from = named.line.p1(), .to = named.line.p2() }, m_viewport.frame))
            taken.lines << m_viewport.toPixel(*part);
    }
    constexpr double textGap = 4; // between a name and a count or number beside it
    for (const QRectF &text : m_texts ? m_texts() : QList<QRectF>())
        taken.texts << QPolygonF(text.adjusted(-textGap, 0, textGap, 0));
    if (m_markPlaces.size() > mostMarks)
        return taken;
    addStems(stems, taken);
    const std::vector<std::uint32_t> standIns = detailFor(m_markPlaces, { m_viewport, {} }, mostObstacles).places;
    for (const std::uint32_t index : standIns) {
        constexpr double gap = 3; // between a mark and a name
        const double side = m_markDiameters[index] + 2 * gap;
        QRectF box(0, 0, side, side);
        box.moveCenter(m_viewport.toPixel(m_markPlaces[index].at));
        taken.marks << box;
    }
    return taken;
}

void RoofLabelLayer::paintHiddenCount(QPainter &painter, LabelObstacles &taken) const
{
    if (m_hiddenOnStrip > 0)
        paintCaption(painter, { hiddenOnStripLabel(m_hiddenOnStrip) }, m_style->mutedText(), taken);
}

void RoofLabelLayer::paintLaunchCaption(QPainter &painter, LabelObstacles &taken) const
{
    const Roof &roof = m_content->roofs[*m_content->launchRoof];
    paintCaption(painter, { launchLabel(roof), shortLaunchLabel(roof) }, m_style->mutedText(), taken);
}

void RoofLabelLayer::paintCaption(QPainter &painter, const QStringList &texts, const QColor &color,
                                  LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    for (const QString &text : texts) {
        const auto box = freePlace({ metrics.horizontalAdvance(text), metrics.height() }, m_viewport.area, taken);
        if (!box)
            continue;
        paintText(painter, *box, text, color, m_style->ground());
        taken.texts << QPolygonF(*box);
        return;
    }
}

/// Nobody may take other roofs for measured ones: where no place is free it covers what is there.
void RoofLabelLayer::paintWhatIf(QPainter &painter, LabelObstacles &taken) const
{
    constexpr double gap = 6;
    const QFontMetricsF metrics(painter.font());
    const auto sizeOf = [&](const QString &text) { return QSizeF(metrics.horizontalAdvance(text), metrics.height()); };
    QString text = whatIfLabel(*m_content);
    const QRectF corner(m_viewport.area.topLeft() + QPointF(gap, gap), sizeOf(text));
    QRectF box = corner;
    if (!m_viewport.area.contains(corner) || covers(corner, taken)) {
        for (const QString &candidate : { text, shortWhatIfLabel() }) {
            if (const auto place = freePlace(sizeOf(candidate), m_viewport.area, taken)) {
                text = candidate;
                box = *place;
                break;
            }
        }
    }
    painter.fillRect(box, m_style->ground());
    painter.setPen(m_style->warning());
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
    taken.texts << QPolygonF(box);
}

void RoofLabelLayer::paintRidge(QPainter &painter, LabelObstacles &taken) const
{
    const std::optional<QPointF> ridge = shownRidge(*m_content, m_viewport.frame);
    if (!ridge)
        return;
    const QPointF corner = m_viewport.toPixel(*ridge);
    taken.lines << QLineF(corner, QPointF(corner.x(), m_viewport.area.bottom()));
    taken.texts << QPolygonF(QRectF(corner - QPointF(8, 8), QSizeF(16, 16)));

    const QFontMetricsF metrics(painter.font());
    const QString text = m_content->relative
        ? relativeRidgeLabel()
        : ridgeLabel(m_content->roofs[m_content->ridge->computeRoof], m_content->roofs[m_content->ridge->memoryRoof]);
    QRectF box(0, 0, metrics.horizontalAdvance(text), metrics.height());
    box.moveBottomLeft({ corner.x() + 6, m_viewport.area.bottom() - 4 - metrics.height() });
    const auto fits = [&] { return m_viewport.area.contains(box) && !covers(box, taken); };
    if (!fits())
        box.moveRight(corner.x() - 6);
    if (fits()) {
        paintText(painter, box, text, m_style->mutedText(), m_style->ground());
        taken.texts << QPolygonF(box);
    }
    paintZoneNames(painter, corner, taken);
}

void RoofLabelLayer::paintZoneNames(QPainter &painter, QPointF corner, LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    const auto boxOf = [&](Bound bound, bool isLeft) {
        QRectF box(0, 0, metrics.horizontalAdvance(displayName(bound)), metrics.height());
        box.moveBottomLeft({ isLeft ? corner.x() - 6 - box.width() : corner.x() + 6, m_viewport.area.bottom() - 4 });
        return box;
    };
    const auto fits = [&](const QRectF &box) { return m_viewport.area.contains(box) && !covers(box, taken); };
    const QRectF left = boxOf(Bound::Bandwidth, true);
    const QRectF right = boxOf(Bound::Compute, false);
    if (!fits(left) || !fits(right))
        return; // one without the other explains nothing
    paintText(painter, left, displayName(Bound::Bandwidth), m_style->roofColor(RoofKind::Memory), m_style->ground());
    paintText(painter, right, displayName(Bound::Compute), m_style->roofColor(RoofKind::Compute), m_style->ground());
    taken.texts << QPolygonF(left) << QPolygonF(right);
}

std::vector<RoofLine> RoofLabelLayer::linesByRank() const
{
    // The roofs that judge get the room first, the theoretical ones what is left.
    std::vector<RoofLine> lines = m_lines;
    std::ranges::stable_sort(lines, std::less(), [this](const RoofLine &line) {
        return line.theoretical ? 2 : m_content->judging.contains(line.roof) ? 0 : 1;
    });
    return lines;
}

bool RoofLabelLayer::sharesItsName(const RoofLine &line, double lineHeight) const
{
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const RoofLine &other) {
        return other.roof == line.roof && other.theoretical != line.theoretical
            && std::abs(m_viewport.toPixel(other.from).y() - m_viewport.toPixel(line.from).y()) < lineHeight;
    });
}

QStringList RoofLabelLayer::namesOf(const RoofLine &line, double lineHeight) const
{
    const Roof &roof = m_content->roofs[line.roof];
    if (m_content->relative)
        return { relativeRoofLabel(roof), shortRelativeRoofLabel(roof) };
    if (sharesItsName(line, lineHeight))
        return line.theoretical ? QStringList() // the measured one says it
                                : QStringList { roofWithTheoryLabel(roof), roofLabel(roof) };
    return { line.theoretical || m_content->theoretical ? theoreticalRoofLabel(roof) : roofLabel(roof) };
}

bool RoofLabelLayer::liesOnAJudge(const RoofLine &line, double lineHeight) const
{
    if (m_content->relative || m_content->judging.contains(line.roof))
        return false;
    const double pixelsOfDecade = m_viewport.area.height() / m_viewport.frame.height();
    const Roof &roof = m_content->roofs[line.roof];
    return std::ranges::any_of(m_lines, [&](const RoofLine &other) {
        const Roof &judge = m_content->roofs[other.roof];
        return m_content->judging.contains(other.roof) && judge.kind() == roof.kind()
            && std::abs(std::log10(judge.value / roof.value)) * pixelsOfDecade < lineHeight;
    });
}

QStringList RoofLabelLayer::shorterNamesOf(const RoofLine &line) const
{
    if (m_content->relative || line.theoretical || m_content->theoretical)
        return {};
    const Roof &roof = m_content->roofs[line.roof];
    return { shortRoofLabel(roof), shortRoofName(roof) };
}

void RoofLabelLayer::paintNamedLines(QPainter &painter, LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    std::vector<Label> labels;
    std::vector<const NamedLine *> shown;
    for (const NamedLine &named : m_namedLines) {
        const auto part = visiblePart({ .roof = 0, .from = named.line.p1(), .to = named.line.p2() }, m_viewport.frame);
        if (!part)
            continue;
        const QLineF pixels = m_viewport.toPixel(*part);
        labels.push_back({ pixels, sizesOf({ named.name, named.value }, metrics), named.line.dy() == 0, 1 });
        shown.push_back(&named);
    }
    paintPlaced(painter, placeLabels(labels, m_viewport.area, taken), taken, [&](std::size_t i, qsizetype text) {
        return std::pair(text == 0 ? shown[i]->name : shown[i]->value, m_style->textColorFor(shown[i]->color));
    });
}

void RoofLabelLayer::paintPlaced(QPainter &painter, const std::vector<std::optional<LabelPlace>> &places,
                                 LabelObstacles &taken,
                                 const std::function<std::pair<QString, QColor>(std::size_t, qsizetype)> &textOf) const
{
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i])
            continue;
        const auto [text, color] = textOf(i, places[i]->text);
        painter.save();
        painter.translate(places[i]->anchor);
        painter.rotate(places[i]->angleDegrees);
        if (places[i]->coversLines)
            painter.fillRect(places[i]->box.adjusted(-2, 1, 2, -1), m_style->groundOfText());
        paintText(painter, places[i]->box, text, color, m_style->ground());
        painter.restore();
        taken.texts << roomOf(*places[i]);
    }
}

void RoofLabelLayer::paintNames(QPainter &painter, LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    std::vector<Label> labels;
    QList<QStringList> texts;
    std::vector<const Roof *> roofs;
    for (const RoofLine &line : linesByRank()) {
        const auto part = visiblePart(line, m_viewport.frame);
        if (!part)
            continue;
        const QLineF pixels = m_viewport.toPixel(*part);
        QStringList names = namesOf(line, metrics.height());
        if (names.isEmpty() || liesOnAJudge(line, metrics.height()))
            continue;
        const Roof &roof = m_content->roofs[line.roof];
        const QStringList shorter = shorterNamesOf(line);
        // Flat roofs are named at their right end, slopes in their upper half: away from most points.
        labels.push_back({ pixels, sizesOf(names + shorter, metrics), roof.compute() != nullptr, shorter.size() });
        names += shorter;
        texts << names;
        roofs.push_back(&roof);
    }
    paintPlaced(painter, placeLabels(labels, m_viewport.area, taken), taken, [&](std::size_t i, qsizetype text) {
        return std::pair(texts[qsizetype(i)][text], m_style->roofColor(*roofs[i]));
    });
}

} // namespace ridgepoint
