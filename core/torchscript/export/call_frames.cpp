// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/call_frames.h"

#include "core/archive/export/node_target.h"
#include "core/archive/export/weight_check.h"
#include "core/torchscript/export/operator_nodes.h"

#include <torch/csrc/jit/api/function_impl.h>

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace rooflight {

namespace {

using torch::jit::Node;
using torch::jit::Value;

/// Names of module objects that are handed to a method, which no value of a graph has.
constexpr std::string_view modulePrefix = "module ";

bool isUnder(std::string_view path, std::string_view around)
{
    return around.empty() || path == around || (path.starts_with(around) && path[around.size()] == '.');
}

void forEachName(const ExportValue &value, const std::function<void(const std::string &)> &use)
{
    if (value.named)
        use(value.text);
    for (const ExportValue &item : value.items)
        forEachName(item, use);
}

std::unordered_set<std::string> madeBy(std::span<const ExportNode> nodes)
{
    std::unordered_set<std::string> names;
    for (const ExportNode &node : nodes) {
        for (const ExportValue &output : node.outputs)
            forEachName(output, [&names](const std::string &name) { names.insert(name); });
    }
    return names;
}

/// Names that the nodes use, each once, in order.
std::vector<std::string> usedBy(std::span<const ExportNode> nodes)
{
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    for (const ExportNode &node : nodes) {
        for (const ExportNode::Input &input : node.inputs) {
            forEachName(input.value, [&](const std::string &name) {
                if (seen.insert(name).second)
                    names.push_back(name);
            });
        }
    }
    return names;
}

std::string unusedMethodName(const torch::jit::Module &module)
{
    std::string name = "forward";
    for (int number = 1; module.find_method(name) || module.hasattr(name); ++number)
        name = "forward" + std::to_string(number);
    return name;
}

/// What a method returns: nothing, a value, or a tuple of them.
void setResults(torch::jit::Graph &graph, const std::vector<Value *> &results)
{
    if (results.size() == 1)
        graph.registerOutput(results[0]);
    else if (results.empty())
        graph.registerOutput(graph.insertConstant(c10::IValue()));
    else
        graph.registerOutput(graph.insertNode(graph.createTuple(results))->output());
}

} // namespace

CallFrames::CallFrames(const ExportedProgram &program, ExportModules &modules, const ExportTensors &tensors,
                       c10::Device device, std::vector<ExportCall> &calls)
    : m_program(program)
    , m_modules(modules)
    , m_tensors(tensors)
    , m_device(device)
    , m_calls(calls)
{
    using Memory = std::tuple<std::string, std::int64_t, std::vector<std::int64_t>, std::vector<std::int64_t>>;
    std::map<Memory, std::vector<std::string>> names;
    std::map<std::string, Memory, std::less<>> memories;
    for (const std::vector<ExportWeight> *const group : { &program.weights, &program.constants }) {
        for (const ExportWeight &weight : *group) {
            const WeightPlace place = placeOf(weight.tensor).value(); // checked when the file was read
            memories[weight.name] = { weight.leftOut ? weight.name : weight.record, place.offset, place.sizes,
                                      place.strides };
            names[memories[weight.name]].push_back(weight.name);
        }
    }
    for (const ExportInput &input : program.inputs) {
        if (input.kind == ExportInput::Kind::Tensor) {
            m_constants.emplace(input.name, input.target);
        } else if (input.kind == ExportInput::Kind::Parameter || input.kind == ExportInput::Kind::Buffer) {
            std::vector<std::string> all = names.at(memories.at(input.target));
            // Its own name first.
            std::erase(all, input.target);
            all.insert(all.begin(), input.target);
            m_weights.emplace(input.name, std::move(all));
        }
    }
}

/// The name under which a weight is a part of the module at that path or below it.
const std::string *CallFrames::weightUnder(const std::string &name, const std::string &path) const
{
    const auto found = m_weights.find(name);
    if (found == m_weights.end())
        return nullptr;
    const auto fits = [&](const std::string &weight) { return path.empty() || isUnder(weight, path); };
    const auto weight = std::ranges::find_if(found->second, fits);
    return weight == found->second.end() ? nullptr : &*weight;
}

bool CallFrames::isFetchedBy(const std::string &name, const std::string &path) const
{
    return m_constants.contains(name) || weightUnder(name, path) != nullptr;
}

/// Attribute of an attribute of ... of the module, right behind the beginning of the function.
Value *CallFrames::attribute(Value *self, const std::string &path, const std::string &name, torch::jit::Graph &graph,
                             Node *first) const
{
    const torch::jit::WithInsertPoint atBeginning(first);
    std::string rest = path.empty() ? name : name.substr(std::min(name.size(), path.size() + 1));
    Value *value = self;
    while (!rest.empty()) {
        const std::string part = rest.substr(0, rest.find('.'));
        rest.erase(0, part.size() + 1);
        value = graph.insertGetAttr(value, part);
    }
    return value;
}

void CallFrames::serve(ExportScope &scope, Value *self, const std::string &path)
{
    torch::jit::Graph &graph = scope.graph();
    // Everything that is fetched stands before this node, and so before every block.
    Node *const first = graph.insertNode(graph.createNone());
    scope.fetch = [this, &graph, self, path, first](const std::string &name) -> Value * {
        if (name.starts_with(modulePrefix)) {
            const std::string module = name.substr(modulePrefix.size());
            return isUnder(module, path) ? attribute(self, path, module, graph, first) : nullptr;
        }
        if (const auto constant = m_constants.find(name); constant != m_constants.end()) {
            const torch::jit::WithInsertPoint atBeginning(first);
            return graph.insertConstant(m_tensors.at(constant->second));
        }
        const std::string *const weight = weightUnder(name, path);
        return weight != nullptr ? attribute(self, path, *weight, graph, first) : nullptr;
    };
}

/// Nodes from the first one on that the same call of a module below \p depth made.
std::size_t CallFrames::lengthOfCall(Nodes nodes, std::size_t depth)
{
    const auto inCall = [&](const ExportNode &node) {
        return node.stack.size() > depth + 1 && node.stack[depth + 1].call == nodes[0].stack[depth + 1].call;
    };
    return static_cast<std::size_t>(std::ranges::find_if_not(nodes, inCall) - nodes.begin());
}

/// Values from outside that the nodes of a call need, and modules that are no part of the called one.
std::vector<std::string> CallFrames::needsOf(Nodes nodes, const Frame &frame) const
{
    const std::unordered_set<std::string> made = madeBy(nodes);
    std::vector<std::string> needs;
    for (const std::string &name : usedBy(nodes)) {
        if (!made.contains(name) && !isFetchedBy(name, frame.path))
            needs.push_back(name);
    }
    for (const ExportNode &node : nodes) {
        for (std::size_t i = frame.depth + 1; i < node.stack.size(); ++i) {
            const std::string name = std::string(modulePrefix) + node.stack[i].path;
            if (!isUnder(node.stack[i].path, frame.path) && std::ranges::find(needs, name) == needs.end())
                needs.push_back(name);
        }
    }
    return needs;
}

void CallFrames::emitCall(Nodes nodes, const std::vector<std::string> &results, const Frame &callee, ExportScope &scope)
{
    torch::jit::Module &module = m_modules.at(callee.path);
    const auto graph = std::make_shared<torch::jit::Graph>();
    ExportScope inner(*graph, m_device);
    Value *const self = graph->addInput("self");
    self->setType(module.type());
    std::vector<Value *> arguments { scope.named(std::string(modulePrefix) + callee.path) };
    for (const std::string &need : needsOf(nodes, callee)) {
        arguments.push_back(scope.named(need));
        inner.define(need, graph->addInput()->setType(arguments.back()->type()));
    }
    serve(inner, self, callee.path);
    emitNodes(nodes, results, callee, inner);
    std::vector<Value *> made;
    made.reserve(results.size());
    for (const std::string &name : results)
        made.push_back(inner.named(name));
    setResults(*graph, made);

    const std::string method = unusedMethodName(module);
    torch::jit::Function *const function = module._ivalue()->compilation_unit()->create_function(
        c10::QualifiedName(*module.type()->name(), method), graph);
    module.type()->addMethod(function);
    Node *const call = scope.graph().create(c10::prim::CallMethod, arguments, 1);
    call->s_(c10::attr::name, method);
    call->output()->setType(graph->outputs()[0]->type());
    scope.graph().insertNode(call);
    if (results.size() == 1) {
        scope.define(results[0], call->output());
    } else if (!results.empty()) {
        Node *const unpack = scope.graph().insertNode(scope.graph().createTupleUnpack(call->output()));
        for (std::size_t i = 0; i < results.size(); ++i)
            scope.define(results[i], unpack->outputs()[i]);
    }
}

/// Whatever is inserted for a node gets its number.
void CallFrames::emitNumbered(const ExportNode &node, ExportScope &scope)
{
    Node *const behind = scope.graph().insertPoint();
    Node *const before = behind->prev();
    emitOperator(node, scope);
    const OperatorTarget target = operatorTarget(node.target);
    m_calls.push_back({ target.nameSpace + "::" + target.name, node.stack.empty() ? "" : node.stack.back().path,
                        node.outputs, node.name });
    const std::size_t number = m_calls.size();
    for (Node *made = before->next(); made != behind; made = made->next())
        made->setSourceRange(torch::jit::SourceRange(nullptr, number, number));
}

void CallFrames::emitOne(const ExportNode &node, const Frame &frame, ExportScope &scope)
{
    if (operatorTarget(node.target).nameSpace != "higher_order") {
        emitNumbered(node, scope);
        return;
    }
    emitControlFlow(node, scope, [this, &frame, &scope](const ExportGraph &graph, ExportScope &inner) {
        // Modules are attributes of the same one; a graph inside gets its weights as inputs.
        inner.fetch = [&scope](const std::string &name) {
            return name.starts_with(modulePrefix) ? scope.find(name) : nullptr;
        };
        emitBody(graph, frame, inner);
    });
}

void CallFrames::emitBody(const ExportGraph &graph, const Frame &frame, ExportScope &scope)
{
    std::vector<std::string> wanted;
    for (const ExportValue &output : graph.outputs)
        forEachName(output, [&wanted](const std::string &name) { wanted.push_back(name); });
    emitNodes(graph.nodes, wanted, frame, scope);
}

/// \p wanted are the names that are used behind these nodes.
void CallFrames::emitNodes(Nodes nodes, const std::vector<std::string> &wanted, const Frame &frame, ExportScope &scope)
{
    std::unordered_map<std::string, std::size_t> lastUse;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::string &name : usedBy(nodes.subspan(i, 1)))
            lastUse[name] = i;
    }
    for (const std::string &name : wanted)
        lastUse[name] = nodes.size();
    for (std::size_t i = 0; i < nodes.size();) {
        const ExportNode &node = nodes[i];
        const bool isHere = node.stack.size() > frame.depth && node.stack[frame.depth].call == frame.call;
        if (!isHere || node.stack.size() <= frame.depth + 1) {
            emitOne(node, frame, scope);
            ++i;
            continue;
        }
        const std::size_t length = lengthOfCall(nodes.subspan(i), frame.depth);
        const Nodes inside = nodes.subspan(i, length);
        std::vector<std::string> results;
        for (const ExportNode &made : inside) {
            for (const ExportValue &output : made.outputs) {
                forEachName(output, [&](const std::string &name) {
                    const auto used = lastUse.find(name);
                    if (used != lastUse.end() && used->second >= i + length)
                        results.push_back(name);
                });
            }
        }
        const ExportNode::Module &callee = node.stack[frame.depth + 1];
        emitCall(inside, results, { callee.path, callee.call, frame.depth + 1 }, scope);
        i += length;
    }
}

void CallFrames::emit(const ExportGraph &graph, ExportScope &scope)
{
    const auto named = std::ranges::find_if(graph.nodes, [](const ExportNode &node) { return !node.stack.empty(); });
    const std::string call = named == graph.nodes.end() ? std::string() : named->stack[0].call;
    emitBody(graph, { "", call, 0 }, scope);
}

} // namespace rooflight
