// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"
#include "core/base/result.h"

namespace rooflight {

/// Checks that every value is made once, before it is used, also in the graphs inside of nodes. Errors without a file
/// name: a name that is used before it is computed (which is how a cycle shows), is missing or made twice; graphs
/// nested deeper than 20.
[[nodiscard]] Result<void> checkNames(const ExportedProgram &program);

} // namespace rooflight
