// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/size_nodes.h"

#include "core/archive/zip/text.h"

#include <map>

namespace rooflight {

namespace {

using torch::jit::Value;

/// Python's name and that of TorchScript's operator.
const std::map<std::string, std::string, std::less<>> &operatorNames()
{
    static const std::map<std::string, std::string, std::less<>> names {
        { "add", "aten::add" },
        { "sub", "aten::sub" },
        { "mul", "aten::mul" },
        { "floordiv", "aten::floordiv" },
        { "mod", "aten::remainder" },
        { "truediv", "aten::div" },
        { "pow", "aten::pow" },
        { "neg", "aten::neg" },
        { "eq", "aten::eq" },
        { "ne", "aten::ne" },
        { "lt", "aten::lt" },
        { "le", "aten::le" },
        { "gt", "aten::gt" },
        { "ge", "aten::ge" },
        { "and_", "aten::__and__" },
        { "or_", "aten::__or__" },
        { "xor", "aten::__xor__" },
        { "lshift", "aten::__lshift__" },
        { "rshift", "aten::__rshift__" },
        { "not_", "aten::__not__" },
        { "sym_not", "aten::__not__" },
        { "sym_int", "aten::Int" },
        { "trunc", "aten::Int" },
        { "sym_float", "aten::Float" },
        { "sym_max", "prim::max" },
        { "sym_min", "prim::min" },
        { "sym_sqrt", "aten::sqrt" },
        { "_sym_sqrt", "aten::sqrt" },
        { "ceil", "aten::ceil" },
        { "floor", "aten::floor" },
        { "abs", "prim::abs" },
    };
    return names;
}

Value *choose(const std::vector<Value *> &arguments, torch::jit::Graph &graph)
{
    torch::jit::Node *const branch = graph.insertNode(graph.create(c10::prim::If, { arguments.at(0) }, 1));
    branch->addBlock()->registerOutput(arguments.at(1));
    branch->addBlock()->registerOutput(arguments.at(2));
    branch->output()->setType(arguments.at(1)->type());
    return branch->output();
}

} // namespace

Value *asNumber(Value *value, ExportType type, torch::jit::Graph &graph)
{
    const c10::TypeKind kind = value->type()->kind();
    if (type == ExportType::Int && kind != c10::TypeKind::IntType)
        return graph.insert(c10::aten::Int, { value });
    if (type == ExportType::Float && kind != c10::TypeKind::FloatType)
        return graph.insert(c10::aten::Float, { value });
    if (type == ExportType::Bool && kind != c10::TypeKind::BoolType)
        return graph.insert(c10::aten::Bool, { value });
    return value;
}

void emitSizeArithmetic(const ExportNode &node, const std::string &name, ExportScope &scope)
{
    std::vector<Value *> arguments;
    for (const ExportNode::Input &input : node.inputs)
        arguments.push_back(scope.make(input.value, nullptr));
    Value *result = nullptr;
    const auto known = operatorNames().find(name);
    if (name == "pos" && arguments.size() == 1) {
        result = arguments[0];
    } else if (name == "sym_ite" && arguments.size() == 3) {
        result = choose(arguments, scope.graph());
    } else if (name == "sym_sum" && arguments.size() == 1) {
        result = scope.graph().insert(c10::aten::sum, { arguments[0] });
    } else if (known != operatorNames().end()) {
        const std::vector<torch::jit::NamedValue> values(arguments.begin(), arguments.end());
        result = scope.graph().insert(c10::Symbol::fromQualString(known->second), values);
    } else {
        if (node.target.starts_with("torch._functorch.") || node.target.starts_with("torch._higher_order_ops."))
            throw ExportFailure(ErrorSentence::Functorch, { messagePart(node.target) });
        throw ExportFailure(ErrorSentence::UnknownSizeOperator, { messagePart(node.target) });
    }
    if (node.outputs.size() != 1)
        throw ExportFailure(ErrorSentence::LacksResult);
    scope.define(node.outputs[0], asNumber(result, node.outputs[0].type, scope.graph()));
}

} // namespace rooflight
