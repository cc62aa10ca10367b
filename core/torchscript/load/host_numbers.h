// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <torch/csrc/jit/api/module.h>

namespace rooflight {

/// Takes the numbers by which the code of \p module computes with sizes back to the host, before its first run, and
/// returns how many. torch.jit.trace() writes x.size(2) // 12 as a division of tensors without dimensions, the second
/// one a constant; loading on a GPU moves that there, and the model then waits for the GPU at each size and cannot be
/// captured. A number stays if anything other than sizes, and finally integers or real numbers, is computed from it.
int keepSizesOnHost(const torch::jit::Module &module);

} // namespace rooflight
