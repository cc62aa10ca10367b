// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"

#include <torch/csrc/jit/api/module.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace rooflight {

/// A copy of what running a module may change: buffers and other attributes of it and its submodules. Parameters and
/// objects of custom classes are left out.
class ModuleState
{
public:
    explicit ModuleState(const torch::jit::Module &module);

    /// Gives the module back what it had; tensors stay the same objects if their sizes are the same.
    void restore() const;

private:
    struct Attribute {
        torch::jit::Module owner;
        std::size_t slot = 0;
        c10::IValue value; ///< as found, possibly changed in place since
        c10::IValue copy;
    };

    std::vector<Attribute> m_attributes;
};

/// What the attributes of a module and its submodules hold now, by path: the shape of a tensor, the length of a list or
/// dict, a number. Parameters are left out.
using StateSizes = std::map<std::string, std::string>;
[[nodiscard]] StateSizes stateSizes(const torch::jit::Module &module);

/// "cache: 1x4x0x16, then 1x4x1x16" of the first that changed, with the number of others; empty when nothing did.
[[nodiscard]] ComposedText changeText(const StateSizes &before, const StateSizes &after);

/// Whether an operator that forward() reaches may write to its arguments, as add_() and append() do. Those that do not
/// come with PyTorch need not say what they do: they may.
[[nodiscard]] bool callsMutableOperators(const torch::jit::Module &module);

} // namespace rooflight
