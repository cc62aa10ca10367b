// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/topology.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace rooflight {

/// Calls \p work with 0, 1, ... in each of the threads that LibTorch runs operators in, this thread among them, at the
/// same time: one number a thread, as many as at::get_num_threads(). The threads stay the same from call to call.
void onTorchThreads(const std::function<void(std::int64_t)> &work);

/// Sets LibTorch to as many threads as there are places, and gives each of them one of these CPUs for good, this thread
/// among them. Threads that are made later inherit this one's. False if the system refuses, or LibTorch has fewer
/// threads.
[[nodiscard]] bool pinThreads(const std::vector<LogicalCpu> &places);

} // namespace rooflight
