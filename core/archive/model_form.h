// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/code_reader.h"
#include "core/archive/module_tree.h"
#include "core/results/analysis/analysis.h"

namespace rooflight {

/// How the file was made. Trace: it stored example inputs, or its code has no branches and its library modules lack
/// the settings that a script keeps. Frozen: no parameters or buffers are left while constants hold weights.
[[nodiscard]] ModelForm formOf(const ArchiveCode &code, const ModuleTree &tree, bool hasTracedInputs,
                               const TensorTally &constantWeights);

} // namespace rooflight
