// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"

#include <QColor>
#include <QPointF>
#include <QString>

#include <cstddef>
#include <vector>

namespace rooflight {

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

} // namespace rooflight
