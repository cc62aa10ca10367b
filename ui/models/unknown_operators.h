// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/item_id.h"
#include "core/results/session.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace rooflight {

/// Where an operator without a formula is called.
struct UnknownPlace {
    std::vector<ItemId> items; ///< what stands on the chart for it: the layer, or its operators if it has no point
    QString layer; ///< path, or the model's class for the model itself
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    double timeNs = 0; ///< the calls together; 0 when they were not timed

    bool operator==(const UnknownPlace &) const = default;
};

/// All calls of one operator without a formula.
struct UnknownGroup {
    QString name;
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    double timeNs = 0; ///< the calls together; 0 when they were not timed
    ComposedText reason; ///< why the formula that there is did not fit; empty: there is none
    std::vector<UnknownPlace> places; ///< in order of execution

    bool operator==(const UnknownGroup &) const = default;
};

/// In the order of Analysis::unknown; none without an analysis.
[[nodiscard]] std::vector<UnknownGroup> unknownGroups(const Session &session);

/// layerName() of a Layer or LayerChange.
[[nodiscard]] QString layerLabel(const auto &layer)
{
    return QString::fromStdString(layerName(layer));
}

} // namespace rooflight
