// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What became of something from one session to another.
enum class Change {
    Same, ///< no more than 2 % apart, and known as well as that
    Faster,
    Slower,
    Unclear, ///< the 95 % intervals overlap, and are wider than 2 %
    Added, ///< in the second session only
    Removed, ///< in the first session only
    Unmeasured, ///< there is no time in one of them
};

/// "same", "faster", "slower", "unclear", "added", "removed", "unmeasured".
[[nodiscard]] std::string_view name(Change change);

/// A time in both sessions: medians and their 95 % intervals.
struct TimeChange {
    std::optional<double> beforeNs;
    std::optional<double> afterNs;
    std::optional<double> ratio; ///< after / before
    Change change = Change::Unmeasured;

    bool operator==(const TimeChange &) const = default;
};

struct LayerChange {
    std::string path;
    int call = 0;
    std::string type;
    bool leaf = false;
    TimeChange time;
    std::int64_t flopsBefore = 0;
    std::int64_t flopsAfter = 0;
    std::int64_t bytesBefore = 0; ///< read and written
    std::int64_t bytesAfter = 0;

    bool operator==(const LayerChange &) const = default;
};

struct SessionComparison {
    std::vector<std::string> differences; ///< what else differs: device, inputs, execution; one sentence each
    TimeChange model; ///< latency of the whole model
    std::vector<LayerChange> layers; ///< in the order of the second session, those that are gone at the end

    bool operator==(const SessionComparison &) const = default;
};

/// What differs between two medians. They are apart when their intervals do not overlap and the medians are more than
/// 2 % apart.
[[nodiscard]] TimeChange timeChange(const Summary *before, const Summary *after);

/// Layers are matched by path and call.
[[nodiscard]] SessionComparison compareSessions(const Session &before, const Session &after);

} // namespace ridgepoint
