// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <torch/csrc/jit/api/module.h>

#include <string>

namespace rooflight {

/// Makes \p method what forward() of \p module does; nothing for an empty one, and for "forward". Calls of the former
/// forward() on the module itself become part of it. Errors: CommandLine for a method that is not there, naming those
/// that are.
[[nodiscard]] Result<void> makeMethodForward(torch::jit::Module &module, const std::string &path,
                                             const std::string &method);

/// An error that says that \p module has no forward(), and which methods there are. The code is NotTorchScript.
[[nodiscard]] Error noForward(const torch::jit::Module &module, const std::string &path);

} // namespace rooflight
