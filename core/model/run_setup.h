// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/execution.h"

#include <cstdint>
#include <vector>

namespace rooflight {

/// Under what a model runs in a process of its own: how it is executed, and what holds for the whole process.
struct RunSetup {
    Execution execution;
    int threads = 0; ///< 0: as the request says
    std::vector<int> cpus; ///< that its threads may run on; empty: all that the process may use
    std::int64_t batch = 0; ///< items of a run; 0: as the request says
    bool keepsMemory = false; ///< malloc gives nothing back to the kernel
    bool jemalloc = false; ///< allocates instead of the C library's malloc, loaded before the program
    bool tcmalloc = false; ///< the same
    bool hugePages = false; ///< LibTorch asks the kernel for pages of 2 MiB for its tensors
    bool flushesDenormals = false; ///< numbers too small for a full mantissa count as 0
    bool fpmathBFloat16 = false; ///< oneDNN may compute float32 in bfloat16
    bool dynamicInt8 = false; ///< linear layers have weights of int8, and round their input to int8 at each run
    bool pinsThreads = false; ///< each thread has a core of its own, which it does not leave
    bool benchmarksCudnn = false; ///< cuDNN times its algorithms for each new size and takes the fastest
    bool replaysGraph = false; ///< the work of a run is recorded as one CUDA graph and launched whole
    bool compiled = false; ///< by AOTInductor
    bool compiledFrozen = false; ///< the same with constants folded

    bool operator==(const RunSetup &) const = default;
};

} // namespace rooflight
