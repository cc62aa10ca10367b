// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/results/session.h"
#include "core/roofline/point.h"
#include "core/roofline/what_if.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// Time of a call whose work changes from \p before, which was timed, to \p after, if it stays as far from its limit as
/// it is: in proportion to what limits it. Compute: to the time at the roof of its arithmetic. Bandwidth: to its bytes;
/// the bandwidth of another cache says nothing about it. Underutilized: to its FLOPs, without any to its bytes. A
/// launch stays what it is. Never below the roofs. `nullopt` if the time or the work is not known.
[[nodiscard]] std::optional<double> scaledTimeNs(const RooflinePoint &before, const RooflinePoint &after);

/// What a change comes to, for the whole model.
struct Forecast {
    std::int64_t batchHere = 1;
    double batchThere = 1;
    std::optional<double> hereNs; ///< median of the uninstrumented model
    std::optional<double> hereAtRoofNs;
    std::optional<double> thereAtRoofNs; ///< no run can be faster
    /// By scaledTimeNs(); absent under the roofs of another device, as how near to them a run comes is not known. The
    /// time between the parts stays, and that of parts whose work is not known. What joins a chain of pointwise
    /// operators takes no time of its own. Without launches each call is shorter by the launch overhead, or by the time
    /// between its kernels where that is known; where they can hide it, launch-bound calls alone; on a CPU the time
    /// between the operators goes, too.
    std::optional<double> thereNs;
    /// About thereNs, and not below thereAtRoofNs: scaledUncertainty() to both sides. Without launches on a CPU its end
    /// has the time between the operators.
    std::array<double, 2> intervalNs = { 0, 0 };
    std::int64_t changedOperators = 0; ///< whose work, traffic, type or launch is another one there
    std::int64_t unjudged =
        0; ///< points with arithmetic there that no roof covers: they are in none of the times there
};

/// \p there is sessionIf(session, change).
[[nodiscard]] Forecast forecastOf(const Session &session, const Session &there, const WhatIf &change);

/// What people ask first.
enum class AskedChange {
    Int8Weights,
    Int8Dynamic,
    NoLaunches,
    Compiled, ///< pointwise chains fused
};

template<>
inline constexpr auto enumNames<AskedChange> = EnumNames<AskedChange, 4> { {
    { AskedChange::Int8Weights, "int8_weights" },
    { AskedChange::Int8Dynamic, "int8_dynamic" },
    { AskedChange::NoLaunches, "no_launches" },
    { AskedChange::Compiled, "compiled" },
} };

[[nodiscard]] WhatIf changeOf(AskedChange asked);

struct AskedForecast {
    AskedChange asked = AskedChange::Int8Weights;
    Forecast forecast;
};

/// One for each change that people ask first, in the order of the enumeration. Empty if the model was not timed, or
/// not judged by roofs of its own device.
[[nodiscard]] std::vector<AskedForecast> askedForecasts(const Session &session);

} // namespace rooflight
