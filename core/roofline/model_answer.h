// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/answer_doubts.h"
#include "core/roofline/equal_blocks.h"
#include "core/roofline/model_summary.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// What is at the same place of equal blocks, as one.
struct RankedGroup {
    RankedItem first; ///< of them; with the gain of all
    std::vector<ItemId> items; ///< all that were ranked, the first of the equal ones in front

    [[nodiscard]] std::size_t count() const { return items.size(); }
};

/// The largest gain of all together first.
[[nodiscard]] std::vector<RankedGroup> foldedRanking(const std::vector<RankedItem> &ranking, const EqualItems &equal);

/// A part with much to gain, or several at the same place of equal blocks.
struct NamedGain {
    RankedGroup parts; ///< layers, or operators that a layer with layers below it calls itself
    std::vector<std::int64_t> layers; ///< their ids, of an operator that of its layer
};

/// Where most of a model's gain lies: the one ranking that headline, lists and experiments follow.
struct ModelAnswer {
    /// What has something to gain, as partOf(); the most first. A layer with what its row says it could save.
    std::vector<RankedItem> parts;
    /// The same, what is at the same place of equal blocks as one.
    std::vector<RankedGroup> ranking;
    std::vector<NamedGain> named; ///< the first of the ranking, each at least 5 % of all gain, at most three
    /// If none is large enough: those at the same place of equal blocks that together have most to gain.
    std::optional<RankedGroup> largestEqual;
    /// The model with the first one, two, ... of named at their roofs; if none is named with all. Empty without
    /// gains.
    std::vector<Promise> promises;
    std::vector<std::string> disturbedBy; ///< flags of the runs and of the roofs that judge, each once
    /// Roofs and layers that could move the answer by a tenth of the gain and more; empty: it stands.
    std::vector<Doubt> withheldBecause;

    [[nodiscard]] bool trustworthy() const { return withheldBecause.empty(); }
};

/// What a ranking lists of a model: the layer without layers below it that calls an operator; else the item itself.
[[nodiscard]] ItemId partOf(const Analysis &analysis, ItemId item);

/// \p points, \p summary and \p equal are of the session.
[[nodiscard]] ModelAnswer answerOf(const Session &session, const SessionPoints &points, const ModelSummary &summary,
                                   const EqualItems &equal);

} // namespace rooflight
