// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cpu/thread_placement.h"

#include <cstdint>
#include <vector>

namespace rooflight {

/// How fast a working set is read.
struct WorkingSet {
    double bytesPerThread = 0;
    double bytesPerSecond = 0; ///< of all threads together
};

/// Reads working sets from 4 KiB a thread to this many bytes, two of each doubling. Empty without the memory for it.
[[nodiscard]] std::vector<WorkingSet> sweepWorkingSets(ThreadPlacement &placement, std::int64_t mostBytesPerThread);

/// True when sets of twice these bytes are read more slowly than those that fit: there is a cache of about that size.
[[nodiscard]] bool isCacheSize(const std::vector<WorkingSet> &sets, std::int64_t bytesPerThread);

/// The largest set of each plateau but the last, which is main memory: what each level of cache holds for a thread.
[[nodiscard]] std::vector<std::int64_t> cacheSizesIn(const std::vector<WorkingSet> &sets);

} // namespace rooflight
