// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/int8_linear.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/values/inlined_code.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/quantize_per_tensor.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

using torch::jit::Block;
using torch::jit::Graph;
using torch::jit::Node;
using torch::jit::Value;

/// A product with weights, as torch.nn.Linear computes it.
struct LinearLayer {
    Node *node = nullptr;
    Value *input = nullptr;
    at::Tensor weight; ///< rows are outputs
    std::optional<at::Tensor> bias;
};

/// Those of a graph that calls nothing.
class LinearSearch
{
public:
    LinearSearch(const torch::jit::Module &module, Graph &graph)
        : m_module(module)
        , m_graph(graph)
    {
        findWritten(*graph.block());
    }

    [[nodiscard]] std::vector<LinearLayer> find()
    {
        visit(*m_graph.block());
        return std::move(m_found);
    }

private:
    void findWritten(Block &block)
    {
        for (Node *node : block.nodes()) {
            for (Block *inner : node->blocks())
                findWritten(*inner);
            if (node->kind() == torch::jit::prim::SetAttr)
                m_written.insert(node->s(torch::jit::attr::name));
        }
    }

    void visit(Block &block)
    {
        for (Node *node : block.nodes()) {
            for (Block *inner : node->blocks())
                visit(*inner);
            if (std::optional<LinearLayer> layer = layerOf(*node))
                m_found.push_back(std::move(*layer));
        }
    }

    [[nodiscard]] std::optional<LinearLayer> layerOf(Node &node) const
    {
        if (node.kind() == c10::aten::linear)
            return layerOf(node, node.input(0), weightOf(node.input(1)), node.input(2));
        if (node.kind() == c10::aten::mm || node.kind() == c10::aten::matmul)
            return layerOf(node, node.input(0), transposedWeightOf(node.input(1)), nullptr);
        if (node.kind() == c10::aten::addmm && isOne(node.input(3)) && isOne(node.input(4)))
            return layerOf(node, node.input(1), transposedWeightOf(node.input(2)), node.input(0));
        return std::nullopt;
    }

    /// \p bias may be null.
    [[nodiscard]] std::optional<LinearLayer> layerOf(Node &node, Value *input, std::optional<at::Tensor> weight,
                                                     Value *bias) const
    {
        if (!weight)
            return std::nullopt;
        LinearLayer layer { &node, input, std::move(*weight), std::nullopt };
        if (!bias)
            return layer;
        const std::optional<c10::IValue> value = valueOf(bias);
        if (value && value->isNone())
            return layer;
        if (!value || !isFloat32(*value) || value->toTensor().dim() != 1
            || value->toTensor().numel() != layer.weight.size(0))
            return std::nullopt;
        layer.bias = value->toTensor();
        return layer;
    }

    [[nodiscard]] std::optional<at::Tensor> weightOf(Value *value) const
    {
        const std::optional<c10::IValue> weight = valueOf(value);
        if (!weight || !isFloat32(*weight) || weight->toTensor().dim() != 2 || weight->toTensor().numel() == 0)
            return std::nullopt;
        return weight->toTensor();
    }

    [[nodiscard]] std::optional<at::Tensor> transposedWeightOf(Value *value) const
    {
        return isTranspose(*value->node()) ? weightOf(value->node()->input(0)) : std::nullopt;
    }

    /// Of a matrix.
    [[nodiscard]] bool isTranspose(Node &node) const
    {
        static const auto permute = c10::Symbol::fromQualString("aten::permute");
        static const auto property = c10::Symbol::fromQualString("aten::numpy_T");
        if (node.kind() == c10::aten::t || node.kind() == property)
            return true;
        if (node.kind() == c10::aten::transpose) {
            const auto first = torch::jit::constant_as<std::int64_t>(node.input(1));
            const auto second = torch::jit::constant_as<std::int64_t>(node.input(2));
            return first && second && (*first & 1) != (*second & 1);
        }
        return node.kind() == permute && integersOf(node.input(1)) == std::vector<std::int64_t> { 1, 0 };
    }

    /// Of a list that is a constant, or that is made of constants; else empty.
    [[nodiscard]] static std::vector<std::int64_t> integersOf(Value *list)
    {
        if (const auto known = torch::jit::constant_as<c10::List<std::int64_t>>(list))
            return known->vec();
        std::vector<std::int64_t> integers;
        for (Value *element : list->node()->inputs()) {
            const auto integer = torch::jit::constant_as<std::int64_t>(element);
            if (list->node()->kind() != torch::jit::prim::ListConstruct || !integer)
                return {};
            integers.push_back(*integer);
        }
        return integers;
    }

    [[nodiscard]] static bool isOne(Value *value)
    {
        const std::optional<c10::IValue> number = torch::jit::toIValue(value);
        return number && number->isScalar() && number->toScalar().equal(1);
    }

    [[nodiscard]] static bool isFloat32(const c10::IValue &value)
    {
        return value.isTensor() && value.toTensor().defined() && value.toTensor().layout() == at::kStrided
            && value.toTensor().scalar_type() == at::kFloat && value.toTensor().is_cpu();
    }

    /// A constant of the code, or what the module holds and does not write to.
    [[nodiscard]] std::optional<c10::IValue> valueOf(Value *value) const
    {
        if (value == m_graph.inputs().front())
            return m_module._ivalue();
        Node &node = *value->node();
        if (node.kind() == torch::jit::prim::Constant)
            return torch::jit::toIValue(value);
        if (node.kind() != torch::jit::prim::GetAttr || m_written.contains(node.s(torch::jit::attr::name)))
            return std::nullopt;
        const std::optional<c10::IValue> object = valueOf(node.input());
        if (!object || !object->isObject())
            return std::nullopt;
        return object->toObjectRef().getAttr(node.s(torch::jit::attr::name));
    }

    const torch::jit::Module &m_module;
    Graph &m_graph;
    std::set<std::string> m_written; ///< names of attributes
    std::vector<LinearLayer> m_found;
};

/// As torch.ao's MinMaxObserver with qscheme=torch.per_tensor_symmetric and dtype=torch.qint8 chooses them.
at::Tensor inInt8(const at::Tensor &weight)
{
    constexpr double halfRange = 127.5; // of -128 to 127
    const double largest = weight.abs().max().item<double>();
    const double scale = std::max(largest / halfRange, static_cast<double>(std::numeric_limits<float>::epsilon()));
    return at::quantize_per_tensor(weight.contiguous(), scale, 0, at::kQInt8);
}

c10::IValue packed(const LinearLayer &layer)
{
    static const c10::OperatorHandle prepack =
        c10::Dispatcher::singleton().findSchemaOrThrow("quantized::linear_prepack", "");
    torch::jit::Stack stack { inInt8(layer.weight), layer.bias };
    prepack.callBoxed(stack);
    return stack.back();
}

void replace(Graph &graph, const LinearLayer &layer)
{
    static const auto product = c10::Symbol::fromQualString("quantized::linear_dynamic");
    const torch::jit::WithInsertPoint here(layer.node);
    Value *const weights = graph.insertConstant(packed(layer));
    Value *const reducesRange = graph.insertConstant(true); // as torch.ao: products of 8 bits overflow in some CPUs
    Node *const quantized = graph.insertNode(graph.create(product, { layer.input, weights, reducesRange }, 1));
    quantized->output()->setType(c10::TensorType::get());
    layer.node->output()->replaceAllUsesWith(quantized->output());
    layer.node->destroy();
}

} // namespace

bool hasLinearLayers(const torch::jit::Module &module)
{
    const std::shared_ptr<Graph> graph = inlinedForward(module);
    return !LinearSearch(module, *graph).find().empty();
}

Result<void> quantizeLinearLayers(torch::jit::Module &module, const std::string &path)
{
    try {
        const c10::InferenceMode inference;
        const std::shared_ptr<Graph> graph = module.get_method("forward").graph();
        inlineCalls(*graph);
        const std::vector<LinearLayer> layers = LinearSearch(module, *graph).find();
        if (layers.empty())
            return errorOf(ErrorSentence::NoLinearLayers, { path });
        for (const LinearLayer &layer : layers)
            replace(*graph, layer);
    } catch (...) {
        const Error reason = currentExceptionAsError(path, ModelStage::Loading);
        return errorOf(ErrorSentence::NotQuantized, { path, wordsWithin(reason) });
    }
    return {};
}

} // namespace rooflight
