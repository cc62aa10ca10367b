// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/module_state.h"

#include "core/model/error_sentences.h"

#include <c10/core/InferenceMode.h>

#include <torch/csrc/jit/api/function_impl.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <set>

namespace rooflight {

namespace {

std::optional<c10::IValue> copyOf(const c10::IValue &value)
{
    if (value.isObject() || value.isNone())
        return std::nullopt;
    try {
        return value.deepcopy();
    } catch (const std::exception &) {
        return std::nullopt; // holds something that cannot be copied
    }
}

bool isAlike(const at::Tensor &a, const at::Tensor &b)
{
    return a.defined() && b.defined() && a.sizes() == b.sizes() && a.scalar_type() == b.scalar_type();
}

/// Empty for what has no size.
std::string sizeText(const c10::IValue &value)
{
    if (value.isTensor() && value.toTensor().defined())
        return fmt::format("{}", fmt::join(value.toTensor().sizes(), "x"));
    if (value.isList())
        return fmt::format("{} elements", value.toListRef().size());
    if (value.isGenericDict())
        return fmt::format("{} entries", value.toGenericDict().size());
    if (value.isInt())
        return fmt::format("{}", value.toInt());
    return value.isDouble() ? fmt::format("{}", value.toDouble()) : std::string();
}

class MutableCalls
{
public:
    bool areIn(const torch::jit::Block *block)
    {
        return std::ranges::any_of(block->nodes(), [this](const torch::jit::Node *node) {
            return isOne(node)
                || std::ranges::any_of(node->blocks(), [this](const auto *inner) { return areIn(inner); });
        });
    }

private:
    bool isOne(const torch::jit::Node *node)
    {
        if (node->kind() == c10::prim::CallMethod) {
            const auto type = node->input(0)->type()->cast<c10::ClassType>();
            return type == nullptr || areIn(type->findMethod(node->s(c10::attr::name)));
        }
        if (node->kind() == c10::prim::CallFunction) {
            const auto type = node->input(0)->type()->cast<c10::FunctionType>();
            return type == nullptr || areIn(type->function());
        }
        if (!node->kind().is_aten() && !node->kind().is_prim())
            return true;
        const c10::FunctionSchema *const schema = node->maybeSchema();
        return schema != nullptr && schema->is_mutable();
    }

    bool areIn(torch::jit::Function *function)
    {
        const torch::jit::GraphFunction *const code =
            function == nullptr ? nullptr : torch::jit::tryToGraphFunction(*function);
        if (code == nullptr)
            return true;
        return m_seen.insert(function).second && areIn(code->graph()->block());
    }

    std::set<const torch::jit::Function *> m_seen;
};

} // namespace

ModuleState::ModuleState(const torch::jit::Module &module)
{
    const c10::InferenceMode inference;
    for (const torch::jit::Module &owner : module.modules()) {
        const auto type = owner.type();
        for (std::size_t slot = 0; slot < type->numAttributes(); ++slot) {
            if (type->is_parameter(slot))
                continue;
            const c10::IValue value = owner._ivalue()->getSlot(slot);
            if (std::optional<c10::IValue> copy = copyOf(value))
                m_attributes.push_back({ owner, slot, value, std::move(*copy) });
        }
    }
}

void ModuleState::restore() const
{
    const c10::InferenceMode inference;
    for (const Attribute &attribute : m_attributes) {
        c10::IValue value = attribute.value;
        if (value.isTensor() && isAlike(value.toTensor(), attribute.copy.toTensor()))
            value.toTensor().copy_(attribute.copy.toTensor());
        else
            value = attribute.copy.deepcopy();
        attribute.owner._ivalue()->setSlot(attribute.slot, value);
    }
}

bool callsMutableOperators(const torch::jit::Module &module)
{
    const auto forward = module.find_method("forward");
    return forward && MutableCalls().areIn(forward->graph()->block());
}

StateSizes stateSizes(const torch::jit::Module &module)
{
    StateSizes sizes;
    for (const auto &owner : module.named_modules()) {
        const auto type = owner.value.type();
        for (std::size_t slot = 0; slot < type->numAttributes(); ++slot) {
            if (type->is_parameter(slot))
                continue;
            std::string text = sizeText(owner.value._ivalue()->getSlot(slot));
            const std::string path = owner.name.empty() ? std::string() : owner.name + '.';
            if (!text.empty())
                sizes.emplace(path + type->getAttributeName(slot), std::move(text));
        }
    }
    return sizes;
}

ComposedText changeText(const StateSizes &before, const StateSizes &after)
{
    std::vector<ComposedText> first;
    int others = -1;
    for (const auto &[path, size] : after) {
        const auto found = before.find(path);
        if (found == before.end() || found->second == size)
            continue;
        if (++others == 0)
            first = { path, found->second, size };
    }
    if (first.empty())
        return {};
    if (others == 0)
        return phraseWith(phrases::stateChange, std::move(first));
    first.emplace_back(std::to_string(others));
    return phraseWith(phrases::stateChanges, std::move(first));
}

} // namespace rooflight
