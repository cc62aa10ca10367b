// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/results/remedies/remedies.h"

namespace rooflight {

/// How a model runs as it is.
struct RunOfModel {
    Execution execution;
    bool onGpu = false;
    int threads = 1;
    bool hasImages = false; ///< an input has four dimensions
    bool hasLinear = false; ///< a layer can be made one of int8
    bool compiles = false; ///< the request says so
    int cpus = 1; ///< that the process may use
    int cores = 1; ///< of these CPUs
    bool hasBFloat16 = false; ///< the CPU has instructions for it
    bool hasJemalloc = false; ///< the loader finds its library for this processor, and a process can be started with it
    bool hasTcmalloc = false; ///< the same
};

/// The same with what this process may use of its machine.
[[nodiscard]] RunOfModel onThisMachine(RunOfModel run);

/// What is known to stand against a remedy before it is tried.
[[nodiscard]] RemedyObstacle obstacleOf(RemedyId id, const RunOfModel &run);

/// What is known of one that is compiled: how long that took, or why it was not.
void takeCompiled(Remedy &remedy, const Request &request);

/// The number of threads that a remedy sets: half of them, one, or no more than there are cores; 0 if it sets none.
[[nodiscard]] int threadsOf(RemedyId id, const RunOfModel &run);

} // namespace rooflight
