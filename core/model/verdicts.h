// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"
#include "core/results/analysis/analysis.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rooflight {

/// The roofs that most of a model is judged by.
struct PlatformVerdict {
    std::optional<double> computeFlopPerSecond;
    std::optional<double> bandwidthBytePerSecond; ///< of main memory
    std::optional<double> ridgeFlopPerByte;
    std::optional<double> operatorLaunchNs;
};

/// A roof or layer that could move the answer by a tenth of the gain or more.
struct WithheldReason {
    std::string_view kind; ///< "roof" or "layer"
    std::string name;
    double moves = 0; ///< share of the gain
};

struct ModelVerdict {
    std::optional<double> medianNs;
    std::optional<double> timeAtRoofNs;
    std::optional<double> timeToGainNs;
    std::optional<double> fusedBoundNs; ///< were all of it one kernel
    std::optional<double> unattributedShare; ///< of the time, outside the model's own call
    std::optional<double> betweenKernelsNs; ///< of a GPU's run, part of the operators' times
    std::optional<double> unknownNs; ///< of the median, in no operator's time
    std::string headline; ///< in English
    std::vector<std::int64_t> headlineLayers; ///< ids of those that it names, each with at least 5 % of the gain
    std::optional<double> timeAtNamedRoofsNs; ///< of the model, were these at their roofs
    std::optional<std::array<double, 2>> timeAtNamedRoofsInterval; ///< 19 of 20 later reports are expected in it
    std::vector<WithheldReason> withheldBecause; ///< empty: the answer stands
    bool trustworthy = true; ///< false: it is withheld
    std::vector<std::string> disturbedBy; ///< flags of samples and roofs
};

/// Nanoseconds by name.
struct NamedTimes {
    std::vector<std::pair<std::string_view, double>> values;

    bool operator==(const NamedTimes &) const = default;
};

/// A conclusion by its key.
struct NamedValue {
    /// Nothing if it is not known.
    using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string_view>,
                               NamedTimes>;

    std::string_view key;
    Value value;
};

/// One layer or operator under the roofs: the facts of core/report/facts for JSON.
struct ItemVerdict {
    std::int64_t id = 0;
    std::vector<NamedValue> values;
};

/// The time of the model if it were changed as people ask first; what is not known is absent.
struct AskedVerdict {
    std::string_view id; ///< AskedChange
    bool applies = false; ///< false: nothing would change
    std::string reason = {}; ///< why not; in English, as the next
    std::optional<double> medianNs = {}; ///< what to expect
    std::optional<std::array<double, 2>> intervalNs = {};
    std::optional<double> limitNs = {}; ///< at the roofs
    std::vector<std::string> assumes = {}; ///< sentences
};

/// What a session concludes, as programs read it. Worked out from the rest of a session, never read back.
struct Verdicts {
    PlatformVerdict platform;
    ModelVerdict model;
    std::array<double, enumNames<Bound>.size()> bounds = {}; ///< shares of the time by Bound; their sum is 1
    std::vector<ItemVerdict> layers;
    std::vector<ItemVerdict> operators;
    Coverage coverage;
    std::vector<AskedVerdict> whatIf; ///< empty if nothing was timed
    std::vector<std::int64_t> ranking; ///< ids by time to gain
    bool ranksOperators = true; ///< else leaves
};

} // namespace rooflight
