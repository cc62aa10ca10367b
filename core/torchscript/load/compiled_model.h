// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <c10/core/Device.h>
#include <torch/csrc/jit/api/module.h>

#include <string>

namespace rooflight {

/// Whether the file is one that AOTInductor compiled; false for one that cannot be opened.
[[nodiscard]] bool isCompiledFile(const std::string &path);

/// A module whose forward() calls the machine code of a package as one operator, `rooflight::run_compiled`. It takes
/// as many tensors as the model has in all of its arguments, and gives a list of tensors. The code is opened once for
/// each path, from a copy in memory, since LibTorch's own loader unpacks it into a file. It checks the sizes of its
/// inputs at every call.
///
/// Errors: those of readCompiled(), CommandLine for another device than that it was compiled for, ModelFailed if the
/// memory does not suffice for the copy, NotTorchScript for code that does not open; throws what LibTorch throws.
/// Machine code runs: see confine().
[[nodiscard]] Result<torch::jit::Module> loadCompiled(const std::string &path, c10::Device device);

} // namespace rooflight
