// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"

#include <QColor>
#include <QLineF>
#include <QString>

#include <memory>
#include <vector>

namespace rooflight {

/// A session to be put on the chart of another one, under its own roofs.
struct ChartSession {
    QString name;
    std::shared_ptr<const Session> session;

    bool operator==(const ChartSession &) const = default;
};

/// The same, ready to be drawn. Shared: the content holds every point.
struct RooflineOverlay {
    QString name;
    std::shared_ptr<const RooflineContent> content;
};

/// A line on the plane with a name along it.
struct NamedLine {
    QLineF line;
    QString name; ///< empty: none
    QColor color;
    QString value = {}; ///< the same if there is little room
    const Roof *roof = nullptr; ///< of the overlay
};

/// Makes the overlays of sessions: points are folded as those of the main session are, and relative like these. Those
/// that have not changed since the last time are kept, as folding a large session takes a while.
class OverlayMaker
{
public:
    void make(const std::vector<ChartSession> &sessions, bool folds, bool relative);
    [[nodiscard]] const std::vector<RooflineOverlay> &overlays() const { return m_overlays; }

private:
    std::vector<ChartSession> m_sessions; ///< one an overlay
    std::vector<RooflineOverlay> m_overlays;
    bool m_folds = false;
    bool m_relative = false;
};

/// The pair of roofs of an overlay, named after it; none if all stands relative to them. Those that are
/// drawn for the main session, too, are left out: a model that is run in another way on the same device has the same
/// roofs, but another precision other ones.
[[nodiscard]] std::vector<NamedLine> roofsOf(const RooflineOverlay &overlay, const QColor &color,
                                             const RooflineContent &main);

/// Widens the frames of the main session so that they hold the overlays, too.
void makeRoom(RooflineContent &content, const std::vector<RooflineOverlay> &overlays);

} // namespace rooflight
