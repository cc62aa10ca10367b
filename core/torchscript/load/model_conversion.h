// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/execution.h"

#include <torch/csrc/jit/api/module.h>

#include <string>

namespace rooflight {

/// Whether fp32 work of this process may run in TF32 on CUDA. Returns what held before.
Tf32 allowTf32(Tf32 tf32);

/// Gives the floating-point parameters and buffers of \p module the precision and memory format of \p execution;
/// integers stay. \p path names the file in errors. Errors: ModelFailed when the weights are constants of the code.
[[nodiscard]] Result<void> convertModule(torch::jit::Module &module, const std::string &path,
                                         const Execution &execution);

/// Freezes \p module, and optimises it for inference, if \p executor asks for that. Errors: ModelFailed.
[[nodiscard]] Result<void> freezeModule(torch::jit::Module &module, const std::string &path, Executor executor);

} // namespace rooflight
