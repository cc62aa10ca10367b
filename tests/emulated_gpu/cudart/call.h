// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "device/faults.h"
#include "device/stream.h"

#include <cuda_runtime_api.h>

namespace emulated_gpu {

/// Keeps the status as the thread's last error, and returns it.
cudaError_t ended(int status);

/// What every function of the runtime does first: the error that the context has, the fault that a test asked for.
[[nodiscard]] int begun();

/// The stream behind the handle, where it is one of the current device; else null.
[[nodiscard]] Stream *ownStream(cudaStream_t handle);

[[nodiscard]] inline cudaEvent_t handleOf(Event *event)
{
    return reinterpret_cast<cudaEvent_t>(event);
}

[[nodiscard]] inline Event *eventOf(cudaEvent_t handle)
{
    return reinterpret_cast<Event *>(handle);
}

} // namespace emulated_gpu
