// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/tensor_info.h"
#include "core/torchscript/values/packed_weights.h"

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <optional>
#include <vector>

namespace rooflight {

/// The dimension that an argument of PyTorch names, negative ones counted from the end; `nullopt` if it is not given or
/// out of range.
[[nodiscard]] std::optional<std::size_t> dimensionIndex(std::optional<std::int64_t> given, std::size_t rank);

/// What values of an inlined forward() are known to be without running it: constants and attributes of the module.
class GraphValues
{
public:
    explicit GraphValues(const torch::jit::Module &module);

    /// A constant, or an attribute followed from self. \p depth is that of the recursion, here and below.
    [[nodiscard]] std::optional<c10::IValue> known(const torch::jit::Value *value, int depth = 0) const;

    [[nodiscard]] std::optional<std::int64_t> integer(const torch::jit::Value *value) const;
    [[nodiscard]] bool isTrue(const torch::jit::Value *value) const;

    /// The elements of a list of integers; a negative number for those that are not known. `nullopt` if the value is
    /// not a list.
    [[nodiscard]] std::optional<Shape> integers(const torch::jit::Value *value) const;

    /// Shape and type of a parameter or buffer, also seen through reshaping of its dimensions; of a tensor made of a
    /// list of numbers; of the weight in a packed object.
    [[nodiscard]] std::optional<TensorInfo> tensor(const torch::jit::Value *value, int depth = 0) const;

    /// Shapes of all parameters and buffers.
    [[nodiscard]] std::vector<Shape> parameterShapes() const;

private:
    [[nodiscard]] std::optional<TensorInfo> listTensor(const torch::jit::Value *list) const;
    [[nodiscard]] std::optional<TensorInfo> reshaped(const torch::jit::Node *node, TensorInfo info) const;

    const torch::jit::Module &m_module;
    mutable PackedWeightCache m_packed;
};

} // namespace rooflight
