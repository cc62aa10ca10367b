// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

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
