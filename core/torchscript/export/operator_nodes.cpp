// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/operator_nodes.h"

#include "core/archive/export/node_target.h"
#include "core/archive/zip/text.h"
#include "core/torchscript/export/export_scope.h"
#include "core/torchscript/export/python_operators.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace rooflight {

namespace {

/// "rooflight_export::aten__full__out" for aten::full.out
c10::Symbol looseName(const c10::FunctionSchema &schema)
{
    std::string name = schema.name() + "__" + schema.overload_name();
    std::ranges::replace(name, ':', '_');
    return c10::Symbol::fromQualString("rooflight_export::" + name);
}

void registerLoose(const c10::OperatorHandle &handle, c10::Symbol name)
{
    static std::mutex guard;
    const std::lock_guard lock(guard);
    if (!torch::jit::getAllOperatorsFor(name).empty())
        return;
    std::vector<c10::Argument> arguments;
    for (const c10::Argument &argument : handle.schema().arguments())
        arguments.emplace_back(argument.name(), c10::AnyType::get());
    torch::jit::registerOperator(torch::jit::Operator(
        name.toQualString(), "", std::move(arguments), handle.schema().returns(),
        [handle](torch::jit::Stack &stack) { handle.callBoxed(stack); }, c10::AliasAnalysisKind::CONSERVATIVE));
}

/// A call of exactly this operator, if the types of the arguments would make TorchScript choose another overload or
/// none, for example a flag where a number is asked for. It runs through the dispatcher like any other. Not inserted.
torch::jit::Node *createLooseCall(const c10::OperatorHandle &handle, const std::vector<torch::jit::Value *> &arguments,
                                  torch::jit::Graph &graph)
{
    const c10::Symbol name = looseName(handle.schema());
    registerLoose(handle, name);
    torch::jit::Node *const call = graph.create(name, arguments, handle.schema().returns().size());
    for (std::size_t i = 0; i < handle.schema().returns().size(); ++i)
        call->outputs()[i]->setType(handle.schema().returns()[i].type());
    return call;
}

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

/// The number in the type that a node's result has.
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

/// Adds arithmetic on sizes: \p name is that of Python's operator module, of torch (sym_max) or of math. Throws
/// ExportFailure for one that is not known.
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

using torch::jit::Node;
using torch::jit::Value;

bool isCheck(const OperatorTarget &target)
{
    static const std::set<std::string, std::less<>> names { "_assert_scalar", "_assert_async",
                                                            "_assert_tensor_metadata", "sym_constrain_range",
                                                            "sym_constrain_range_for_size" };
    return target.nameSpace == "aten" && names.contains(target.name);
}

/// Sizes are read by the operators that traces use for it.
std::string_view plainName(const OperatorTarget &target)
{
    if (target.nameSpace != "aten")
        return {};
    if (target.name == "sym_size")
        return "aten::size";
    if (target.name == "sym_stride")
        return "aten::stride";
    if (target.name == "sym_numel")
        return "aten::numel";
    return target.name == "sym_storage_offset" ? "aten::storage_offset" : std::string_view();
}

ErrorSentence sentenceOnMissing(const std::string &nameSpace)
{
    if (nameSpace == "aten" || nameSpace == "quantized")
        return ErrorSentence::LacksOperator;
    return isWrittenInPython(nameSpace) ? ErrorSentence::LacksPythonOperator : ErrorSentence::LacksLibraryOperator;
}

c10::OperatorHandle schemaOf(const OperatorTarget &target, const std::string &text)
{
    const c10::OperatorName name(target.nameSpace + "::" + target.name, target.overload);
    const auto handle = c10::Dispatcher::singleton().findSchema(name);
    if (handle)
        return *handle;
    throw ExportFailure(sentenceOnMissing(target.nameSpace), { messagePart(text) });
}

Value *argumentValue(const ExportNode &node, const c10::Argument &argument, ExportScope &scope)
{
    const auto given = std::ranges::find(node.inputs, argument.name(), &ExportNode::Input::name);
    if (given != node.inputs.end())
        return scope.make(given->value, argument.type(), argument.N().value_or(0));
    if (argument.default_value())
        return scope.constant(*argument.default_value());
    if (argument.type()->kind() == c10::TypeKind::OptionalType)
        return scope.constant(c10::IValue());
    throw ExportFailure(ErrorSentence::LacksArgument, { messagePart(node.target), argument.name() });
}

/// Whether an operator that takes a tensor gets a number, which Python makes one of: TorchScript has overloads for it.
bool isNumberForTensor(const ExportValue &value, const c10::Argument &argument)
{
    const bool isNumber =
        value.type == ExportType::Int || value.type == ExportType::Float || value.type == ExportType::Bool;
    return isNumber && argument.type()->isSubtypeOf(*c10::OptionalType::ofTensor());
}

/// Operators are chosen by the types of their arguments, as everywhere in TorchScript: whether that is the one meant.
bool isChosen(const Node &node, const c10::FunctionSchema &meant, bool otherOverload)
{
    const c10::FunctionSchema *const chosen = node.maybeSchema();
    if (chosen == nullptr || chosen->is_mutable() != meant.is_mutable())
        return false;
    return otherOverload || chosen->overload_name() == meant.overload_name();
}

void defineCallResults(const ExportNode &node, at::ArrayRef<Value *> results, ExportScope &scope)
{
    if (results.size() < node.outputs.size())
        throw ExportFailure(ErrorSentence::TooManyResults, { messagePart(node.target) });
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        scope.define(node.outputs[i], results[i]);
}

Node *createCall(const c10::FunctionSchema &schema, const std::vector<Value *> &arguments, torch::jit::Graph &graph)
{
    Node *const call = graph.create(c10::Symbol::fromQualString(schema.name()), arguments, schema.returns().size());
    for (std::size_t i = 0; i < schema.returns().size(); ++i)
        call->outputs()[i]->setType(schema.returns()[i].type());
    return call;
}

/// A call with numbers where the operator takes tensors; null when there is no number, or no overload that takes it.
Node *createCallWithNumbers(const ExportNode &node, const c10::FunctionSchema &schema, ExportScope &scope)
{
    std::vector<Value *> arguments;
    bool hasNumber = false;
    for (const c10::Argument &argument : schema.arguments()) {
        const auto given = std::ranges::find(node.inputs, argument.name(), &ExportNode::Input::name);
        const bool isNumber = given != node.inputs.end() && isNumberForTensor(given->value, argument);
        hasNumber = hasNumber || isNumber;
        arguments.push_back(isNumber ? scope.make(given->value, nullptr) : argumentValue(node, argument, scope));
    }
    Node *const call = createCall(schema, arguments, scope.graph());
    if (hasNumber && isChosen(*call, schema, /*otherOverload=*/true))
        return call;
    call->destroy();
    return nullptr;
}

void emitCall(const ExportNode &node, const c10::OperatorHandle &handle, ExportScope &scope)
{
    const c10::FunctionSchema &schema = handle.schema();
    Node *call = createCallWithNumbers(node, schema, scope);
    if (call == nullptr) {
        std::vector<Value *> arguments;
        for (const c10::Argument &argument : schema.arguments())
            arguments.push_back(argumentValue(node, argument, scope));
        call = createCall(schema, arguments, scope.graph());
        if (!isChosen(*call, schema, /*otherOverload=*/false)) {
            call->destroy();
            call = createLooseCall(handle, arguments, scope.graph());
        }
    }
    scope.graph().insertNode(call);
    defineCallResults(node, call->outputs(), scope);
}

/// A number out of a tensor.
void emitItem(const ExportNode &node, ExportScope &scope)
{
    if (node.inputs.size() != 1 || node.outputs.size() != 1)
        throw ExportFailure(ErrorSentence::LacksResult);
    Value *const tensor = scope.make(node.inputs[0].value, c10::TensorType::get());
    scope.define(node.outputs[0], asNumber(tensor, node.outputs[0].type, scope.graph()));
}

void emitPlain(const ExportNode &node, std::string_view name, ExportScope &scope)
{
    std::vector<torch::jit::NamedValue> arguments;
    for (const ExportNode::Input &input : node.inputs)
        arguments.emplace_back(scope.make(input.value, nullptr));
    Value *const result = scope.graph().insert(c10::Symbol::fromQualString(std::string(name)), arguments);
    if (!node.outputs.empty())
        scope.define(node.outputs[0], result);
}

/// Behind the attention of a GPU, for example, data lie otherwise than where the model was exported, on a CPU: a view
/// of them may have to copy. Elsewhere a reshape is a view.
bool mayHaveToCopy(const OperatorTarget &target, c10::Device device)
{
    return device.is_cuda() && target.nameSpace == "aten" && target.name == "view" && target.overload.empty();
}

void emitReshape(const ExportNode &node, const c10::FunctionSchema &view, ExportScope &scope)
{
    std::vector<torch::jit::NamedValue> arguments;
    for (const c10::Argument &argument : view.arguments())
        arguments.emplace_back(argumentValue(node, argument, scope));
    Value *const result = scope.graph().insert(c10::aten::reshape, arguments);
    defineCallResults(node, result, scope);
}

} // namespace

void emitOperator(const ExportNode &node, ExportScope &scope)
{
    const OperatorTarget target = operatorTarget(node.target);
    if (target.name.empty())
        throw ExportFailure(ErrorSentence::CallsPython, { messagePart(node.target) });
    if (isCheck(target))
        return;
    if (target.nameSpace == "_operator")
        return emitSizeArithmetic(node, target.name, scope);
    const bool givesNumber = !node.outputs.empty() && node.outputs[0].type != ExportType::Tensor;
    if (target.nameSpace == "aten" && givesNumber && (target.name == "item" || target.name == "_local_scalar_dense"))
        return emitItem(node, scope);
    if (const std::string_view plain = plainName(target); !plain.empty() && givesNumber)
        return emitPlain(node, plain, scope);
    const c10::OperatorHandle handle = schemaOf(target, node.target);
    if (mayHaveToCopy(target, scope.device()))
        emitReshape(node, handle.schema(), scope);
    else
        emitCall(node, handle, scope);
}

} // namespace rooflight
