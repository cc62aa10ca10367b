// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/point.h"

#include <optional>

namespace rooflight {

/// Time of a call whose work changes from \p before, which was timed, to \p after, if it stays as far from its limit as
/// it is: in proportion to what limits it. Compute: to the time at the roof of its arithmetic. Bandwidth: to its bytes;
/// the bandwidth of another cache says nothing about it. Underutilized: to its FLOPs, without any to its bytes. A
/// launch stays what it is. Never below the roofs. `nullopt` if the time or the work is not known.
[[nodiscard]] std::optional<double> scaledTimeNs(const RooflinePoint &before, const RooflinePoint &after);

} // namespace rooflight
