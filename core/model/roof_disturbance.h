// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/roof.h"

#include <string>
#include <vector>

namespace rooflight {

/// The flags of a roof that blame the moment of its measurement rather than the device: a quieter moment gives another
/// value. "other_load", "throttled", "unsteady", "few_samples", "partial". "unsteady" is none of them for a roof at the
/// limit of its power, and for a launch overhead known within 5 %.
[[nodiscard]] std::vector<std::string> disturbancesOf(const Roof &roof);

/// True where the 95 % interval is wider than the value or begins at 0: such a value says nothing. An interval that is
/// not known (it ends at 0) does not count.
[[nodiscard]] bool isTooUncertain(const Roof &roof);

} // namespace rooflight
