// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/results/session.h"
#include "core/roofline/judged_session.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// What several operators would be if they were one that keeps their intermediate results to itself.
struct Fusion {
    std::int64_t operators = 0; ///< that do something; fewer than two fuse nothing
    std::int64_t flops = 0; ///< under the default convention
    std::int64_t bytesBefore = 0; ///< read and written, each operator by itself
    std::int64_t bytes = 0; ///< without the results that one of them writes and a later one reads
    double atRoofBeforeNs = 0; ///< sum over the operators, each under its own roofs
    double atRoofNs = 0; ///< the longest of arithmetic, remaining traffic and one launch

    /// Whether one of them takes what another one wrote: without that there is no reason to make them one.
    [[nodiscard]] bool keepsResults() const { return bytes < bytesBefore; }
    [[nodiscard]] double savedNs() const { return atRoofBeforeNs > atRoofNs ? atRoofBeforeNs - atRoofNs : 0; }
    [[nodiscard]] std::optional<double> intensity() const; ///< FLOP per remaining byte; absent without any
};

/// Which results stay inside a group of operators that run as one: a result that a later operator of the group takes,
/// as a tensor of the same shape. It is assumed to have no other user, so the traffic that is saved is the most that
/// fusing could save.
class KeptResults
{
public:
    /// The next of the operators. Returns the bytes that are neither written nor read again because it takes them from
    /// those before it.
    std::int64_t join(const Operator &op);
    /// One that runs in between by itself: what it takes has to be written.
    void passBy(const Operator &op);

private:
    std::map<Shape, std::int64_t> m_results; ///< of those that joined, not taken yet: how many of each shape
};

/// The fusion of the operators among these items and inside the layers among them. Which result goes where is not
/// recorded: a result counts as kept when a later one of the operators takes a tensor of its shape and no other
/// operator in between does, and then as written for it alone. So the traffic is the least that fusing could leave.
/// Without a value for sessions without roofs, and if one of the operators has no formula.
[[nodiscard]] std::optional<Fusion> fusionOf(const Session &session, const std::set<ItemId> &items);

/// Several layers and operators together. A sum is absent unless each of them has that figure.
struct JointFigures {
    std::vector<ItemId> items; ///< without what is inside of another one of them, so that nothing counts twice
    Cost cost; ///< under the convention of the analysis
    bool known = true; ///< false: among them are operators without a formula
    std::optional<double> intensity; ///< FLOP per byte, under the default convention; absent without bytes
    std::optional<double> timeNs; ///< sum of the medians
    std::optional<double> timeShare; ///< of the instrumented model
    std::optional<double> timeAtRoofNs;
    std::optional<double> timeToGainNs;
};

[[nodiscard]] JointFigures jointFigures(const JudgedSession &judged, const std::set<ItemId> &items);

} // namespace rooflight
