// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/topology.h"

#include <vector>

namespace rooflight {

/// Sets LibTorch to as many threads as there are places, and gives each of them one of these CPUs for good, this thread
/// among them. Threads that are made later inherit this one's. False where the system refuses, or LibTorch has fewer
/// threads.
[[nodiscard]] bool pinThreads(const std::vector<LogicalCpu> &places);

} // namespace rooflight
