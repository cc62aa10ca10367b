// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/values/inlined_code.h"

#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int maxCallDepth = 64;

bool holdsCalls(const torch::jit::Block *block)
{
    return std::ranges::any_of(block->nodes(), [](const torch::jit::Node *node) {
        return node->kind() == c10::prim::CallMethod || node->kind() == c10::prim::CallFunction
            || std::ranges::any_of(node->blocks(), holdsCalls);
    });
}

} // namespace

void inlineCalls(torch::jit::Graph &code)
{
    // A function remembers what it was optimised to when it is first inlined; a traced run needs its calls intact.
    const torch::jit::GraphOptimizerEnabledGuard notOptimised(false);
    for (int level = 0; level < maxCallDepth && holdsCalls(code.block()); ++level)
        torch::jit::Inline(code); // one level of calls at a time, since the callees are not inlined themselves
}

std::shared_ptr<torch::jit::Graph> inlinedForward(const torch::jit::Module &module)
{
    std::shared_ptr<torch::jit::Graph> code = module.get_method("forward").graph()->copy();
    inlineCalls(*code);
    return code;
}

} // namespace rooflight
