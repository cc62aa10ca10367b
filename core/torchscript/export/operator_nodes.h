// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/export/export_scope.h"

namespace rooflight {

/// Adds the call of an operator, or of Python's arithmetic on sizes, to the scope's graph and defines its results.
/// Checks of what was assumed while exporting are left out: they are no work of the model. Throws ExportFailure.
void emitOperator(const ExportNode &node, ExportScope &scope);

} // namespace rooflight
