// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/operator_nodes.h"

#include "core/archive/export/node_target.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <limits>

namespace rooflight {

namespace {

using torch::jit::Block;
using torch::jit::Node;
using torch::jit::Value;
using Values = std::vector<Value *>;

[[noreturn]] void fail(const ExportNode &node)
{
    throw ExportFailure(ErrorSentence::MisshapenCall, { messagePart(node.target) });
}

void collect(const ExportValue &value, ExportScope &scope, Values &values)
{
    if (value.type == ExportType::List) {
        for (const ExportValue &item : value.items)
            collect(item, scope, values);
        return;
    }
    values.push_back(scope.make(value, nullptr));
}

Values listAt(const ExportNode &node, std::size_t position, ExportScope &scope)
{
    Values values;
    if (position < node.inputs.size())
        collect(node.inputs[position].value, scope, values);
    return values;
}

const ExportGraph &graphAt(const ExportNode &node, std::size_t position)
{
    if (position >= node.inputs.size() || !node.inputs[position].value.graph)
        fail(node);
    return *node.inputs[position].value.graph;
}

/// Puts an inner graph at the insert point; its results.
Values inlined(const ExportGraph &graph, const Values &inputs, const ExportNode &node, ExportScope &scope,
               const EmitBody &body)
{
    if (graph.inputs.size() != inputs.size())
        fail(node);
    ExportScope inner(scope.graph(), scope.device());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        inner.define(graph.inputs[i].text, inputs[i]);
    body(graph, inner);
    Values results;
    for (const ExportValue &output : graph.outputs)
        collect(output, inner, results);
    return results;
}

void defineResults(const ExportNode &node, at::ArrayRef<Value *> results, ExportScope &scope)
{
    std::vector<const ExportValue *> outputs;
    for (const ExportValue &output : node.outputs) {
        if (output.type == ExportType::List)
            std::ranges::transform(output.items, std::back_inserter(outputs), [](const auto &item) { return &item; });
        else
            outputs.push_back(&output);
    }
    if (outputs.size() > results.size())
        fail(node);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        scope.define(*outputs[i], results[i]);
}

Value *asFlag(Value *value, torch::jit::Graph &graph)
{
    return value->type()->kind() == c10::TypeKind::BoolType ? value : graph.insert(c10::aten::Bool, { value });
}

void emitBranches(const ExportNode &node, ExportScope &scope, const EmitBody &body)
{
    if (node.inputs.size() < 3)
        fail(node);
    torch::jit::Graph &graph = scope.graph();
    Value *const condition = asFlag(scope.make(node.inputs[0].value, nullptr), graph);
    const Values operands = listAt(node, 3, scope);
    Node *const branch = graph.insertNode(graph.create(c10::prim::If, { condition }, 0));
    std::vector<c10::TypePtr> types;
    for (const std::size_t position : { 1, 2 }) {
        Block *const block = branch->addBlock();
        const torch::jit::WithInsertPoint inside(block);
        types.clear();
        for (Value *const result : inlined(graphAt(node, position), operands, node, scope, body)) {
            block->registerOutput(result);
            types.push_back(result->type());
        }
    }
    for (const c10::TypePtr &type : types)
        branch->addOutput()->setType(type);
    defineResults(node, branch->outputs(), scope);
}

/// A loop whose body gets and gives the carried values.
struct LoopParts {
    Node *loop = nullptr;
    Block *block = nullptr;
    Values carried;
};

LoopParts addLoop(Value *trips, Value *condition, const Values &initial, torch::jit::Graph &graph)
{
    Values inputs { trips, condition };
    inputs.insert(inputs.end(), initial.begin(), initial.end());
    LoopParts parts;
    parts.loop = graph.insertNode(graph.create(c10::prim::Loop, inputs, 0));
    parts.block = parts.loop->addBlock();
    parts.block->addInput()->setType(c10::IntType::get());
    for (Value *const value : initial) {
        parts.carried.push_back(parts.block->addInput()->setType(value->type()));
        parts.loop->addOutput()->setType(value->type());
    }
    return parts;
}

Values joined(Values left, const Values &right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

void emitWhile(const ExportNode &node, ExportScope &scope, const EmitBody &body)
{
    torch::jit::Graph &graph = scope.graph();
    const Values initial = listAt(node, 2, scope);
    const Values additional = listAt(node, 3, scope);
    const auto condition = [&](const Values &carried) {
        const Values results = inlined(graphAt(node, 0), joined(carried, additional), node, scope, body);
        if (results.size() != 1)
            fail(node);
        return asFlag(results[0], graph);
    };
    Value *const first = condition(initial);
    Value *const trips = scope.constant(std::numeric_limits<std::int64_t>::max());
    const LoopParts parts = addLoop(trips, first, initial, graph);
    {
        const torch::jit::WithInsertPoint inside(parts.block);
        const Values next = inlined(graphAt(node, 1), joined(parts.carried, additional), node, scope, body);
        if (next.size() != initial.size())
            fail(node);
        parts.block->registerOutput(condition(next));
        for (Value *const value : next)
            parts.block->registerOutput(value);
    }
    defineResults(node, parts.loop->outputs(), scope);
}

/// One step for each slice of the inputs along their first dimension; results of steps are stacked.
void emitSteps(const ExportNode &node, const ExportGraph &step, const Values &initial, const Values &sliced,
               const Values &additional, ExportScope &scope, const EmitBody &body)
{
    if (sliced.empty() || step.outputs.size() < initial.size())
        fail(node);
    torch::jit::Graph &graph = scope.graph();
    Value *const zero = scope.constant(std::int64_t { 0 });
    Value *const trips = graph.insert(c10::aten::size, { sliced[0], zero });
    Values lists;
    for (std::size_t i = initial.size(); i < step.outputs.size(); ++i)
        lists.push_back(graph.insertNode(graph.createList(c10::TensorType::get(), {}))->output());
    const LoopParts parts = addLoop(trips, scope.constant(true), initial, graph);
    {
        const torch::jit::WithInsertPoint inside(parts.block);
        Values slices;
        for (Value *const whole : sliced)
            slices.push_back(graph.insert(c10::aten::select, { whole, zero, parts.block->inputs()[0] }));
        const Values results = inlined(step, joined(joined(parts.carried, slices), additional), node, scope, body);
        parts.block->registerOutput(scope.constant(true));
        for (std::size_t i = 0; i < initial.size(); ++i)
            parts.block->registerOutput(results.at(i));
        for (std::size_t i = 0; i < lists.size(); ++i)
            graph.insert(c10::aten::append, { lists[i], results.at(initial.size() + i) });
    }
    Values results(parts.loop->outputs().begin(), parts.loop->outputs().end());
    for (Value *const list : lists)
        results.push_back(graph.insert(c10::aten::stack, { list, zero }));
    defineResults(node, results, scope);
}

} // namespace

void emitControlFlow(const ExportNode &node, ExportScope &scope, const EmitBody &body)
{
    const std::string name = operatorTarget(node.target).name;
    if (name == "cond")
        return emitBranches(node, scope, body);
    if (name == "while_loop")
        return emitWhile(node, scope, body);
    if (name == "scan") {
        return emitSteps(node, graphAt(node, 0), listAt(node, 1, scope), listAt(node, 2, scope), listAt(node, 3, scope),
                         scope, body);
    }
    if (name == "map_impl" || name == "map")
        return emitSteps(node, graphAt(node, 0), {}, listAt(node, 1, scope), listAt(node, 2, scope), scope, body);
    throw ExportFailure(ErrorSentence::CallsPython, { messagePart(node.target) });
}

} // namespace rooflight
