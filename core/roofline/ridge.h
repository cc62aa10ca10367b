// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roofs.h"

namespace rooflight {

/// Intensity in FLOP/byte where slope and ceiling meet.
[[nodiscard]] inline double ridge(const Roof &compute, const Roof &memory)
{
    return compute.value / memory.value;
}

} // namespace rooflight
