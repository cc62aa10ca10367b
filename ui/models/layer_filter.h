// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/item_id.h"
#include "core/model/verdict.h"
#include "core/results/roofs/roof_terms.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <set>

namespace rooflight {

/// Which layers and operators of a model are shown, in table and chart alike. What is asked for together must all hold.
struct LayerFilter {
    QString text = {}; ///< words that must all occur in path, type or operator
    bool isPattern = false; ///< text is one regular expression
    std::set<Bound> bounds = {}; ///< one of these; empty: any
    bool needsArithmetic = false; ///< without what only moves memory
    int slowest = 0; ///< only this many, those that take most time; 0: any
    double leastShare = 0; ///< of the model's time
    std::optional<MemoryLevel> fitsInto = {}; ///< the largest of its operators touches no more than capacityBytes
    std::int64_t capacityBytes = 0; ///< of fitsInto
    std::set<ItemId> only = {}; ///< these, and what lies in these layers; empty: any

    /// Beside the text.
    [[nodiscard]] bool hasCriteria() const
    {
        return !bounds.empty() || needsArithmetic || slowest > 0 || leastShare > 0 || fitsInto || !only.empty();
    }
    [[nodiscard]] bool isEmpty() const { return text.isEmpty() && !hasCriteria(); }

    bool operator==(const LayerFilter &) const = default;
};

} // namespace rooflight
