// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/name_check.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <unordered_set>

namespace rooflight {

namespace {

constexpr int maxGraphDepth = 20;

class NameChecker
{
public:
    Result<void> check(const ExportGraph &graph, int depth)
    {
        if (depth > maxGraphDepth)
            return malformed("its graphs nest too deep");
        std::unordered_set<std::string_view> known;
        for (const ExportValue &input : graph.inputs)
            define(input, known);
        for (const ExportNode &node : graph.nodes) {
            for (const ExportNode::Input &input : node.inputs) {
                if (Result<void> used = use(input.value, known, depth); !used.ok())
                    return used;
            }
            for (const ExportValue &output : node.outputs)
                define(output, known);
        }
        for (const ExportValue &output : graph.outputs) {
            if (Result<void> used = use(output, known, depth); !used.ok())
                return used;
        }
        return m_twice.empty() ? Result<void>() : malformed("its value \"" + m_twice + "\" is made twice");
    }

private:
    void define(const ExportValue &value, std::unordered_set<std::string_view> &known)
    {
        if (value.named && !known.insert(value.text).second && m_twice.empty())
            m_twice = messagePart(value.text);
        for (const ExportValue &item : value.items)
            define(item, known);
    }

    Result<void> use(const ExportValue &value, const std::unordered_set<std::string_view> &known, int depth)
    {
        if (value.named && !known.contains(value.text)) {
            return malformed("its value \"" + messagePart(value.text)
                             + "\" is used before it is computed, or never computed");
        }
        for (const ExportValue &item : value.items) {
            if (Result<void> used = use(item, known, depth); !used.ok())
                return used;
        }
        return value.graph ? check(*value.graph, depth + 1) : Result<void>();
    }

    std::string m_twice;
};

} // namespace

Result<void> checkNames(const ExportedProgram &program)
{
    return NameChecker().check(program.graph, 0);
}

} // namespace rooflight
