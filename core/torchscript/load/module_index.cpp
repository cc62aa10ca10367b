// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/module_index.h"

#include "core/torchscript/values/tensor_values.h"

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

#include <set>
#include <tuple>

namespace rooflight {

namespace {

/// Two parameters are one when they are the same elements of the same memory.
using TensorIdentity = std::tuple<std::uint64_t, std::int64_t, std::vector<std::int64_t>>;

TensorIdentity identityOf(const at::Tensor &tensor)
{
    return { storageIdOf(tensor), tensor.storage_offset(), tensor.sizes().vec() };
}

std::string classNameOf(const torch::jit::Module &module)
{
    return module.type()->name() ? module.type()->name()->name() : std::string("Module");
}

/// Objects with hidden weights among a module's own attributes.
void forEachPackedAttribute(const torch::jit::Module &module, const std::function<void(const c10::IValue &)> &use)
{
    for (const c10::IValue &attribute : module._ivalue()->slots()) {
        if (isPacked(attribute))
            use(attribute);
    }
}

void forEachConstant(const torch::jit::Block *block, const std::function<void(const c10::IValue &)> &use)
{
    for (const torch::jit::Node *node : block->nodes()) {
        if (node->kind() == c10::prim::Constant) {
            if (const auto value = torch::jit::toIValue(node->output()))
                use(*value);
        }
        for (const torch::jit::Block *inner : node->blocks())
            forEachConstant(inner, use);
    }
}

} // namespace

ModuleIndex::ModuleIndex(const torch::jit::Module &root)
{
    addModules(root);
    addConstants(root);
}

void ModuleIndex::addModules(const torch::jit::Module &root)
{
    std::int64_t place = 0;
    for (const torch::jit::NameModule &named : root.named_modules())
        m_entries.try_emplace(named.value._ivalue().get(),
                              Entry { named.name, classNameOf(named.value), parametersOf(named.value), place++ });
    for (const at::Tensor &parameter : root.parameters())
        addPersistent(parameter);
    for (const at::Tensor &buffer : root.buffers())
        addPersistent(buffer);
    for (const torch::jit::Module &module : root.modules())
        forEachPackedAttribute(module, [this](const c10::IValue &object) { addPersistent(object); });
}

void ModuleIndex::addConstants(const torch::jit::Module &root)
{
    for (const torch::jit::Module &module : root.modules()) {
        for (const torch::jit::Method &method : module.get_methods()) {
            forEachConstant(method.graph()->block(), [this](const c10::IValue &constant) { addPersistent(constant); });
        }
    }
}

void ModuleIndex::addPersistent(const c10::IValue &value)
{
    if (isPacked(value)) {
        const PackedWeights &packed = m_packed.of(value);
        for (const auto *tensors : { &packed.weights, &packed.biases }) {
            for (const TensorValue &tensor : *tensors)
                m_persistent[tensor.storage] = tensor.packedBytes;
        }
    }
    forEachTensor(value, [this](const at::Tensor &tensor) {
        if (const std::uint64_t storage = storageIdOf(tensor))
            m_persistent[storage] = static_cast<std::int64_t>(tensor.storage().nbytes());
    });
}

std::int64_t ModuleIndex::parametersOf(const torch::jit::Module &module)
{
    std::int64_t elements = 0;
    std::set<TensorIdentity> seen;
    for (const at::Tensor &parameter : module.parameters(/*recurse=*/true)) {
        if (seen.insert(identityOf(parameter)).second)
            elements += parameter.numel();
    }
    for (const torch::jit::Module &part : module.modules())
        forEachPackedAttribute(part, [&](const c10::IValue &object) { elements += m_packed.of(object).elements(); });
    return elements;
}

const ModuleIndex::Entry &ModuleIndex::find(const c10::ivalue::Object *module) const
{
    const auto found = m_entries.find(module);
    return found == m_entries.end() ? m_none : found->second;
}

std::int64_t ModuleIndex::persistentBytes(std::uint64_t storage) const
{
    const auto found = m_persistent.find(storage);
    return found == m_persistent.end() ? 0 : found->second;
}

} // namespace rooflight
