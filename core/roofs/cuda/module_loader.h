// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/gpu_module.h"

#include <filesystem>
#include <vector>

namespace rooflight::cuda {

/// Where the module is looked for: beside the program, then in ../lib/rooflight.
[[nodiscard]] std::vector<std::filesystem::path> gpuModulePaths();

/// Opens the first of these files that there is and checks that it is of this build. It stays open: the driver keeps
/// pointers into it. Errors: DeviceMissing.
[[nodiscard]] Result<const GpuModule *>
openGpuModule(const std::vector<std::filesystem::path> &paths = gpuModulePaths());

} // namespace rooflight::cuda
