// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/chosen_method.h"

#include "core/model/error_sentences.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace rooflight {

namespace {

using torch::jit::Node;

/// Those that a caller can mean.
std::vector<std::string> methodsOf(const torch::jit::Module &module)
{
    std::vector<std::string> names;
    for (const torch::jit::Method &method : module.get_methods()) {
        if (!method.name().starts_with("__"))
            names.push_back(method.name());
    }
    return names;
}

/// "encode(), decode()"
std::string listOf(const std::vector<std::string> &names)
{
    return fmt::format("{}()", fmt::join(names, "(), "));
}

void collectForwardCalls(torch::jit::Block *block, const c10::TypePtr &self, std::vector<Node *> &calls)
{
    for (Node *node : block->nodes()) {
        if (node->kind() == c10::prim::CallMethod && node->s(c10::attr::name) == "forward"
            && *node->input(0)->type() == *self)
            calls.push_back(node);
        for (torch::jit::Block *inner : node->blocks())
            collectForwardCalls(inner, self, calls);
    }
}

} // namespace

Result<void> makeMethodForward(torch::jit::Module &module, const std::string &path, const std::string &method)
{
    if (method.empty() || method == "forward")
        return {};
    const auto chosen = module.find_method(method);
    if (!chosen) {
        const std::vector<std::string> names = methodsOf(module);
        if (names.empty())
            return errorOf(ErrorSentence::NoMethodAtAll, { path, method });
        return errorOf(ErrorSentence::NoMethod, { path, method, listOf(names) });
    }
    // A function remembers what it was optimised to when it is first inlined; a traced run needs its calls intact.
    const torch::jit::GraphOptimizerEnabledGuard notOptimised(false);
    const std::shared_ptr<torch::jit::Graph> graph = chosen->graph()->copy();
    const c10::ClassTypePtr type = module.type();
    if (torch::jit::Function *const former = type->findMethod("forward")) {
        std::vector<Node *> calls;
        collectForwardCalls(graph->block(), type, calls);
        torch::jit::GraphFunction &code = torch::jit::toGraphFunction(*former);
        for (Node *call : calls)
            torch::jit::inlineCallTo(call, &code, code.graph().get());
        type->unsafeRemoveMethod("forward");
    }
    torch::jit::Function *const forward = module._ivalue()->compilation_unit()->create_function(
        c10::QualifiedName(c10::QualifiedName(*type->name(), "chosen"), "forward"), graph);
    type->addMethod(forward);
    return {};
}

Error noForward(const torch::jit::Module &module, const std::string &path)
{
    const std::vector<std::string> names = methodsOf(module);
    if (names.empty())
        return errorOf(ErrorSentence::NoForward, { path });
    return errorOf(ErrorSentence::NoForwardButMethods, { path, listOf(names), names.front() });
}

} // namespace rooflight
