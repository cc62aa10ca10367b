// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/roof_session.h"

#include <array>
#include <string>
#include <vector>

/// The search for the fastest way to read and write memory.
namespace rooflight::cuda {

inline constexpr int maximumPasses = 1 << 20;

/// The fastest way to do the work, and how fast each path was at its best.
struct Tuned {
    MemoryWork work;
    double rate = 0; ///< B/s
    std::array<double, 3> pathRates {}; ///< in the order of ReadPath; 0: not tried
};

/// How long a trial takes, and when the last one may begin.
struct Trials {
    double seconds = 0;
    double deadline = 0;
};

[[nodiscard]] Trials trialsFor(const RoofSession &session, double repetitionSeconds);

/// The work by plain accesses: each number of threads and accesses with each of these numbers of blocks.
[[nodiscard]] std::vector<MemoryWork> gridsFor(const MemoryWork &work, const std::vector<int> &blocks);

/// The work by bulk copies, large ones first.
[[nodiscard]] std::vector<MemoryWork> bulkWorks(const MemoryWork &work, const std::vector<int> &blocks);

/// Runs the work once to warm up, and with as many passes as a repetition of `seconds` takes.
[[nodiscard]] Result<KernelTime> timeOf(RoofSession &session, MemoryWork &work, double seconds);

/// Times a way to do the work, and keeps it if no other was faster.
[[nodiscard]] Result<void> tryWork(RoofSession &session, Tuned &tuned, const MemoryWork &work,
                                   double repetitionSeconds);

/// The first of these works, and the others while there is time.
[[nodiscard]] Result<void> tryWorks(RoofSession &session, Tuned &tuned, const std::vector<MemoryWork> &works,
                                    const Trials &trials);

/// A failure leaves the other paths as they are, unless the GPU is gone with it.
[[nodiscard]] Result<void> tryBulkCopies(RoofSession &session, Tuned &tuned, const std::vector<MemoryWork> &works,
                                         const Trials &trials);

/// The grid, and of each path that was slower which part of the rate it reached.
[[nodiscard]] std::string instructionsOf(const Tuned &tuned);

} // namespace rooflight::cuda
