// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <torch/csrc/jit/api/module.h>

#include <cstddef>
#include <vector>

namespace ridgepoint {

/// A copy of what running a module may change: buffers and other attributes of it and its submodules. Parameters and
/// objects of custom classes are left out.
class ModuleState
{
public:
    explicit ModuleState(const torch::jit::Module &module);

    /// Gives the module back what it had; tensors stay the same objects where their sizes are the same.
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

} // namespace ridgepoint
