// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/export_modules.h"
#include "core/torchscript/export/export_tensors.h"

#include <torch/csrc/jit/api/module.h>

#include <map>
#include <string>

namespace rooflight {

/// Modules by their paths; the model itself is "".
using ExportModules = std::map<std::string, torch::jit::Module, std::less<>>;

/// Makes all modules of a program, without code, with their parameters and buffers under the names of the file. Throws
/// what LibTorch throws.
[[nodiscard]] ExportModules buildModules(const ExportedProgram &program, const std::vector<ExportModule> &described,
                                         const ExportTensors &tensors);

} // namespace rooflight
