// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/operator_nodes.h"

#include "core/archive/export/node_target.h"
#include "core/archive/zip/text.h"
#include "core/torchscript/export/loose_operator.h"
#include "core/torchscript/export/python_operators.h"
#include "core/torchscript/export/size_nodes.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>
#include <set>

namespace rooflight {

namespace {

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
