// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/flat_graph.h"

#include "core/archive/export/node_target.h"
#include "core/archive/zip/text.h"
#include "core/torchscript/export/export_scope.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace rooflight {

namespace {

bool isWrapper(const OperatorTarget &target)
{
    static const std::set<std::string, std::less<>> names { "wrap_with_set_grad_enabled",
                                                            "wrap_with_autocast",
                                                            "checkpoint",
                                                            "tag_activation_checkpoint",
                                                            "hints_wrapper",
                                                            "strict_mode",
                                                            "invoke_subgraph",
                                                            "wrap",
                                                            "wrap_activation_checkpoint" };
    return target.nameSpace == "higher_order" && names.contains(target.name);
}

class Flattener
{
public:
    void run(ExportGraph &graph)
    {
        std::vector<ExportNode> nodes;
        for (ExportNode &node : graph.nodes)
            add(std::move(node), nodes);
        for (ExportValue &output : graph.outputs)
            rename(output, m_names);
        graph.nodes = std::move(nodes);
    }

private:
    using Names = std::unordered_map<std::string, ExportValue>;

    void add(ExportNode node, std::vector<ExportNode> &nodes)
    {
        for (ExportNode::Input &input : node.inputs) {
            rename(input.value, m_names);
            if (input.value.graph) {
                Flattener().run(*input.value.graph);
                for (ExportNode &inner : input.value.graph->nodes)
                    inner.name = node.name;
            }
        }
        if (isWrapper(operatorTarget(node.target)))
            inlineWrapper(node, nodes);
        else
            nodes.push_back(std::move(node));
    }

    /// The value that stands for a name now, wherever the name is used.
    static void rename(ExportValue &value, const Names &names)
    {
        if (value.named) {
            if (const auto found = names.find(value.text); found != names.end())
                value = found->second;
            return;
        }
        for (ExportValue &item : value.items)
            rename(item, names);
    }

    void inlineWrapper(ExportNode &node, std::vector<ExportNode> &nodes)
    {
        const auto holder = std::ranges::find_if(
            node.inputs, [](const ExportNode::Input &input) { return input.value.graph != nullptr; });
        if (holder == node.inputs.end())
            throw ExportFailure(ErrorSentence::MisshapenCall, { messagePart(node.target) });
        if (changesResults(node, holder))
            throw ExportFailure(ErrorSentence::Autocast);
        ExportGraph &inner = *holder->value.graph;
        std::vector<ExportValue> operands;
        for (auto input = std::next(holder); input != node.inputs.end(); ++input)
            collect(input->value, operands);
        if (operands.size() != inner.inputs.size() || node.outputs.size() != inner.outputs.size())
            throw ExportFailure(ErrorSentence::MisshapenCall, { messagePart(node.target) });
        Names names;
        for (std::size_t i = 0; i < operands.size(); ++i)
            names.emplace(inner.inputs[i].text, operands[i]);
        const std::string prefix = "inlined" + std::to_string(m_count++) + '.';
        for (ExportNode &part : inner.nodes)
            nodes.push_back(renamed(std::move(part), node, prefix, names));
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            rename(inner.outputs[i], names);
            m_names.emplace(node.outputs[i].text, inner.outputs[i]);
        }
    }

    static ExportNode renamed(ExportNode part, const ExportNode &around, const std::string &prefix, Names &names)
    {
        for (ExportNode::Input &input : part.inputs)
            rename(input.value, names);
        for (ExportValue &output : part.outputs)
            define(output, prefix, names);
        if (part.stack.empty())
            part.stack = around.stack;
        return part;
    }

    static void define(ExportValue &output, const std::string &prefix, Names &names)
    {
        if (output.named) {
            ExportValue fresh = output;
            fresh.text = prefix + output.text;
            names.emplace(output.text, fresh);
            output = std::move(fresh);
        }
        for (ExportValue &item : output.items)
            define(item, prefix, names);
    }

    static bool changesResults(const ExportNode &node, std::vector<ExportNode::Input>::const_iterator holder)
    {
        constexpr std::ptrdiff_t enabledPosition = 2; // device type, element type, enabled, cache, graph
        if (operatorTarget(node.target).name != "wrap_with_autocast" || holder - node.inputs.begin() <= enabledPosition)
            return false;
        const ExportValue &enabled = node.inputs[enabledPosition].value;
        return enabled.type == ExportType::Bool && enabled.integer != 0;
    }

    static void collect(const ExportValue &value, std::vector<ExportValue> &operands)
    {
        if (value.named)
            operands.push_back(value);
        for (const ExportValue &item : value.items)
            collect(item, operands);
    }

    Names m_names; ///< of results of wrappers
    int m_count = 0;
};

/// What the nodes on both sides have in common.
void fillStacks(ExportGraph &graph)
{
    std::vector<std::vector<ExportNode::Module>> next(graph.nodes.size() + 1);
    for (std::size_t i = graph.nodes.size(); i-- > 0;)
        next[i] = graph.nodes[i].stack.empty() ? next[i + 1] : graph.nodes[i].stack;
    const std::vector<ExportNode::Module> *before = nullptr;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        std::vector<ExportNode::Module> &stack = graph.nodes[i].stack;
        if (stack.empty() && before != nullptr) {
            const auto [end, ignored] = std::ranges::mismatch(*before, next[i]);
            stack.assign(before->begin(), end);
        }
        before = &stack;
    }
}

} // namespace

void flatten(ExportGraph &graph)
{
    Flattener().run(graph);
    fillStacks(graph);
}

} // namespace rooflight
