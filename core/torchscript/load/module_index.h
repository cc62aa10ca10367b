// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/values/packed_weights.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace rooflight {

/// Path, class and parameters of each module of a model, found by the object's identity; and the memory that lives as
/// long as the model does.
class ModuleIndex
{
public:
    struct Entry {
        std::string path;
        std::string type;
        std::int64_t parameters = 0; ///< elements in the subtree, tied weights once
        std::int64_t place = 0; ///< among all modules, in the order in which they were registered; 0 if unknown
    };

    /// An empty index, for members that a model is added to later.
    ModuleIndex() = default;
    explicit ModuleIndex(const torch::jit::Module &root);

    /// All tensors in a value live as long as the model.
    void addPersistent(const c10::IValue &value);

    /// Weights hidden in an object: of the model, or made while it runs.
    [[nodiscard]] const PackedWeights &packedWeights(const c10::IValue &object) { return m_packed.of(object); }

    /// The module, or an entry without path when the object is not part of the model.
    [[nodiscard]] const Entry &find(const c10::ivalue::Object *module) const;

    /// Bytes of a parameter's, buffer's or constant's storage; 0 for memory of anything else.
    [[nodiscard]] std::int64_t persistentBytes(std::uint64_t storage) const;

private:
    void addModules(const torch::jit::Module &root);
    void addConstants(const torch::jit::Module &root);
    [[nodiscard]] std::int64_t parametersOf(const torch::jit::Module &module);

    std::unordered_map<const c10::ivalue::Object *, Entry> m_entries;
    std::unordered_map<std::uint64_t, std::int64_t> m_persistent;
    PackedWeightCache m_packed;
    Entry m_none;
};

} // namespace rooflight
