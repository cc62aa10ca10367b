// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/point.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// The compute roof that most of the model is judged by, and those of main memory and of a launch. The ridge that every
/// text and every picture shows is theirs.
struct Platform {
    std::optional<std::size_t> computeRoof; ///< indices into DeviceRoofs::roofs
    std::optional<std::size_t> memoryRoof; ///< main memory
    std::optional<std::size_t> launchRoof;
    std::optional<double> ridgeFlopPerByte;
};

/// What one bound holds of the model.
struct BoundShare {
    Bound bound = Bound::None;
    double share = 0; ///< of the time
    /// Label of the operator, else the layer, that takes most of it: its layer's path, or its own label if the layer
    /// runs several operators.
    std::string slowestLabel;
};

/// An operator or layer that would gain time at its roof.
struct RankedItem {
    ItemId item;
    std::string label;
    double gainNs = 0;
};

/// What the whole model comes to: the answer that a person asked for.
struct ModelSummary {
    std::string name; ///< of the file, without folder and suffix
    std::optional<double> medianNs; ///< of the bare model, else of the instrumented one
    std::optional<double> otherMedianNs; ///< of other bare runs that contradict it: BareRuns::otherMedianNs
    std::optional<double> timeAtRoofNs; ///< sum over all operators
    /// Were all of it one kernel: the longer of all its arithmetic at its roofs, and of what it reads from outside and
    /// leaves behind at that of main memory. Absent if one of these roofs is.
    std::optional<double> fusedBoundNs;
    std::optional<double> timeToGainNs; ///< rankedGainNs; if no part was timed medianNs - timeAtRoofNs, not below 0
    std::vector<BoundShare>
        bounds; ///< the largest first, None at last, those without a share left out; they add up to 1
    bool sharesOfTime = false; ///< false: nothing was timed, they are shares of the time at the roofs
    std::vector<RankedItem> ranking; ///< the largest gain first
    bool ranksOperators = true; ///< false: only layers were timed
    double rankedGainNs = 0; ///< sum of the ranking
    std::int64_t operatorCalls = 0; ///< that do something
    double launchNs = 0; ///< what these calls take at least, were each an empty one
    std::optional<double> unattributedShare; ///< of the time, outside the model's own call
    std::optional<double> betweenKernelsNs; ///< of a GPU's run; it is in the times of the operators
    std::optional<double> unknownNs; ///< medianNs without the times of the operators, else of the leaves
    std::vector<std::string> roofFlags; ///< what disturbed the measurement of a roof that judges here
    Platform platform;
    std::vector<std::string> timingFlags; ///< what disturbed the runs of which medianNs is the median

    /// The model's share of its roof: timeAtRoofNs / medianNs.
    [[nodiscard]] std::optional<double> roofShare() const;
};

/// Works with whatever the session holds so far; \p points are its own. Without an analysis only its platform, under
/// the roof of single precision.
[[nodiscard]] ModelSummary summaryOf(const Session &session, const SessionPoints &points);

} // namespace rooflight
