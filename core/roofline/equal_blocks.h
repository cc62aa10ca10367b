// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/results/analysis/analysis.h"
#include "core/roofline/point.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rooflight {

/// Layers without layers below them are blocks from this number of equal ones on: fewer, such as the three
/// normalizations of a residual block, are told apart at a glance.
inline constexpr std::size_t leastEqualLeaves = 16;

/// Layers under one parent that do the same: equal in type, shapes, element type and work, as is all below them, layer
/// by layer and operator by operator. Two layers with layers below them are enough.
struct EqualBlocks {
    std::vector<std::int64_t> layers; ///< ids, ascending; two or more

    bool operator==(const EqualBlocks &) const = default;
};

/// Ascending by their first layer. Blocks within equal blocks are there for each of these.
[[nodiscard]] std::vector<EqualBlocks> equalBlocks(const Analysis &analysis);

/// What stands at the same place in equal blocks. Of blocks in blocks all are one: 3 in each of 12 are 36.
class EqualItems
{
public:
    EqualItems() = default;
    EqualItems(const Analysis &analysis, const std::vector<EqualBlocks> &blocks);

    /// The first of those that an item equals; itself if there is no other.
    [[nodiscard]] ItemId firstOf(ItemId item) const;
    /// All that equal a first one, itself included, ascending.
    [[nodiscard]] std::span<const ItemId> equalTo(ItemId first) const;

private:
    [[nodiscard]] const std::vector<std::int64_t> &firsts(ItemId::Kind kind) const;

    std::vector<std::int64_t> m_firstLayers; ///< by layer
    std::vector<std::int64_t> m_firstOperators;
    std::vector<std::vector<ItemId>> m_equalLayers; ///< by first layer
    std::vector<std::vector<ItemId>> m_equalOperators;
};

/// Several points of equal work as one.
struct FoldedPoint {
    RooflinePoint point; ///< work, bytes and times summed up; the bound is the one that holds most of the time
    std::size_t count = 0;
    std::optional<double>
        fastestNs = {}; ///< of one of them; the median of each, as the next two; absent unless all were timed
    std::optional<double> medianNs = {};
    std::optional<double> slowestNs = {};
};

/// \p points must not be empty.
[[nodiscard]] FoldedPoint foldedPoint(std::span<const RooflinePoint *const> points);

} // namespace rooflight
