// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/cuda_environment.h"

#include <cstdlib>

namespace rooflight {

// NOLINTBEGIN(concurrency-mt-unsafe): before any other thread

void setCudaEnvironment(const Request &request)
{
    // Room for thousands of launches before the host waits: a stream that is held back needs it.
    setenv("CUDA_SCALE_LAUNCH_QUEUES", "4x", 0);
    // LibTorch's profiler would write to standard error when it begins and ends.
    setenv("KINETO_LOG_LEVEL", "99", 0);
    // What the driver compiles would be kept in the home folder.
    if (!request.unconfined)
        setenv("CUDA_CACHE_DISABLE", "1", 1);
}

// NOLINTEND(concurrency-mt-unsafe)

} // namespace rooflight
