// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

enum class CellStatus { Missing, Done, Failed };

template<>
inline constexpr auto enumNames<CellStatus> = EnumNames<CellStatus, 3> { {
    { CellStatus::Missing, "missing" },
    { CellStatus::Done, "done" },
    { CellStatus::Failed, "failed" },
} };

/// One line of the index of a matrix. Times are ns; what was not measured is absent.
struct MatrixRow {
    std::string name;
    std::string model;
    std::string input;
    std::string target;
    std::string execution;
    CellStatus status = CellStatus::Missing;
    std::optional<double> medianNs;
    std::optional<double> intervalLowNs; ///< 95 %, of the median
    std::optional<double> intervalHighNs;
    std::optional<double> throughputPerSecond;
    std::optional<double> timeAtRoofNs;
    std::optional<double> roofShare; ///< time at the roof / median
    std::optional<std::int64_t> peakMemoryBytes; ///< of activations
    std::optional<std::int64_t> macs;
    std::string session; ///< file in the folder; empty unless done
    std::string reason; ///< why it failed, one sentence
    std::vector<double>
        sparkline; ///< medians of the runs, in their order, in parts of equal number; none of older ones
    std::string throughputUnit = {}; ///< "items", "runs" if the batch is not known; empty: no throughput
    std::vector<std::string> disturbedBy = {}; ///< flags of the runs and of the roofs that judge; empty: undisturbed
    std::optional<double> joulesPerRun = {};

    bool operator==(const MatrixRow &) const = default;
};

} // namespace rooflight
