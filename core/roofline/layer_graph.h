// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/results/analysis/analysis.h"
#include "core/roofline/equal_blocks.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// A layer as a whole, or an operator that a layer with layers below it calls itself.
struct GraphNode {
    ItemId item;
    std::vector<ItemId> items; ///< all that it stands for: itself, or equal ones that are folded
    bool canOpen = false; ///< layers lie below it

    bool operator==(const GraphNode &) const = default;
};

/// Data that goes from one node to another.
struct GraphEdge {
    std::size_t from = 0; ///< indices into LayerGraph::nodes; smaller than `to`
    std::size_t to = 0;

    auto operator<=>(const GraphEdge &) const = default; // NOLINT(modernize-use-nullptr): of what it compares with
};

/// The model as a graph of layers, one of many: whichever layers are open.
struct LayerGraph {
    std::vector<GraphNode> nodes; ///< in order of execution
    std::vector<GraphEdge> edges; ///< ascending
    bool followsData = true; ///< false: the file does not hold which result goes where; edges follow the execution

    /// The node that an item is a part of; without a value for views, and for layers that are open.
    [[nodiscard]] std::optional<std::size_t> nodeOf(ItemId item) const;

    std::vector<std::optional<std::size_t>> nodeOfLayer;
    std::vector<std::optional<std::size_t>> nodeOfOperator;
};

/// \p open are ids of layers that are shown as what is in them; the model itself always is. Equal layers among \p
/// folded are one node; edges back into it are left out.
[[nodiscard]] LayerGraph layerGraph(const Analysis &analysis, const std::set<std::int64_t> &open,
                                    const EqualItems &folded);

} // namespace rooflight
