// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"

#include <string>
#include <vector>

namespace rooflight {

/// An argument of forward(), or a part of one that is nested. What the export fixed to a value is left out.
struct ExportArgument {
    std::string name = {}; ///< of the argument; of a part: its key, or empty in a sequence
    TreeSpec::Kind kind = TreeSpec::Kind::Leaf;
    bool isList = false; ///< of a sequence
    std::size_t input = 0; ///< of a leaf: position in ExportedProgram::inputs
    std::size_t leaf = 0; ///< of a leaf: position among the leaves of ExportedProgram::inputTree
    std::vector<ExportArgument> parts = {};

    /// "Tensor", "List[Tensor]", "Dict[str, Tensor]", "int": as TorchScript writes types.
    [[nodiscard]] std::string type(const ExportedProgram &program) const;

    /// Calls \p use(leaf, place) for each leaf in it, with its place in the argument: "", "[0]", "[image]".
    template<typename Use> void forEachLeaf(const Use &use, const std::string &place = {}) const
    {
        if (kind == TreeSpec::Kind::Leaf)
            use(*this, place);
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i].forEachLeaf(
                use, place + '[' + (kind == TreeSpec::Kind::Dict ? parts[i].name : std::to_string(i)) + ']');
    }
};

/// The arguments of forward(), the positional ones first.
[[nodiscard]] std::vector<ExportArgument> argumentsOf(const ExportedProgram &program);

/// A symbol of sizes, and where the arguments show it.
struct ExportSymbol {
    std::string name; ///< in the file, for example "s77"
    ExportRange range;
    std::optional<std::int64_t> sample; ///< of the sample inputs
    std::vector<std::string> places; ///< "input_ids.1": argument (with its place in it) and dimension
};

/// Symbols that the sizes of the arguments, or whole numbers among them, consist of.
[[nodiscard]] std::vector<ExportSymbol> symbolsOf(const ExportedProgram &program);

} // namespace rooflight
