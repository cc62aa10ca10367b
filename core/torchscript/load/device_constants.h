// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <torch/csrc/jit/api/module.h>

#include <string>

namespace rooflight {

/// Devices that the code of a model named and that were replaced.
struct MovedConstants {
    int places = 0; ///< operators that got the other device
    std::string first; ///< the first of them: "cpu in code/__torch__.py, line 12"; empty if there is none
};

/// Replaces each device that the code of \p module names by \p device, before its first run: torch.jit.trace() writes
/// the device of the trace into the code, as in torch.arange(n, device="cpu"), and loading elsewhere moves tensors
/// alone. What the code compares devices with stays, and so does "meta".
MovedConstants moveDeviceConstants(const torch::jit::Module &module, c10::Device device);

} // namespace rooflight
