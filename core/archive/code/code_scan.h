// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/code_index.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A finding and the function it stands in.
struct ScannedFinding {
    CodeFinding finding;
    std::string function; ///< empty: outside any
};

struct CodeScan {
    std::vector<ScannedFinding> findings;
    std::size_t touching = 0; ///< how many of them ask for trust
    std::size_t others = 0;
    std::set<std::string> foreign; ///< operators and classes that PyTorch does not bring, "torchvision::nms"
};

/// Looks for what touches files (aten::save, aten::from_file), can leave the memory of its tensors, prints, comes from
/// operator libraries or names a device. A string is no call, and a bare mention of `torch` or `ops`, which PyTorch
/// never writes, counts as touching files: it may be a disguise. `source` is what the tokens point into.
void scanCode(std::string_view record, std::string_view source, std::span<const Token> tokens,
              const std::vector<CodeFunction> &functions, CodeScan &scan);

/// Names of the functions that can run while the file is loaded: __setstate__ and all it may reach. A name reaches
/// every function of that name, and operators reach every __method__.
[[nodiscard]] std::set<std::string, std::less<>> functionsRunAtLoad(const std::vector<CodeFunction> &functions);

} // namespace ridgepoint
