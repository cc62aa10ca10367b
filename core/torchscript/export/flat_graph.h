// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"

namespace rooflight {

/// Puts the nodes of graphs that only stand in another one because of a context (no_grad, a disabled autocast,
/// checkpointing) in the place of the nodes that hold them, and gives nodes that name no module the one around them.
/// Throws ExportFailure for a context that changes results (an enabled autocast).
void flatten(ExportGraph &graph);

} // namespace rooflight
