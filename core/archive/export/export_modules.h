// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

struct ExportModule {
    std::string path; ///< dotted; empty for the model itself
    std::string type; ///< qualified name of its class; empty: none of its code was exported
};

/// Modules that the nodes name or that own weights, each after the one that it is in. Errors without a file name: a
/// path with an empty part, one that is also a weight, more than 200,000 modules, nested deeper than 200.
[[nodiscard]] Result<std::vector<ExportModule>> modulesOf(const ExportedProgram &program);

/// "a.b" of "a.b.weight"; empty of a name without a point.
[[nodiscard]] std::string_view ownerOf(std::string_view weight);

} // namespace rooflight
