// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/results/roofs/roofs.h"

#include <functional>
#include <optional>

namespace rooflight {

/// Whether a measurement with this effort says more: these are quick, and it is not.
[[nodiscard]] bool canBeBetter(const DeviceRoofs &peaks, Effort effort);

/// The roofs of \p now, each replaced by its counterpart in \p before if that one is better: not too uncertain, not
/// cut short, by fewer disturbances, at last by the better value: what the device reached once it can reach again,
/// though its clock be lower now. Roofs that only \p before has follow, but for too uncertain ones; its curves if
/// \p now has none.
[[nodiscard]] DeviceRoofs betterRoofs(const DeviceRoofs &before, DeviceRoofs now);

/// The cached roofs if they are undisturbed, or disturbed but measured less than ten minutes ago, with more than
/// quick effort if more is asked for; else \p measure, which measures with this effort, is called, once, and the better
/// of both kept. Errors: those of \p measure, if there is nothing cached to fall back on.
[[nodiscard]] Result<DeviceRoofs> settledRoofs(std::optional<DeviceRoofs> cached, Effort effort,
                                               const std::function<Result<DeviceRoofs>()> &measure);

} // namespace rooflight
