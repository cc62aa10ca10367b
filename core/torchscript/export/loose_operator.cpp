// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/loose_operator.h"

#include <torch/csrc/jit/runtime/operator.h>

#include <algorithm>
#include <mutex>
#include <string>

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

} // namespace

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

} // namespace rooflight
