// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

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
