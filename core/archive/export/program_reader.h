// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/export_json.h"
#include "core/archive/export/exported_program.h"
#include "core/base/result.h"

namespace rooflight {

/// Checks that every value is made once, before it is used, also in the graphs inside of nodes. Errors without a file
/// name: a name that is used before it is computed (which is how a cycle shows), is missing or made twice; graphs
/// nested deeper than 20.
[[nodiscard]] Result<void> checkNames(const ExportedProgram &program);

/// Reads models/NAME.json. Every name that a node uses is checked to be there before it, and every input and output of
/// the graph to be described. Errors without a file name: a schema of another major version than 8, missing or wrong
/// parts (with their place), names that are not there.
[[nodiscard]] Result<ExportedProgram> readProgram(const ExportJson &json);

/// Reads data/weights/NAME_weights_config.json, or that of the constants. \p folder is put before the record names.
/// Errors without a file name.
[[nodiscard]] Result<std::vector<ExportWeight>> readWeights(const ExportJson &json, std::string_view folder);

} // namespace rooflight
