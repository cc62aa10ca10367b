// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"

#include <functional>
#include <string>
#include <string_view>

namespace rooflight {

/// The operator that a node calls.
struct OperatorTarget {
    std::string nameSpace; ///< "aten"; "higher_order"; "_operator" for Python's own on sizes
    std::string name; ///< "add"
    std::string overload; ///< "Tensor"; empty for the default one
};

/// Splits "torch.ops.aten.add.Tensor", "_operator.mul", "torch.sym_max" (as "_operator") and "math.trunc" (the same).
/// Empty names for anything else.
[[nodiscard]] OperatorTarget operatorTarget(std::string_view target);

using OperatorUse = std::function<void(const OperatorTarget &, const ExportNode &)>;

/// Calls \p use for each node and for each operator that is an argument of one, also in the graphs inside of nodes.
void forEachOperator(const ExportGraph &graph, const OperatorUse &use);

} // namespace rooflight
