// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/export/export_scope.h"

#include <string>

namespace rooflight {

/// Adds arithmetic on sizes: \p name is that of Python's operator module, of torch (sym_max) or of math. Throws
/// ExportFailure for one that is not known.
void emitSizeArithmetic(const ExportNode &node, const std::string &name, ExportScope &scope);

/// The number in the type that a node's result has.
[[nodiscard]] torch::jit::Value *asNumber(torch::jit::Value *value, ExportType type, torch::jit::Graph &graph);

} // namespace rooflight
