// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/export_arguments.h"
#include "core/base/result.h"

#include <ATen/core/ivalue.h>
#include <c10/core/Device.h>
#include <torch/csrc/jit/api/module.h>

#include <memory>
#include <string>
#include <vector>

namespace rooflight {

/// A node of a program, of which only the results matter.
struct ExportCall {
    std::string name; ///< "aten::relu"
    std::string layer; ///< dotted path of the module that calls it
    std::vector<ExportValue> outputs;
    std::string node; ///< its name in the file
};

/// A torch.export file as a TorchScript module, with what its file says of the inputs.
struct LoadedExport {
    torch::jit::Module module;
    std::shared_ptr<const ExportedProgram> program; ///< without its nodes
    std::vector<ExportArgument> arguments; ///< of forward()
    std::vector<c10::IValue> samples; ///< one an argument: what the model was exported with
    std::vector<ExportCall> calls = {}; ///< what the source range N of a node in the module stands for is N - 1
};

/// The node that this thread runs, of the innermost method; null for what the file does not describe.
[[nodiscard]] const ExportCall *currentCall(const LoadedExport &exported);

/// Whether the file is one of torch.export; false for one that cannot be opened.
[[nodiscard]] bool isExportFile(const std::string &path);

/// Reads and converts a file. None of its code runs, and for the device "meta" no weights are read. Errors: those of
/// readExport(), ModelFailed for operators that are not there; throws what LibTorch throws.
[[nodiscard]] Result<LoadedExport> loadExport(const std::string &path, c10::Device device);

} // namespace rooflight
