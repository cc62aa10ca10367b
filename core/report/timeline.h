// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/item_id.h"
#include "core/results/session.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// Which durations a timeline is made of. No single run took them: each layer and operator has its own statistic.
enum class TimelineRun { Median, P99 };

template<>
inline constexpr auto enumNames<TimelineRun> = EnumNames<TimelineRun, 2> { {
    { TimelineRun::Median, "median" },
    { TimelineRun::P99, "p99" },
} };

/// A layer or an operator on a timeline, in whole nanoseconds since the run began.
struct Slice {
    ItemId item;
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;

    bool operator==(const Slice &) const = default;
};

/// Layers and operators of one run in the order of execution, laid end to end. An operator takes its own time. A layer
/// takes its own time, or as long as what is in it if that is longer: medians do not add up.
struct Timeline {
    std::vector<Slice> slices; ///< parents before what is in them; what was not timed and holds nothing is left out

    bool operator==(const Timeline &) const = default;
};

/// Empty if nothing was timed layer by layer, or too seldom for that percentile.
[[nodiscard]] Timeline timelineOf(const Session &session, TimelineRun run);

/// What a run took; absent if it is not known.
[[nodiscard]] std::optional<double> durationIn(const Summary &summary, TimelineRun run);

/// To the nearest, 0 for what is no time.
[[nodiscard]] std::int64_t wholeNs(double ns);

} // namespace rooflight
