// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/device_constants.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rooflight {

namespace {

using torch::jit::Block;
using torch::jit::Node;
using torch::jit::Use;

/// Where in the archive the code of the node is; empty if it is of no file.
std::string placeOf(const Node &node)
{
    const auto place = node.sourceRange().file_line_col();
    if (!place)
        return {};
    const auto &[file, line, column] = *place;
    return fmt::format(" in {}, line {}", file, line);
}

class DeviceMover
{
public:
    explicit DeviceMover(c10::Device device)
        : m_device(device)
    {
    }

    void visit(Block &block)
    {
        for (Node *node : block.nodes()) {
            for (Block *inner : node->blocks())
                visit(*inner);
            if (node->hasAttribute(torch::jit::attr::Subgraph))
                visit(*node->g(torch::jit::attr::Subgraph)->block());
            if (node->kind() == torch::jit::prim::Constant
                && node->output()->type()->kind() == c10::DeviceObjType::Kind)
                move(*node);
        }
    }

    [[nodiscard]] const MovedConstants &moved() const { return m_moved; }

private:
    void move(Node &constant)
    {
        const std::optional<c10::IValue> value = torch::jit::toIValue(constant.output());
        if (!value || !value->isDevice() || value->toDevice().is_meta() || isSame(value->toDevice()))
            return;
        const auto compares = [](const Use &use) {
            return use.user->kind() == c10::aten::eq || use.user->kind() == c10::aten::ne;
        };
        if (std::ranges::any_of(constant.output()->uses(), compares))
            return;
        for (const Use &use : constant.output()->uses()) {
            if (m_moved.places++ == 0)
                m_moved.first = value->toDevice().str() + placeOf(*use.user);
        }
        constant.s_(torch::jit::attr::value, m_device.str());
    }

    /// "cuda" without a number is the current device, which is that of the model.
    [[nodiscard]] bool isSame(c10::Device other) const
    {
        return other.type() == m_device.type() && (!other.has_index() || other.is_cpu() || other == m_device);
    }

    c10::Device m_device;
    MovedConstants m_moved;
};

} // namespace

MovedConstants moveDeviceConstants(const torch::jit::Module &module, c10::Device device)
{
    DeviceMover mover(device);
    for (torch::jit::Function *function : module._ivalue()->compilation_unit()->get_functions()) {
        if (torch::jit::GraphFunction *code = torch::jit::tryToGraphFunction(*function))
            mover.visit(*code->graph()->block());
    }
    return mover.moved();
}

} // namespace rooflight
