// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/graph_values.h"

#include <optional>
#include <string_view>

namespace rooflight {

/// An operator that takes a value as its input \c offset, with what is known of its inputs. Inputs that are not there
/// are unknown.
struct OperatorUse {
    const torch::jit::Node *node;
    std::size_t offset;
    const GraphValues &values;

    OperatorUse(const torch::jit::Use &use, const GraphValues &values)
        : node(use.user)
        , offset(use.offset)
        , values(values)
    {
    }

    [[nodiscard]] std::string_view kind() const { return node->kind().toQualString(); }

    /// nullptr if the operator has fewer inputs.
    [[nodiscard]] const torch::jit::Value *input(std::size_t index) const
    {
        return index < node->inputs().size() ? node->input(index) : nullptr;
    }
    [[nodiscard]] std::optional<TensorInfo> tensor(std::size_t index) const
    {
        return input(index) ? values.tensor(input(index)) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t index) const
    {
        return input(index) ? values.integer(input(index)) : std::nullopt;
    }
    [[nodiscard]] std::optional<Shape> integers(std::size_t index) const
    {
        return input(index) ? values.integers(input(index)) : std::nullopt;
    }
    [[nodiscard]] bool isTrue(std::size_t index) const { return input(index) && values.isTrue(input(index)); }

    /// The input \p index as a position among \p rank dimensions; `nullopt` if it is not known or out of range.
    [[nodiscard]] std::optional<std::size_t> dimension(std::size_t index, std::size_t rank) const
    {
        return dimensionIndex(integer(index), rank);
    }
};

} // namespace rooflight
