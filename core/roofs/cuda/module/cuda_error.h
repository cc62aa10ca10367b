// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cuda_runtime_api.h>

#include "core/base/result.h"

namespace rooflight::cuda {

/// Success for cudaSuccess; else OutOfMemory or Internal, after which the GPU is usable, or DeviceMissing for one whose
/// context is lost. `what` goes on from "The GPU failed ", for example "to copy".
[[nodiscard]] Result<void> checked(cudaError_t status, const char *what);

/// Why there is no GPU of this index: no driver, one older than the toolkit, fewer GPUs. Nothing if there is one.
[[nodiscard]] Result<void> checkDevice(int index);

} // namespace rooflight::cuda
