// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/tokens.h"
#include "core/results/inspection/inspection.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A class as the code declares it.
struct CodeClass {
    bool isModule = false;
    std::vector<std::string> parameters;
    std::vector<std::string> buffers;
    std::vector<std::string> plainAttributes; ///< numbers, flags, texts: neither tensors nor modules
    std::vector<StoredArgument> forward;
};

/// A method or function of the code and what it mentions.
struct CodeFunction {
    std::string name;
    std::size_t firstToken = 0; ///< of its record
    std::size_t endToken = 0;
    std::set<std::string, std::less<>> mentions; ///< every name in it, called or not
};

/// Declarations of one record of code.
struct CodeDeclarations {
    std::map<std::string, CodeClass> classes; ///< by name without the module's
    std::vector<CodeFunction> functions; ///< in order
    std::map<std::string, int> constantUses; ///< how often "c0" of CONSTANTS.c0 is mentioned
    bool branches = false; ///< has if, while or for: a trace has none
};

[[nodiscard]] CodeDeclarations readDeclarations(std::span<const Token> tokens);

/// Tokens as one text: a space after commas, none elsewhere, mangled parts of names removed.
[[nodiscard]] std::string joined(std::span<const Token> tokens);

/// "__torch__.a.___torch_mangle_3.B" as "__torch__.a.B": the numbers only keep classes of one name apart.
[[nodiscard]] std::string withoutMangling(std::string_view qualifiedName);

} // namespace rooflight
