// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/export/export_scope.h"

#include <functional>

namespace rooflight {

/// Adds the nodes of an inner graph to the scope, whose values hold the graph's inputs, and defines its results.
using EmitBody = std::function<void(const ExportGraph &graph, ExportScope &scope)>;

/// Adds an operator of higher order (cond, while_loop, scan, map) as branches and loops. Throws ExportFailure for
/// others.
void emitControlFlow(const ExportNode &node, ExportScope &scope, const EmitBody &body);

/// Adds the call of an operator, or of Python's arithmetic on sizes, to the scope's graph and defines its results.
/// Checks of what was assumed while exporting are left out: they are no work of the model. Throws ExportFailure.
void emitOperator(const ExportNode &node, ExportScope &scope);

} // namespace rooflight
