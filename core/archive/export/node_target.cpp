// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/node_target.h"

namespace rooflight {

OperatorTarget operatorTarget(std::string_view target)
{
    constexpr std::string_view operators = "torch.ops.";
    OperatorTarget result;
    if (!target.starts_with(operators)) {
        const std::size_t point = target.find('.');
        const std::string_view module = target.substr(0, point);
        if (module != "_operator" && module != "torch" && module != "math")
            return result;
        result.nameSpace = "_operator";
        result.name = point == std::string_view::npos ? std::string_view() : target.substr(point + 1);
        return result;
    }
    std::string_view rest = target.substr(operators.size());
    const std::size_t first = rest.find('.');
    if (first == std::string_view::npos)
        return result;
    result.nameSpace = rest.substr(0, first);
    rest.remove_prefix(first + 1);
    const std::size_t second = rest.find('.');
    result.name = rest.substr(0, second);
    if (second != std::string_view::npos)
        result.overload = rest.substr(second + 1);
    if (result.overload == "default")
        result.overload.clear();
    return result;
}

namespace {

void forEachOperatorIn(const ExportValue &value, const OperatorUse &use, const ExportNode &node)
{
    if (value.type == ExportType::Operator)
        use(operatorTarget(value.text), node);
    if (value.graph)
        forEachOperator(*value.graph, use);
    for (const ExportValue &item : value.items)
        forEachOperatorIn(item, use, node);
}

} // namespace

void forEachOperator(const ExportGraph &graph, const OperatorUse &use)
{
    for (const ExportNode &node : graph.nodes) {
        use(operatorTarget(node.target), node);
        for (const ExportNode::Input &input : node.inputs)
            forEachOperatorIn(input.value, use, node);
    }
}

} // namespace rooflight
