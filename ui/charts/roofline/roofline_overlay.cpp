// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_overlay.h"

#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/roof_lines.h"
#include "ui/charts/roofline/roofline_content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace rooflight {

namespace {

constexpr double farAway = 15; // decades, outside of any view

RooflineOverlay overlayOf(const ChartSession &session, bool folds, bool relative)
{
    RooflineContent content = rooflineContent(JudgedSession(*session.session), { .folds = folds });
    if (relative && !content.ridge)
        content.marks.clear(); // there is nothing that they could be relative to
    if (relative)
        makeRelative(content);
    return { session.name, std::make_shared<const RooflineContent>(std::move(content)) };
}

} // namespace

void OverlayMaker::make(const std::vector<ChartSession> &sessions, bool folds, bool relative)
{
    if (folds != m_folds || relative != m_relative)
        m_sessions.clear();
    m_folds = folds;
    m_relative = relative;
    std::vector<RooflineOverlay> overlays;
    for (const ChartSession &session : sessions) {
        const auto before = std::ranges::find(m_sessions, session);
        overlays.push_back(before == m_sessions.end() ? overlayOf(session, folds, relative)
                                                      : m_overlays[std::size_t(before - m_sessions.begin())]);
    }
    m_sessions = sessions;
    m_overlays = std::move(overlays);
}

std::vector<NamedLine> roofsOf(const RooflineOverlay &overlay, const QColor &color, const RooflineContent &main)
{
    const RooflineContent &content = *overlay.content;
    if (!content.ridge || content.relative)
        return {};
    const Roof &compute = content.roofs[content.ridge->computeRoof];
    const Roof &memory = content.roofs[content.ridge->memoryRoof];
    const QPointF corner = ridgePlace(content);
    const std::array<std::pair<const Roof *, QLineF>, 2> lines {
        std::pair(&compute, QLineF(corner, { farAway, corner.y() })),
        std::pair(&memory, QLineF(QPointF(-farAway, corner.y() - corner.x() - farAway), corner)),
    };
    std::vector<NamedLine> roofs;
    const std::set<std::size_t> drawn = defaultRoofs(main);
    for (const auto &[roof, line] : lines) {
        const auto isSame = [&main, roof = roof](std::size_t other) {
            return main.roofs[other].kind() == roof->kind() && main.roofs[other].value == roof->value;
        };
        if (!std::ranges::any_of(drawn, isSame))
            roofs.push_back({ line, ChartsText::tr("%1: %2").arg(overlay.name, roofValueText(*roof)), color,
                              roofValueText(*roof), roof });
    }
    return roofs;
}

void makeRoom(RooflineContent &content, const std::vector<RooflineOverlay> &overlays)
{
    for (const RooflineOverlay &overlay : overlays) {
        const RooflineContent &other = *overlay.content;
        if (!other.marks.empty() || other.ridge) {
            content.frame.left = std::min(content.frame.left, other.frame.left);
            content.frame.right = std::max(content.frame.right, other.frame.right);
            content.frame.bottom = std::min(content.frame.bottom, other.frame.bottom);
            content.frame.top = std::max(content.frame.top, other.frame.top);
        }
        if (!other.hasStrip)
            continue;
        content.stripRange = content.hasStrip ? std::array { std::min(content.stripRange[0], other.stripRange[0]),
                                                             std::max(content.stripRange[1], other.stripRange[1]) }
                                              : other.stripRange;
        content.hasStrip = true;
    }
}

} // namespace rooflight
