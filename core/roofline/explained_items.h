// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/operator_proof.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rooflight {

/// One operator that experiments were run on, with what was judged of it and what they prove.
struct ExplainedItem {
    const ExplainedOperator *experiments = nullptr;
    const Operator *op = nullptr;
    const Layer *layer = nullptr; ///< that calls it
    const RooflinePoint *point = nullptr;
    TrialControl control; ///< that its experiments are compared with
    OperatorProof proof;
};

/// The items of the session's explanation that its analysis holds, in their order. They point into the session.
[[nodiscard]] std::vector<ExplainedItem> explainedItems(const JudgedSession &judged);

/// What they prove, by the items that it is true of: each operator that was called again, and the layers above it of
/// whose time it takes more than half.
[[nodiscard]] std::vector<std::pair<ItemId, ProvenFinding>> findingsOf(const JudgedSession &judged);

/// The \p count operators with most to gain, or without roofs those that take longest; of several with equal sizes the
/// first. Views and what was not timed are none of them.
[[nodiscard]] std::vector<std::int64_t> operatorsToExplain(const JudgedSession &judged, std::size_t count);

/// The id of the layer with this path. Errors: CommandLine if there is none, with the nearest path.
[[nodiscard]] Result<std::int64_t> layerOfPath(const Analysis &analysis, const std::string &path);

/// For each layer with such a path, the operator that takes longest, its own or one of the layers below it. Errors:
/// CommandLine if there is no such layer, or it calls no operator.
[[nodiscard]] Result<std::vector<std::int64_t>> operatorsOfLayers(const JudgedSession &judged,
                                                                  const std::vector<std::string> &paths);

/// The same of selected items: operators as they are, of layers the one that takes longest.
[[nodiscard]] std::vector<std::int64_t> operatorsOfItems(const JudgedSession &judged, const std::set<ItemId> &items);

} // namespace rooflight
