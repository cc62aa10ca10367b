// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <map>
#include <string>

namespace rooflight {

/// Tensors by their dotted names; those that share memory in the file share it here.
using ExportTensors = std::map<std::string, at::Tensor, std::less<>>;

/// Reads all parameters, buffers and constants of a program that readExport() has checked. Weights that were left out
/// of the file are zeros. On the device "meta" no data is read. Throws what LibTorch throws.
[[nodiscard]] ExportTensors readTensors(const std::string &path, const ExportedProgram &program, c10::Device device);

} // namespace rooflight
