// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/topology.h"

#include <vector>

namespace rooflight {

/// Gives each thread that LibTorch computes with one of these CPUs for good, this thread the first. There are as many
/// as the threads that LibTorch is set to; where there are none, nothing is done.
void pinThreads(const std::vector<LogicalCpu> &places);

} // namespace rooflight
