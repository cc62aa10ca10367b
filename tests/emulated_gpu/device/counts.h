// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

/// What a test reads when the program has ended: what it did, and what it did not give back.
namespace emulated_gpu {

/// In the order of emulated.py.
enum class Count {
    GraphLaunches,
    GraphKernels, ///< of all graphs that were launched
    CapturesBegun,
    CapturesEnded,
    CapturesWhileBusy, ///< begun while work was on the device
    DeviceAllocations, ///< that are not freed
    HostAllocations,
    Events, ///< that are not destroyed
    Streams,
    Graphs, ///< and executable ones
    OtherBytes, ///< the most memory of the device in use when a product was launched or host memory was locked
    End
};

/// Where CUDA_EMULATED_COUNTS names a folder each process keeps its counts in a file there: 64-bit numbers.
void count(Count which, std::int64_t change = 1);
void countMost(Count which, std::int64_t value);

} // namespace emulated_gpu
