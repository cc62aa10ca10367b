// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <functional>

namespace rooflight {

/// Records what \p run queues on the current CUDA device in a CUDA graph, and returns what queues the graph. Errors:
/// DeviceMissing when this build has no CUDA code; ModelFailed with the reason: the model waits for the device,
/// allocates outside LibTorch's memory, or takes its way by what it computes.
[[nodiscard]] Result<std::function<void()>> captureCudaGraph(const std::function<void()> &run);

} // namespace rooflight
