// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_modules.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace rooflight {

namespace {

constexpr std::size_t maxModules = 200'000;
constexpr std::ptrdiff_t maxModuleDepth = 400; ///< LibTorch and its parser go into each by a call

class ModuleCollector
{
public:
    void add(const std::string &path, const std::string &type)
    {
        const auto known = m_positions.find(path);
        if (known != m_positions.end()) {
            if (m_modules[known->second].type.empty())
                m_modules[known->second].type = type;
            return;
        }
        m_tooDeep = m_tooDeep || std::ranges::count(path, '.') > maxModuleDepth;
        if (m_tooDeep)
            return;
        if (m_modules.size() >= maxModules || !isSound(path)) {
            m_problem = m_problem.empty() ? "\"" + messagePart(path) + "\" is not the path of a module" : m_problem;
            return;
        }
        if (!path.empty())
            add(std::string(ownerOf(path)), {});
        m_positions.emplace(path, m_modules.size());
        m_modules.push_back({ path, type });
    }

    void addGraph(const ExportGraph &graph)
    {
        for (const ExportNode &node : graph.nodes) {
            m_tooDeep = m_tooDeep || node.stack.size() > static_cast<std::size_t>(maxModuleDepth) + 2;
            for (const ExportNode::Module &module : node.stack)
                add(module.path, module.type);
            for (const ExportNode::Input &input : node.inputs) {
                if (input.value.graph)
                    addGraph(*input.value.graph);
            }
        }
    }

    Result<std::vector<ExportModule>> take(const ExportedProgram &program)
    {
        for (const std::vector<ExportWeight> *const group : { &program.weights, &program.constants }) {
            for (const ExportWeight &weight : *group) {
                if (m_positions.contains(weight.name))
                    return malformed("\"" + messagePart(weight.name) + "\" is both a module and a weight");
            }
        }
        if (m_tooDeep)
            return Error { ErrorCode::Damaged,
                           "its modules lie more than " + std::to_string(maxModuleDepth) + " deep in each other",
                           "Flatten the model before it is exported.", 0 };
        return m_problem.empty() ? Result<std::vector<ExportModule>>(inOrder()) : malformed(m_problem);
    }

private:
    static bool isSound(const std::string &path)
    {
        return !path.starts_with('.') && !path.ends_with('.') && path.find("..") == std::string::npos;
    }

    /// Each module right behind the one that it is in, with all that is in it.
    std::vector<ExportModule> inOrder()
    {
        std::unordered_map<std::string_view, std::vector<std::size_t>> children;
        for (std::size_t i = 1; i < m_modules.size(); ++i)
            children[ownerOf(m_modules[i].path)].push_back(i);
        std::vector<ExportModule> result;
        std::vector<std::size_t> waiting { 0 };
        while (!waiting.empty()) {
            const std::size_t module = waiting.back();
            waiting.pop_back();
            result.push_back(m_modules[module]);
            if (const auto own = children.find(m_modules[module].path); own != children.end())
                waiting.insert(waiting.end(), own->second.rbegin(), own->second.rend());
        }
        return result;
    }

    std::vector<ExportModule> m_modules;
    std::unordered_map<std::string, std::size_t> m_positions;
    std::string m_problem;
    bool m_tooDeep = false;
};

} // namespace

std::string_view ownerOf(std::string_view weight)
{
    const std::size_t point = weight.rfind('.');
    return point == std::string_view::npos ? std::string_view() : weight.substr(0, point);
}

Result<std::vector<ExportModule>> modulesOf(const ExportedProgram &program)
{
    ModuleCollector collector;
    collector.add("", {});
    for (const ExportInput &input : program.inputs) {
        if (input.kind == ExportInput::Kind::Parameter || input.kind == ExportInput::Kind::Buffer)
            collector.add(std::string(ownerOf(input.target)), {});
    }
    for (const ExportWeight &weight : program.weights)
        collector.add(std::string(ownerOf(weight.name)), {});
    collector.addGraph(program.graph);
    return collector.take(program);
}

} // namespace rooflight
