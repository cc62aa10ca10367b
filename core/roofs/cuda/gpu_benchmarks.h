// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/roof_session.h"

#include <memory>

namespace rooflight::cuda {

/// A benchmark for every roof that the GPU has, to be run in one round. Waits for the GPU to become idle, and notes
/// what it lacks.
[[nodiscard]] RoofBenchmarks gpuBenchmarks(const std::shared_ptr<RoofSession> &session);

} // namespace rooflight::cuda
