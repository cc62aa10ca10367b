// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/export_modules.h"
#include "core/archive/export/exported_program.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <torch/csrc/jit/api/module.h>

#include <map>
#include <string>

namespace rooflight {

/// Tensors by their dotted names; those that share memory in the file share it here.
using ExportTensors = std::map<std::string, at::Tensor, std::less<>>;

/// Reads all parameters, buffers and constants of a program that readExport() has checked. Weights that were left out
/// of the file are zeros. On the device "meta" no data is read. Throws what LibTorch throws.
[[nodiscard]] ExportTensors readTensors(const std::string &path, const ExportedProgram &program, c10::Device device);

/// Modules by their paths; the model itself is "".
using ExportModules = std::map<std::string, torch::jit::Module, std::less<>>;

/// Makes all modules of a program, without code, with their parameters and buffers under the names of the file. Throws
/// what LibTorch throws.
[[nodiscard]] ExportModules buildModules(const ExportedProgram &program, const std::vector<ExportModule> &described,
                                         const ExportTensors &tensors);

} // namespace rooflight
