// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/model/item_id.h"
#include "core/results/session.h"
#include "core/roofline/judged_session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// The timeline of a session as a Chrome trace (Trace Event Format, JSON object), which Perfetto opens: a process for
/// the median of each layer and operator and one for the 99th percentile, kernels of a GPU on a track of their own,
/// work, roofs and verdicts as arguments, the conditions of the device as counters. Times are microseconds with three
/// decimals, as the format wants it. Errors: CommandLine, if the session holds no latency.
[[nodiscard]] Result<std::string> sessionToTrace(const JudgedSession &judged);

/// A program in Python that makes one call again.
struct Reproducer {
    std::string fileName; ///< "0017_conv2d.py": the operator's id and name
    std::string text;
};

struct Reproducers {
    std::vector<Reproducer> scripts;
    std::vector<std::string> leftOut; ///< a sentence for each operator that cannot be repeated so
};

/// One for each operator that experiments were run on. It needs PyTorch alone, and holds nothing of the model but
/// sizes, strides, types, numbers and names of LibTorch's own operators.
[[nodiscard]] Reproducers reproducersOf(const JudgedSession &judged);

/// A value for each node of a graph, as Model Explorer reads it: one file holds one of them.
struct NodeData {
    std::string_view id; ///< "time", "share", "roof", "limit"
    std::string json;
};

/// What was measured of the nodes of a torch.export file, the times first. Of several operators of one node times add
/// up, and the limit is that of the longest. Errors: CommandLine for a session of any other file, and if nothing was
/// timed.
[[nodiscard]] Result<std::vector<NodeData>> nodeDataOf(const JudgedSession &judged);

} // namespace rooflight
