// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/export_arguments.h"
#include "core/torchscript/export/call_frames.h"

#include <vector>

namespace rooflight {

/// The type that an argument of forward() has in TorchScript: a dictionary or list of values of one type as such, any
/// other nesting as a tuple, named if it has keys.
[[nodiscard]] c10::TypePtr typeOf(const ExportArgument &argument, const ExportedProgram &program);

/// Gives the model its forward(): arguments and results nested as the export says, buffers and inputs changed as its
/// signature says. \p calls: as CallFrames takes them. Throws ExportFailure and what LibTorch throws.
void buildForward(const ExportedProgram &program, const std::vector<ExportArgument> &arguments, ExportModules &modules,
                  const ExportTensors &tensors, c10::Device device, std::vector<ExportCall> &calls);

} // namespace rooflight
