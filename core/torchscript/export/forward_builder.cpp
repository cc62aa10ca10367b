// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/forward_builder.h"

#include <torch/csrc/jit/api/function_impl.h>

#include <algorithm>
#include <cctype>

namespace rooflight {

namespace {

using torch::jit::Node;
using torch::jit::Value;

bool areAlike(const std::vector<c10::TypePtr> &types)
{
    return std::ranges::all_of(types, [&types](const c10::TypePtr &type) { return *type == *types.front(); });
}

/// As TorchScript takes the name of an argument.
std::string identifier(const std::string &name)
{
    std::string result = name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "_" + name : name;
    std::ranges::replace_if(
        result, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
    return result;
}

class ForwardBuilder
{
public:
    ForwardBuilder(const ExportedProgram &program, torch::jit::Graph &graph, ExportScope &scope)
        : m_program(program)
        , m_graph(graph)
        , m_scope(scope)
    {
    }

    /// Defines the values in an argument.
    void unpack(const ExportArgument &argument, Value *value)
    {
        if (argument.kind == TreeSpec::Kind::Leaf) {
            m_scope.define(m_program.inputs[argument.input].name, value);
        } else if (value->type()->kind() == c10::TypeKind::DictType) {
            for (const ExportArgument &part : argument.parts) {
                Value *const key = m_scope.constant(part.name);
                unpack(part, m_graph.insert(c10::aten::__getitem__, { value, key }));
            }
        } else {
            const bool isList = value->type()->kind() == c10::TypeKind::ListType;
            Node *const parts = m_graph.insertNode(isList ? m_graph.createListUnpack(value, argument.parts.size())
                                                          : m_graph.createTupleUnpack(value));
            for (std::size_t i = 0; i < argument.parts.size(); ++i)
                unpack(argument.parts[i], parts->outputs()[i]);
        }
    }

    /// Changes that the graph gives as results.
    void applyMutations()
    {
        for (const ExportOutput &output : m_program.outputs) {
            Value *target = nullptr;
            if (output.kind == ExportOutput::Kind::UserInput)
                target = m_scope.named(output.target);
            else if (output.kind == ExportOutput::Kind::Buffer || output.kind == ExportOutput::Kind::Parameter)
                target = weight(output.target);
            if (target != nullptr)
                m_graph.insert(c10::aten::copy_, { target, m_scope.make(output.value, c10::TensorType::get()) });
        }
    }

    void setResult()
    {
        for (const ExportOutput &output : m_program.outputs) {
            if (output.kind == ExportOutput::Kind::User)
                m_results.push_back(&output.value);
        }
        m_graph.registerOutput(pack(m_program.outputTree));
    }

private:
    Value *weight(const std::string &name)
    {
        const auto input = std::ranges::find_if(m_program.inputs, [&name](const ExportInput &candidate) {
            return candidate.target == name && !candidate.name.empty();
        });
        if (input == m_program.inputs.end())
            throw ExportFailure(ErrorSentence::BufferMissing);
        return m_scope.named(input->name);
    }

    Value *pack(const TreeSpec &tree)
    {
        if (tree.kind == TreeSpec::Kind::Leaf)
            return m_scope.make(*m_results.at(m_next++), nullptr);
        std::vector<Value *> parts;
        std::vector<c10::TypePtr> types;
        for (const TreeSpec &child : tree.children) {
            parts.push_back(pack(child));
            types.push_back(parts.back()->type());
        }
        const bool areTensors = !types.empty() && areAlike(types) && types[0]->kind() == c10::TypeKind::TensorType;
        if (tree.kind == TreeSpec::Kind::Dict && areTensors) {
            std::vector<Value *> keys;
            for (const std::string &key : tree.keys)
                keys.push_back(m_scope.constant(key));
            return m_graph.insertNode(m_graph.createDict(c10::StringType::get(), types[0], keys, parts))->output();
        }
        if (tree.isList && areTensors)
            return m_graph.insertNode(m_graph.createList(types[0], parts))->output();
        return m_graph.insertNode(m_graph.createTuple(parts))->output();
    }

    const ExportedProgram &m_program;
    torch::jit::Graph &m_graph;
    ExportScope &m_scope;
    std::vector<const ExportValue *> m_results; ///< of forward(), in order
    std::size_t m_next = 0;
};

} // namespace

c10::TypePtr typeOf(const ExportArgument &argument, const ExportedProgram &program)
{
    if (argument.kind == TreeSpec::Kind::Leaf)
        return scriptType(program.inputs[argument.input].value.type);
    std::vector<c10::TypePtr> types;
    std::vector<std::string> names;
    for (const ExportArgument &part : argument.parts) {
        types.push_back(typeOf(part, program));
        names.push_back(identifier(part.name));
    }
    if (argument.kind == TreeSpec::Kind::Dict) {
        if (areAlike(types))
            return c10::DictType::create(c10::StringType::get(), types[0]);
        return c10::TupleType::createNamed(c10::QualifiedName("__torch__." + identifier(argument.name)), names, types);
    }
    if (argument.isList && areAlike(types))
        return c10::ListType::create(types[0]);
    return c10::TupleType::create(types);
}

void buildForward(const ExportedProgram &program, const std::vector<ExportArgument> &arguments, ExportModules &modules,
                  const ExportTensors &tensors, c10::Device device, std::vector<ExportCall> &calls)
{
    torch::jit::Module &model = modules.at("");
    CallFrames frames(program, modules, tensors, device, calls);
    const auto graph = std::make_shared<torch::jit::Graph>();
    Value *const self = graph->addInput("self");
    self->setType(model.type());
    ExportScope scope(*graph, device);
    ForwardBuilder builder(program, *graph, scope);
    for (const ExportArgument &argument : arguments) {
        Value *const input = graph->addInput(identifier(argument.name));
        input->setType(typeOf(argument, program));
        builder.unpack(argument, input);
    }
    frames.serve(scope, self, "");
    frames.emit(program.graph, scope);
    builder.applyMutations();
    builder.setResult();
    graph->lint();
    torch::jit::Function *const function = model._ivalue()->compilation_unit()->create_function(
        c10::QualifiedName(*model.type()->name(), "forward"), graph);
    model.type()->addMethod(function);
}

} // namespace rooflight
