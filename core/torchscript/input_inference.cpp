// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/input_inference.h"

#include "core/torchscript/tensor_values.h"

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace ridgepoint {

namespace {

using torch::jit::Node;
using torch::jit::Use;
using torch::jit::Value;

/// Sides that published vision models take, the usual one first.
constexpr std::array<std::int64_t, 9> imageSides = { 224, 256, 299, 384, 512, 64, 32, 28, 128 };
constexpr std::array<std::int64_t, 3> signalLengths = { 1024, 16000, 128 };
constexpr std::array<std::int64_t, 2> clipFrames = { 16, 8 };
constexpr std::int64_t clipSide = 112;
constexpr std::array<std::int64_t, 3> sequenceLengths = { 128, 16, 1 };

constexpr int deepestCalls = 64;

bool holdsCalls(const torch::jit::Block *block)
{
    return std::ranges::any_of(block->nodes(), [](const Node *node) {
        return node->kind() == c10::prim::CallMethod || node->kind() == c10::prim::CallFunction
            || std::ranges::any_of(node->blocks(), holdsCalls);
    });
}

/// The value a module's attribute has, followed from forward()'s self through prim::GetAttr.
std::optional<c10::IValue> attributeValue(const Value *value, const torch::jit::Module &root, int depth = 0)
{
    if (depth > 64)
        return std::nullopt;
    const Node *node = value->node();
    if (node->kind() == c10::prim::Constant)
        return torch::jit::toIValue(value);
    if (node->kind() == c10::prim::Param)
        return value->type()->is_module() ? std::optional<c10::IValue>(root._ivalue()) : std::nullopt;
    if (node->kind() != c10::prim::GetAttr)
        return std::nullopt;
    const std::optional<c10::IValue> owner = attributeValue(node->input(0), root, depth + 1);
    if (!owner || !owner->isObject())
        return std::nullopt;
    const auto &object = owner->toObjectRef();
    const auto slot = object.type()->findAttributeSlot(node->s(c10::attr::name));
    return slot ? std::optional<c10::IValue>(object.getSlot(*slot)) : std::nullopt;
}

std::optional<at::Tensor> tensorInput(const Node *node, std::size_t index, const torch::jit::Module &root)
{
    if (index >= node->inputs().size())
        return std::nullopt;
    const auto value = attributeValue(node->input(index), root);
    if (!value || !value->isTensor() || !value->toTensor().defined())
        return std::nullopt;
    return value->toTensor();
}

std::vector<TensorSpec> withShapes(std::vector<Shape> shapes, DType dtype, TensorFill fill = {})
{
    std::vector<TensorSpec> specs;
    for (Shape &shape : shapes)
        specs.push_back({ std::move(shape), dtype, fill, false, {} });
    return specs;
}

/// Shapes with \p channels in second place and \p spatial dimensions behind it.
std::vector<Shape> channelShapes(std::int64_t channels, std::int64_t spatial)
{
    std::vector<Shape> shapes;
    if (spatial == 1) {
        for (std::int64_t length : signalLengths)
            shapes.push_back({ 1, channels, length });
    } else if (spatial == 2) {
        for (std::int64_t side : imageSides)
            shapes.push_back({ 1, channels, side, side });
    } else if (spatial == 3) {
        for (std::int64_t frames : clipFrames)
            shapes.push_back({ 1, channels, frames, clipSide, clipSide });
    }
    return shapes;
}

std::vector<Shape> featureShapes(std::int64_t features)
{
    std::vector<Shape> shapes { { 1, features } };
    for (std::int64_t length : sequenceLengths)
        shapes.push_back({ 1, length, features });
    return shapes;
}

std::vector<TensorSpec> fromConvolution(const Node *node, const torch::jit::Module &root)
{
    const auto weight = tensorInput(node, 1, root);
    if (!weight || weight->dim() < 3)
        return {};
    std::int64_t groups = 1;
    // conv1d, conv2d, conv3d and _convolution: groups is the last or the ninth argument.
    const std::size_t groupsIndex = node->kind() == c10::Symbol::fromQualString("aten::_convolution") ? 8 : 6;
    if (groupsIndex < node->inputs().size()) {
        if (const auto value = torch::jit::toIValue(node->input(groupsIndex)); value && value->isInt())
            groups = value->toInt();
    }
    return withShapes(channelShapes(weight->size(1) * groups, weight->dim() - 2), dtypeOf(weight->scalar_type()));
}

std::vector<TensorSpec> fromNormalization(const Node *node, const torch::jit::Module &root)
{
    const auto weight = tensorInput(node, 1, root);
    if (!weight || weight->dim() != 1)
        return {};
    std::vector<Shape> shapes = channelShapes(weight->size(0), 2);
    shapes.push_back({ 1, weight->size(0) });
    return withShapes(std::move(shapes), dtypeOf(weight->scalar_type()));
}

std::vector<TensorSpec> fromLayerNorm(const Node *node, const torch::jit::Module &root)
{
    const auto weight = tensorInput(node, 2, root);
    if (!weight)
        return {};
    std::vector<Shape> shapes;
    for (std::int64_t length : sequenceLengths) {
        Shape shape { 1, length };
        shape.insert(shape.end(), weight->sizes().begin(), weight->sizes().end());
        shapes.push_back(std::move(shape));
    }
    return withShapes(std::move(shapes), dtypeOf(weight->scalar_type()));
}

std::vector<TensorSpec> fromEmbedding(const Node *node, const torch::jit::Module &root)
{
    const auto weight = tensorInput(node, 0, root);
    if (!weight || weight->dim() != 2)
        return {};
    std::vector<Shape> shapes;
    for (std::int64_t length : sequenceLengths)
        shapes.push_back({ 1, length });
    const TensorFill rows { TensorFill::Kind::Range, 0, static_cast<double>(weight->size(0) - 1) };
    return withShapes(std::move(shapes), DType::Int64, rows);
}

/// What one use of the argument tells about its shape.
std::vector<TensorSpec> fromUse(const Use &use, const torch::jit::Module &root)
{
    const Node *node = use.user;
    const std::string_view kind = node->kind().toQualString();
    if (use.offset == 0
        && (kind == "aten::conv1d" || kind == "aten::conv2d" || kind == "aten::conv3d" || kind == "aten::_convolution"
            || kind == "aten::convolution"))
        return fromConvolution(node, root);
    if (use.offset == 0 && kind == "aten::linear") {
        if (const auto weight = tensorInput(node, 1, root); weight && weight->dim() == 2)
            return withShapes(featureShapes(weight->size(1)), dtypeOf(weight->scalar_type()));
    }
    if (use.offset == 0 && (kind == "aten::batch_norm" || kind == "aten::instance_norm"))
        return fromNormalization(node, root);
    if (use.offset == 0 && kind == "aten::layer_norm")
        return fromLayerNorm(node, root);
    if (use.offset == 1 && kind == "aten::embedding")
        return fromEmbedding(node, root);
    if (use.offset == 0 && (kind == "aten::lstm" || kind == "aten::gru" || kind == "aten::rnn_tanh")) {
        const Node *weights = node->input(2)->node();
        if (weights->kind() == c10::prim::ListConstruct) {
            if (const auto weight = tensorInput(weights, 0, root); weight && weight->dim() == 2)
                return withShapes({ { 1, 16, weight->size(1) } }, dtypeOf(weight->scalar_type()));
        }
    }
    return {};
}

/// Operators whose result has the channels of their input: the search goes on behind them.
bool keepsChannels(std::string_view kind)
{
    static constexpr std::array names = { "aten::relu",       "aten::to",      "aten::contiguous", "aten::sub",
                                          "aten::div",        "aten::mul",     "aten::add",        "aten::dropout",
                                          "aten::float",      "aten::pad",     "aten::clone",      "aten::max_pool2d",
                                          "aten::avg_pool2d", "aten::type_as", "aten::detach" };
    for (const char *name : names) {
        if (kind == name)
            return true;
    }
    return false;
}

std::vector<TensorSpec> search(const Value *value, const torch::jit::Module &root,
                               std::unordered_set<const Value *> &visited)
{
    if (!visited.insert(value).second)
        return {};
    for (const Use &use : value->uses()) {
        if (std::vector<TensorSpec> found = fromUse(use, root); !found.empty())
            return found;
    }
    for (const Use &use : value->uses()) {
        if (use.offset != 0 || !keepsChannels(use.user->kind().toQualString()))
            continue;
        for (const Value *output : use.user->outputs()) {
            if (std::vector<TensorSpec> found = search(output, root, visited); !found.empty())
                return found;
        }
    }
    // A last use inside a branch hands the value on as the branch's result.
    for (const Use &use : value->uses()) {
        const Node *owner = use.user->kind() == c10::prim::Return ? use.user->owningBlock()->owningNode() : nullptr;
        if (!owner || owner->kind() != c10::prim::If || use.offset >= owner->outputs().size())
            continue;
        if (std::vector<TensorSpec> found = search(owner->outputs()[use.offset], root, visited); !found.empty())
            return found;
    }
    return {};
}

} // namespace

std::vector<TensorSpec> guessInput(const torch::jit::Module &module, std::size_t argument)
{
    // A function remembers what it was optimised to when it is first inlined; a watched run needs its calls intact.
    const torch::jit::GraphOptimizerEnabledGuard notOptimised(false);
    const auto graph = module.get_method("forward").graph()->copy();
    for (int level = 0; level < deepestCalls && holdsCalls(graph->block()); ++level)
        torch::jit::Inline(*graph); // one level of calls at a time, since the callees are not inlined themselves
    if (argument + 1 >= graph->inputs().size())
        return {};
    std::unordered_set<const Value *> visited;
    return search(graph->inputs()[argument + 1], module, visited);
}

} // namespace ridgepoint
