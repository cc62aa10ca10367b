// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/layout/labels.h"
#include "ui/models/roof_choices.h"
#include "ui/style/display_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace rooflight {

namespace {

/// Beside the ridge. Lines of text that touch do not cover one another.
constexpr Clearance besideRidge { .marks = 3, .beside = -1, .above = -1 };

/// Writes what belongs to the roofs on a sheet.
class RoofTexts
{
public:
    explicit RoofTexts(TextSheet &sheet)
        : m_sheet(sheet)
        , m_scene(sheet.scene)
        , m_content(*sheet.scene.content)
        , m_style(*sheet.scene.style)
        , m_plane(sheet.layout.viewports.plane)
        , m_lineHeight(QFontMetricsF(m_style.smallFont()).height())
    {
    }

    void write()
    {
        addRoofs();
        if (const QString text = whatIfLabel(m_content); !text.isEmpty())
            writeWhatIf(text);
        writeRidge();
        for (const RoofLine &line : linesByRank())
            writeName(line);
        for (const NamedLine &line : m_scene.otherRoofs)
            writeAlong(line.line, { line.name, line.value }, m_style.textColorFor(line.color), line.line.dy() == 0, 1);
        writeCaptions();
    }

private:
    [[nodiscard]] TextLook look(TextRole role, const QColor &color) const
    {
        return { role, m_style.smallFont(), color, TextGround::Halo };
    }
    void addRoofs();
    void writeWhatIf(const QString &text);
    void writeRidge();
    void writeZoneNames(QPointF corner);
    void writeName(const RoofLine &line);
    /// False if there is no place.
    bool writeAlong(const QLineF &line, const QStringList &texts, const QColor &color, bool prefersEnd,
                    qsizetype lastResorts);
    void writeCaptions();
    /// The first of these texts that has a place.
    void writeCaption(const QStringList &texts);
    [[nodiscard]] std::size_t marksOnStrip() const;
    [[nodiscard]] std::vector<RoofLine> linesByRank() const;
    /// The best one first; empty for a line that goes without a name.
    [[nodiscard]] QStringList namesOf(const RoofLine &line) const;
    /// True if no other roof has its memory level or precision. Its label then leaves out the benchmark.
    [[nodiscard]] bool isAlone(const RoofLine &line) const;
    /// For a line where none of namesOf() has a place, because there are so many marks. The best one comes first.
    [[nodiscard]] QStringList shorterNamesOf(const RoofLine &line) const;
    /// True if the line is so close to one that judges that its name would seem to be that one's.
    [[nodiscard]] bool liesOnAJudge(const RoofLine &line) const;
    /// The other one of a roof's measured and theoretical lines, when they are too close for a name each.
    [[nodiscard]] const RoofLine *partnerOf(const RoofLine &line) const;

    TextSheet &m_sheet;
    const RooflineScene &m_scene;
    const RooflineContent &m_content;
    const ChartStyle &m_style;
    const Viewport &m_plane;
    double m_lineHeight;
};

void RoofTexts::addRoofs()
{
    for (const DrawnLine &roof : m_sheet.layout.roofs)
        m_sheet.placer.addLine(m_plane.toPixel(roof.line));
    const bool isCrowded = m_scene.marks->order.size() > maxVectorMarks;
    for (const QLineF &stem : isCrowded ? QList<QLineF>() : m_sheet.layout.launchStems)
        m_sheet.placer.addMark(QRectF(stem.p1(), stem.p2()).normalized().adjusted(-0.1, 0, 0.1, 0));
}

/// A what-if must not pass for measured: where no place is free, its label covers other things.
void RoofTexts::writeWhatIf(const QString &text)
{
    constexpr double gap = 6;
    const TextLook warning { TextRole::WhatIf, m_style.smallFont(), m_style.warning(), TextGround::Plain };
    const QRectF corner(m_plane.area.topLeft() + QPointF(gap, gap), warning.sizeOf(text));
    if (m_sheet.write(text, warning, { &corner, 1 }, besideRidge))
        return;
    for (const QString &candidate : { text, shortWhatIfLabel() }) {
        if (const auto box = m_sheet.placer.placeAnywhere(warning.sizeOf(candidate)))
            return m_sheet.put(candidate, warning, *box);
    }
    m_sheet.placer.addText(corner);
    m_sheet.put(text, warning, corner);
}

void RoofTexts::writeRidge()
{
    if (!m_sheet.layout.ridge)
        return;
    const QPointF corner = m_sheet.layout.ridge->p1();
    m_sheet.placer.addLine(*m_sheet.layout.ridge);
    m_sheet.placer.addText(QRectF(corner - QPointF(8, 8), QSizeF(16, 16)));
    const QString text = m_content.relative
        ? relativeRidgeLabel()
        : ridgeLabel(m_content.roofs[m_content.ridge->computeRoof], m_content.roofs[m_content.ridge->memoryRoof]);
    const TextLook ridge = look(TextRole::Ridge, m_style.mutedText());
    QRectF right(QPointF(), ridge.sizeOf(text));
    right.moveBottomLeft({ corner.x() + 6, m_plane.area.bottom() - 4 - m_lineHeight });
    QRectF left = right;
    left.moveRight(corner.x() - 6);
    m_sheet.write(text, ridge, std::array { right, left }, besideRidge);
    if (m_sheet.layout.hasZones)
        writeZoneNames(corner);
}

void RoofTexts::writeZoneNames(QPointF corner)
{
    const auto boxOf = [&](Bound bound, bool isLeft) {
        QRectF box(QPointF(), look(TextRole::Zone, {}).sizeOf(displayName(bound)));
        box.moveBottomLeft({ isLeft ? corner.x() - 6 - box.width() : corner.x() + 6, m_plane.area.bottom() - 4 });
        return box;
    };
    const QRectF left = boxOf(Bound::Bandwidth, true);
    const QRectF right = boxOf(Bound::Compute, false);
    if (!m_sheet.placer.isFree(left, besideRidge) || !m_sheet.placer.isFree(right, besideRidge))
        return; // one without the other explains nothing
    m_sheet.write(displayName(Bound::Bandwidth), look(TextRole::Zone, m_style.roofColor(RoofKind::Memory)),
                  { &left, 1 }, besideRidge);
    m_sheet.write(displayName(Bound::Compute), look(TextRole::Zone, m_style.roofColor(RoofKind::Compute)),
                  { &right, 1 }, besideRidge);
}

std::vector<RoofLine> RoofTexts::linesByRank() const
{
    // The roofs that judge get the room first, the theoretical ones what is left.
    std::vector<RoofLine> lines = m_scene.roofs;
    std::ranges::stable_sort(lines, std::less(), [this](const RoofLine &line) {
        return line.theoretical ? 2 : m_content.judging.contains(line.roof) ? 0 : 1;
    });
    return lines;
}

const RoofLine *RoofTexts::partnerOf(const RoofLine &line) const
{
    const auto found = std::ranges::find_if(m_scene.roofs, [&](const RoofLine &other) {
        return other.roof == line.roof && other.theoretical != line.theoretical
            && std::abs(m_plane.toPixel(other.from).y() - m_plane.toPixel(line.from).y()) < m_lineHeight;
    });
    return found == m_scene.roofs.end() ? nullptr : &*found;
}

QStringList RoofTexts::namesOf(const RoofLine &line) const
{
    const Roof &roof = m_content.roofs[line.roof];
    if (m_content.relative)
        return { relativeRoofLabel(roof), shortRelativeRoofLabel(roof) };
    if (partnerOf(line))
        return line.theoretical ? QStringList() // the measured one says it
                                : QStringList { roofWithTheoryLabel(roof), roofLabel(roof) };
    if (line.theoretical || m_content.theoretical)
        return { theoreticalRoofLabel(roof) };
    return { isAlone(line) && !isTyped(roof) ? shortRoofLabel(roof) : roofLabel(roof) };
}

bool RoofTexts::isAlone(const RoofLine &line) const
{
    const QString name = shortRoofName(m_content.roofs[line.roof]);
    return std::ranges::none_of(m_scene.roofs, [&](const RoofLine &other) {
        return other.roof != line.roof && shortRoofName(m_content.roofs[other.roof]) == name;
    });
}

QStringList RoofTexts::shorterNamesOf(const RoofLine &line) const
{
    if (m_content.relative || line.theoretical || m_content.theoretical)
        return {};
    const Roof &roof = m_content.roofs[line.roof];
    return { shortRoofLabel(roof), shortRoofName(roof) };
}

bool RoofTexts::liesOnAJudge(const RoofLine &line) const
{
    if (m_content.relative || m_content.judging.contains(line.roof))
        return false;
    const double pixelsOfDecade = m_plane.area.height() / m_plane.frame.height();
    const Roof &roof = m_content.roofs[line.roof];
    return std::ranges::any_of(m_scene.roofs, [&](const RoofLine &other) {
        const Roof &judge = m_content.roofs[other.roof];
        return m_content.judging.contains(other.roof) && judge.kind() == roof.kind()
            && std::abs(std::log10(judge.value / roof.value)) * pixelsOfDecade < m_lineHeight;
    });
}

void RoofTexts::writeName(const RoofLine &line)
{
    const QStringList names = namesOf(line);
    if (names.isEmpty() || liesOnAJudge(line))
        return;
    const Roof &roof = m_content.roofs[line.roof];
    const QStringList shorter = shorterNamesOf(line);
    // Flat roofs are named at their right end, slopes in their upper half: away from most points.
    const auto isWrittenAlong = [&](const RoofLine &where) {
        return writeAlong(where.line(), names + shorter, m_style.roofColor(roof), roof.compute() != nullptr,
                          shorter.size());
    };
    const RoofLine *partner = partnerOf(line);
    if (!isWrittenAlong(line) && partner)
        isWrittenAlong(*partner); // its other side may be free
}

bool RoofTexts::writeAlong(const QLineF &line, const QStringList &texts, const QColor &color, bool prefersEnd,
                           qsizetype lastResorts)
{
    const auto part = visiblePart(line, m_plane.frame);
    if (!part)
        return false;
    const TextLook named = look(TextRole::Roof, color);
    LineName name { m_plane.toPixel(*part), {}, prefersEnd, lastResorts };
    for (const QString &text : texts)
        name.sizes << named.sizeOf(text);
    const auto place = m_sheet.placer.placeAlong(name);
    if (place)
        m_sheet.put(texts[place->text], named, *place);
    return place.has_value();
}

std::size_t RoofTexts::marksOnStrip() const
{
    const auto onStrip = [](const MarkSet *set) { return std::ranges::count_if(set->content->marks, &Mark::onStrip); };
    auto count = onStrip(m_scene.marks);
    for (const MarkSet *other : m_scene.otherMarks)
        count += onStrip(other);
    return std::size_t(count);
}

void RoofTexts::writeCaptions()
{
    const bool hasStrip = !m_sheet.layout.viewports.strip.area.isEmpty();
    if (const std::size_t hidden = hasStrip ? 0 : marksOnStrip(); hidden > 0)
        writeCaption({ hiddenOnStripLabel(hidden) });
}

void RoofTexts::writeCaption(const QStringList &texts)
{
    const TextLook caption = look(TextRole::Hidden, m_style.mutedText());
    for (const QString &text : texts) {
        if (const auto box = m_sheet.placer.placeAnywhere(caption.sizeOf(text)))
            return m_sheet.put(text, caption, *box);
    }
}

} // namespace

void writeRoofTexts(TextSheet &sheet)
{
    RoofTexts(sheet).write();
}

} // namespace rooflight
