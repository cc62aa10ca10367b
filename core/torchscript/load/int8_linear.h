// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <torch/csrc/jit/api/module.h>

#include <string>

namespace rooflight {

/// Whether forward() has what quantizeLinearLayers() replaces.
[[nodiscard]] bool hasLinearLayers(const torch::jit::Module &module);

/// Gives the linear layers of forward() weights of int8, as torch.ao.quantization.quantize_dynamic does: one scale for
/// each layer, the greatest weight / 127.5. At each run their input is rounded to 8 bits, too, by its own range; what
/// they give is float32 again. A linear layer is a product with weights of float32 that the module holds,
/// two-dimensional and transposed: aten::linear, or mm, matmul and addmm of a transposed matrix. Afterwards, the
/// functions that the module calls are inlined in its own code. Call it before the first run, on a CPU. Errors:
/// ModelFailed if there is none, or if one cannot be packed.
[[nodiscard]] Result<void> quantizeLinearLayers(torch::jit::Module &module, const std::string &path);

} // namespace rooflight
