// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/export/export_scope.h"
#include "core/torchscript/export/loaded_export.h"
#include "core/torchscript/export/module_tree_builder.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace rooflight {

/// Turns the nodes of a program into functions: those that a module ran become a method of that module, which the
/// method of the module around it calls. So every call of a module is seen when the model runs.
class CallFrames
{
public:
    /// Nodes are added to \p calls, and what is made of one has its number, from 1 on, as source range.
    CallFrames(const ExportedProgram &program, ExportModules &modules, const ExportTensors &tensors, c10::Device device,
               std::vector<ExportCall> &calls);

    /// Adds the nodes of the whole graph to the method that \p scope builds, whose first input is the model itself.
    /// Throws ExportFailure and what LibTorch throws.
    void emit(const ExportGraph &graph, ExportScope &scope);

    /// Makes \p scope fetch parameters, buffers and constants by the names that they have in the graph.
    void serve(ExportScope &scope, torch::jit::Value *self, const std::string &path);

private:
    /// A method that is being built.
    struct Frame {
        std::string path; ///< of its module
        std::string call;
        std::size_t depth = 0; ///< of its entry in the stacks of its nodes
    };
    using Nodes = std::span<const ExportNode>;

    void emitNodes(Nodes nodes, const std::vector<std::string> &wanted, const Frame &frame, ExportScope &scope);
    void emitNumbered(const ExportNode &node, ExportScope &scope);
    void emitOne(const ExportNode &node, const Frame &frame, ExportScope &scope);
    void emitCall(Nodes nodes, const std::vector<std::string> &results, const Frame &callee, ExportScope &scope);
    void emitBody(const ExportGraph &graph, const Frame &frame, ExportScope &scope);
    [[nodiscard]] static std::size_t lengthOfCall(Nodes nodes, std::size_t depth);
    [[nodiscard]] std::vector<std::string> needsOf(Nodes nodes, const Frame &frame) const;
    [[nodiscard]] bool isFetchedBy(const std::string &name, const std::string &path) const;
    [[nodiscard]] const std::string *weightUnder(const std::string &name, const std::string &path) const;
    torch::jit::Value *attribute(torch::jit::Value *self, const std::string &path, const std::string &name,
                                 torch::jit::Graph &graph, torch::jit::Node *first) const;

    const ExportedProgram &m_program;
    ExportModules &m_modules;
    const ExportTensors &m_tensors;
    c10::Device m_device;
    std::vector<ExportCall> &m_calls;
    std::map<std::string, std::vector<std::string>, std::less<>> m_weights; ///< by graph name: all names of that memory
    std::map<std::string, std::string, std::less<>> m_constants; ///< by graph name
};

} // namespace rooflight
