// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/topology.h"
#include "core/roofs/cpu/thread_placement.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rooflight {

/// Levels of cache that can be distinguished from the one below: each holds more than twice as much for a thread.
[[nodiscard]] std::vector<CacheLevel> distinctLevels(const std::vector<CacheLevel> &levels);

/// A level of cache, and how far its size is to be trusted.
struct CacheSize {
    CacheLevel level;
    std::vector<std::string> flags; ///< "size_by_cpuid", "size_by_sweep", "size_unconfirmed"
};

/// The levels of cache of the threads that can be distinguished: as the system or the processor says, else as far
/// as working sets of growing size show them. With `confirm` such working sets are read in any case, and a size that
/// they do not show is flagged. Empty for threads that are not pinned.
[[nodiscard]] std::vector<CacheSize> cacheSizes(ThreadPlacement &placement, bool confirm);

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
