// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/host_numbers.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace rooflight {

namespace {

using torch::jit::Block;
using torch::jit::Node;
using torch::jit::Use;
using torch::jit::Value;

constexpr std::array<std::string_view, 9> arithmetic = { "aten::add",   "aten::sub",  "aten::rsub",
                                                         "aten::mul",   "aten::div",  "aten::floor_divide",
                                                         "aten::floor", "aten::ceil", "aten::remainder" };
constexpr std::array<std::string_view, 6> conversions = { "aten::Int",   "aten::IntImplicit",   "aten::ScalarImplicit",
                                                          "aten::Float", "aten::FloatImplicit", "aten::Bool" };

template<std::size_t count> bool isOne(const Node &node, const std::array<std::string_view, count> &kinds)
{
    return std::ranges::find(kinds, std::string_view(node.kind().toQualString())) != kinds.end();
}

bool isTensor(const Value *value)
{
    return value->type()->isSubtypeOf(*c10::TensorType::get());
}

/// The tensor of a constant without dimensions.
std::optional<at::Tensor> numberOf(const Node &node)
{
    if (node.kind() != torch::jit::prim::Constant || !isTensor(node.output()))
        return std::nullopt;
    const std::optional<c10::IValue> value = torch::jit::toIValue(node.output());
    if (!value || !value->isTensor() || !value->toTensor().defined() || value->toTensor().dim() != 0)
        return std::nullopt;
    return value->toTensor();
}

/// Whether the value comes of sizes, and of constants, alone.
bool isOfSizes(const Value *value)
{
    if (!isTensor(value))
        return true;
    const Node &node = *value->node();
    return node.kind() == torch::jit::prim::NumToTensor || numberOf(node)
        || (isOne(node, arithmetic) && std::ranges::all_of(node.inputs(), isOfSizes));
}

/// Whether nothing but sizes and numbers comes of the value.
bool givesNumbersAlone(const Value *value)
{
    return std::ranges::all_of(value->uses(), [](const Use &use) {
        const Node &user = *use.user;
        return isOne(user, conversions)
            || (isOne(user, arithmetic) && std::ranges::all_of(user.inputs(), isOfSizes)
                && givesNumbersAlone(user.output()));
    });
}

int keepSizesOnHost(Block &block)
{
    int kept = 0;
    for (Node *node : block.nodes()) {
        for (Block *inner : node->blocks())
            kept += keepSizesOnHost(*inner);
        const std::optional<at::Tensor> number = numberOf(*node);
        if (!number || number->is_meta() || !givesNumbersAlone(node->output()))
            continue;
        const at::Tensor host = number->cpu();
        node->t_(torch::jit::attr::value, host);
        node->output()->inferTypeFrom(host);
        ++kept;
    }
    return kept;
}

} // namespace

int keepSizesOnHost(const torch::jit::Module &module)
{
    int kept = 0;
    for (torch::jit::Function *function : module._ivalue()->compilation_unit()->get_functions()) {
        if (torch::jit::GraphFunction *code = torch::jit::tryToGraphFunction(*function))
            kept += keepSizesOnHost(*code->graph()->block());
    }
    return kept;
}

} // namespace rooflight
