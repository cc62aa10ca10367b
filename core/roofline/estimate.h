// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/request.h"
#include "core/results/session.h"
#include "core/roofline/what_if.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// Where the times of an estimate come from.
enum class EstimateMethod {
    Replayed, ///< it was run a few times in the new way, and its operators were called again, alone
    Scaled, ///< each operator keeps its distance from what limits it
};

template<>
inline constexpr auto enumNames<EstimateMethod> = EnumNames<EstimateMethod, 2> { {
    { EstimateMethod::Replayed, "replayed" },
    { EstimateMethod::Scaled, "scaled" },
} };

struct LayerEstimate {
    std::int64_t id = 0; ///< position in the analysis of the changed model
    std::string path;
    std::optional<double> hereNs; ///< of the same layer as it is
    std::optional<double> medianNs; ///< what to expect; never below limitNs
    std::optional<double> limitNs; ///< at the roofs
    std::string type = {}; ///< class of the module
};

/// What a model is expected to take when it is run in another way than it was timed, and the limit of that.
struct Estimate {
    EstimateMethod method = EstimateMethod::Scaled;
    std::optional<double> hereNs; ///< bare median of the model as it is
    std::optional<double> medianNs; ///< what to expect; absent on another device, if nothing was timed
    std::array<double, 2> intervalNs = { 0, 0 }; ///< about medianNs
    std::optional<double> limitNs; ///< at the roofs: no run can be faster
    std::int64_t macs = 0;
    std::int64_t flops = 0;
    std::int64_t bytesRead = 0;
    std::int64_t bytesWritten = 0;
    std::vector<LayerEstimate> layers;
    std::vector<std::string> disturbedBy; ///< flags of the runs that it comes from, here and there, each once
};

/// The request that calls the operators of this one's model again, alone, for a second or two.
[[nodiscard]] Request replayRequest(const Request &request);

/// The request that runs this one's model a few times: in a process that has done nothing else, as what was analyzed
/// there before leaves gaps in the memory, which larger results would find ready.
[[nodiscard]] Request fewRunsRequest(const Request &request);

/// From a few runs and single calls. \p here was timed as a whole and by layers; \p replayedHere and \p replayedThere
/// are replayLayers() of both; \p there holds its analysis, the latency of its runs, and the roofs to hold it against.
/// The model takes the median of those runs. With t the share of the bare median that an operator has, r and s the
/// times of its call alone, here and there, it is expected to take t s/r, in proportion so that operators and what lies
/// between them, which stays, add up to the model. The interval is that of the median, and as wide as two processes
/// differ.
[[nodiscard]] Estimate replayedEstimate(const Session &here, const LayerLatencies &replayedHere, const Session &there,
                                        const LayerLatencies &replayedThere);

/// Why there is no replayedEstimate() of these: the first of their errors, or what is missing. Nothing if there is one.
/// \p needsRuns: \p replayedThere is to hold the latency of the model's runs.
[[nodiscard]] std::optional<Error> whyNotReplayed(const Session &replayedHere, const Session &replayedThere,
                                                  bool needsRuns);

/// That sentence without its hint, and that a scaledEstimate() follows.
[[nodiscard]] std::string scaledInstead(const Error &reason);

/// How far a time by scaledTimeNs() may be off, as a share of it: a quarter, twice the median error of such times, and
/// the uncertainty of the median that was measured here.
[[nodiscard]] double scaledUncertainty(const Session &here);

/// From the work alone: for what cannot be run. \p there is sessionIf(here, change), under the same roofs. Median and
/// interval are those of forecastOf(); layers have times by scaledTimeNs() where the change is one of the run.
[[nodiscard]] Estimate scaledEstimate(const Session &here, const Session &there, const WhatIf &change);

/// The limit alone, under the roofs of another device.
[[nodiscard]] Estimate limitOnly(const Session &here, const Session &there);

} // namespace rooflight
