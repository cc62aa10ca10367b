// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/graph_values.h"

#include "core/base/count.h"
#include "core/torchscript/values/tensor_values.h"

#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>
#include <string_view>

namespace rooflight {

namespace {

using torch::jit::Node;
using torch::jit::Value;

constexpr int maxChainLength = 64; ///< of attributes and views that are followed

bool isList(const Node *node)
{
    return node->kind() == c10::prim::ListConstruct;
}

/// Operators whose result has the shape of their first input, for parameters that code prepares before use.
bool keepsShape(std::string_view kind)
{
    constexpr std::array names = { "aten::to",     "aten::contiguous", "aten::slice",  "aten::type_as",
                                   "aten::detach", "aten::float",      "aten::clone",  "aten::half",
                                   "aten::alias",  "aten::add",        "aten::sqrt",   "aten::rsqrt",
                                   "aten::neg",    "aten::reciprocal", "aten::expand", "prim::unchecked_cast" };
    return std::ranges::find(names, kind) != names.end();
}

/// The sizes given to view() or reshape(); one may be open, and follows from the number of elements.
std::optional<Shape> viewedShape(Shape sizes, std::int64_t elements)
{
    const auto isOpen = [](std::int64_t size) { return size < 0; };
    if (std::ranges::count_if(sizes, isOpen) > 1)
        return std::nullopt;
    Count others = 1;
    for (const std::int64_t size : sizes)
        others *= std::max<std::int64_t>(size, 1);
    std::ranges::replace_if(sizes, isOpen, (Count(elements) / others).value());
    return sizes;
}

} // namespace

std::optional<std::size_t> dimensionIndex(std::optional<std::int64_t> given, std::size_t rank)
{
    const auto dimensions = static_cast<std::int64_t>(rank);
    if (!given || *given < -dimensions || *given >= dimensions)
        return std::nullopt;
    return static_cast<std::size_t>(*given < 0 ? *given + dimensions : *given);
}

GraphValues::GraphValues(const torch::jit::Module &module)
    : m_module(module)
{
}

std::optional<c10::IValue> GraphValues::known(const Value *value, int depth) const
{
    if (depth > maxChainLength)
        return std::nullopt;
    const Node *node = value->node();
    if (node->kind() == c10::prim::Constant)
        return torch::jit::toIValue(value);
    if (node->kind() == c10::prim::Param)
        return value->type()->is_module() ? std::optional<c10::IValue>(m_module._ivalue()) : std::nullopt;
    if (node->kind() == c10::prim::unchecked_cast)
        return known(node->input(0), depth + 1);
    if (node->kind() != c10::prim::GetAttr)
        return std::nullopt;
    const std::optional<c10::IValue> owner = known(node->input(0), depth + 1);
    if (!owner || !owner->isObject())
        return std::nullopt;
    const auto &object = owner->toObjectRef();
    const std::string &attribute = node->s(c10::attr::name);
    if (const auto slot = object.type()->findAttributeSlot(attribute))
        return object.getSlot(*slot);
    if (const auto slot = object.type()->findConstantSlot(attribute))
        return object.type()->getConstant(*slot);
    return std::nullopt;
}

std::optional<std::int64_t> GraphValues::integer(const Value *value) const
{
    const std::optional<c10::IValue> found = known(value);
    return found && found->isInt() ? std::optional(found->toInt()) : std::nullopt;
}

bool GraphValues::isTrue(const Value *value) const
{
    const std::optional<c10::IValue> found = known(value);
    return found && found->isBool() && found->toBool();
}

std::optional<Shape> GraphValues::integers(const Value *value) const
{
    if (isList(value->node())) {
        Shape numbers;
        for (const Value *element : value->node()->inputs())
            numbers.push_back(integer(element).value_or(-1));
        return numbers;
    }
    const std::optional<c10::IValue> found = known(value);
    if (!found)
        return std::nullopt;
    if (found->isIntList())
        return found->toIntVector();
    if (!found->isTuple())
        return std::nullopt;
    Shape numbers;
    for (const c10::IValue &element : found->toTupleRef().elements())
        numbers.push_back(element.isInt() ? element.toInt() : -1);
    return numbers;
}

std::optional<TensorInfo> GraphValues::tensor(const Value *value, int depth) const
{
    if (depth > maxChainLength)
        return std::nullopt;
    if (const std::optional<c10::IValue> found = known(value)) {
        if (found->isTensor() && found->toTensor().defined())
            return tensorValueOf(found->toTensor()).info;
        if (isPacked(*found)) {
            const PackedWeights &packed = m_packed.of(*found);
            return packed.weights.empty() ? std::nullopt : std::optional(packed.weights.front().info);
        }
        return std::nullopt;
    }
    const Node *node = value->node();
    const std::string_view kind = node->kind().toQualString();
    if (node->inputs().empty())
        return std::nullopt;
    if (kind == "aten::as_tensor" || kind == "aten::tensor")
        return listTensor(node->input(0));
    const std::optional<TensorInfo> base = tensor(node->input(0), depth + 1);
    if (!base)
        return std::nullopt;
    return keepsShape(kind) ? base : reshaped(node, *base);
}

std::optional<TensorInfo> GraphValues::listTensor(const Value *list) const
{
    const auto vectorOf = [](std::size_t size) {
        return TensorInfo { { static_cast<std::int64_t>(size) }, DType::Float32 };
    };
    if (isList(list->node()))
        return vectorOf(list->node()->inputs().size());
    const std::optional<c10::IValue> found = known(list);
    return found && found->isList() ? std::optional(vectorOf(found->toListRef().size())) : std::nullopt;
}

std::optional<TensorInfo> GraphValues::reshaped(const Node *node, TensorInfo info) const
{
    const std::string_view kind = node->kind().toQualString();
    const std::size_t rank = info.shape.size();
    const auto dimension = [&](std::size_t index, std::size_t allowed) {
        return dimensionIndex(index < node->inputs().size() ? integer(node->input(index)) : std::nullopt, allowed);
    };
    if (kind == "aten::t" && rank == 2) {
        std::swap(info.shape[0], info.shape[1]);
        return info;
    }
    if (kind == "aten::unsqueeze") {
        const auto at = dimension(1, rank + 1);
        if (!at)
            return std::nullopt;
        info.shape.insert(info.shape.begin() + static_cast<std::ptrdiff_t>(*at), 1);
        return info;
    }
    if (kind == "aten::transpose") {
        const auto first = dimension(1, rank);
        const auto second = dimension(2, rank);
        if (!first || !second)
            return std::nullopt;
        std::swap(info.shape[*first], info.shape[*second]);
        return info;
    }
    if (kind == "aten::select") {
        const auto at = dimension(1, rank);
        if (!at)
            return std::nullopt;
        info.shape.erase(info.shape.begin() + static_cast<std::ptrdiff_t>(*at));
        return info;
    }
    if (kind == "aten::view" || kind == "aten::reshape") {
        const std::optional<Shape> sizes = integers(node->input(1));
        if (!sizes)
            return std::nullopt;
        const std::optional<Shape> shape = viewedShape(*sizes, elementCount(info.shape));
        return shape ? std::optional(TensorInfo { *shape, info.dtype }) : std::nullopt;
    }
    return std::nullopt;
}

std::vector<Shape> GraphValues::parameterShapes() const
{
    std::vector<Shape> shapes;
    for (const at::Tensor &parameter : m_module.parameters())
        shapes.push_back(parameter.sizes().vec());
    for (const at::Tensor &buffer : m_module.buffers())
        shapes.push_back(buffer.sizes().vec());
    return shapes;
}

} // namespace rooflight
