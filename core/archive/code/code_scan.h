// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/code_index.h"
#include "core/archive/code/declared_types.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A finding and the function it stands in.
struct ScannedFinding {
    CodeFinding finding;
    std::string function; ///< empty: outside any
    std::size_t place = 0; ///< number of its record
};

/// A finding that goes away if the file declares the types that it needs.
struct DelayedCheck {
    ScannedFinding found;
    std::optional<CodePath> path; ///< of the value; absent if it cannot be determined
    std::string member; ///< that it is asked for
    std::string castTo; ///< or the type that it is taken for
};

struct CodeScan {
    std::vector<ScannedFinding> findings;
    std::vector<DelayedCheck> delayed;
    std::size_t touching = 0; ///< how many findings ask for trust
    std::size_t others = 0;
    std::size_t records = 0;
    std::set<std::string> foreign; ///< operators and classes that PyTorch does not bring, "torchvision::nms"
    bool hasForeignClass = false;
    bool trains = false; ///< a literal True if an operator is asked whether it is in training

    /// Unless its line has the same one, or there are very many.
    void add(ScannedFinding found);

    /// Ends all delayed checks. \p types are those of all records.
    void settle(const DeclaredTypes &types);

private:
    [[nodiscard]] bool isKnown(const ScannedFinding &found) const;
};

/// Looks for calls of operators that are not on the list (known_operators.h), by name, as a method or hidden; for casts
/// that may take an object for one of another class; and for what prints, comes from operator libraries or names a
/// device. A string is no call. A mention of `torch`, `ops`, `getattr` or `unchecked_cast` that PyTorch never writes
/// asks for trust: it may be a disguise. Notes operators that are called as in training. `source` is what the tokens
/// point into.
void scanCode(std::string_view record, std::string_view source, std::span<const Token> tokens,
              const std::vector<CodeFunction> &functions, CodeScan &scan);

/// Names of the functions that can run while the file is loaded: __setstate__ and all it may reach. A name reaches
/// every function of that name, and operators reach every __method__.
[[nodiscard]] std::set<std::string, std::less<>> functionsRunAtLoad(const std::vector<CodeFunction> &functions);

} // namespace rooflight
