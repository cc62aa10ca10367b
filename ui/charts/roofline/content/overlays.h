// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/size_paths.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/style/chart_style.h"

#include <QColor>
#include <QPointF>
#include <QString>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
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

/// Widens the frames of the main session so that they hold the overlays, too.
void makeRoom(RooflineContent &content, const std::vector<RooflineOverlay> &overlays);

/// Where a layer or operator of another session stood, and how long it took there.
struct EarlierMark {
    Mark mark;
    std::optional<double> timeNs;
};

/// By the labels of their points.
using EarlierMarks = std::map<std::string, EarlierMark>;

/// The marks of what was timed in this session.
[[nodiscard]] EarlierMarks earlierMarks(const JudgedSession &judged);

/// Gives each timed mark its earlier place and time, and widens the frame so that it holds them all. Under the roofs of
/// a data sheet nothing was timed, so nothing has moved.
void placeEarlier(RooflineContent &content, const EarlierMarks &earlier);

/// A way across the plane: from session to session, or as a size of the model grows.
struct Trail {
    struct Stop {
        QPointF place;
        QString text = {}; ///< beside it
        bool isMeasured = false; ///< a filled dot, else a hollow one
        bool hasDot = true; ///< false: a point of the chart stands there
        QString title = {}; ///< of its card: "Batch 32, predicted"; empty: it has none
        double timeNs = 0; ///< of one run; if it is not measured at the roof; 0: not known
    };
    std::vector<Stop> stops; ///< two or more
    QColor color;
    bool isFaint = false; ///< beside others that are looked at
    QString name = {}; ///< whose way it is
};

/// A stop of one of the trails of a layer.
struct TrailStop {
    std::size_t trail = 0;
    std::size_t stop = 0;

    bool operator==(const TrailStop &) const = default;
};

/// Widens the frame so that it holds all stops.
void makeRoom(RooflineContent &content, const std::vector<Trail> &trails);

/// The ways of layers across the plane as the last axis of a sweep grows: of one layer, by its position in \p paths,
/// for each size on the other axis and with the sizes beside it; of the others without layers below them, each of those
/// that are alike once, for the largest size on the other axis.
[[nodiscard]] std::vector<Trail> sizeTrails(const BatchSweep &sweep, const std::vector<SizePath> &paths,
                                            std::size_t chosen, const ChartStyle &style);

} // namespace rooflight
