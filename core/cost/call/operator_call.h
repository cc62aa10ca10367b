// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/tensor_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rooflight {

/// A tensor of an observed operator call, with what is needed to distinguish views from copies.
struct TensorValue {
    TensorInfo info;
    std::vector<std::int64_t> strides; ///< in elements; empty when the layout has none
    std::uint64_t storage = 0; ///< identity of the memory; equal for tensors that share it; 0: unknown
    std::int64_t storageOffset = 0; ///< in elements
    std::int64_t packedBytes = 0; ///< true size if shape and dtype do not give it; else 0. A packed quantised weight
                                  ///< has the shape of the weight it was made from
    std::int64_t storedElements = -1; ///< of a sparse tensor those it keeps, of a nested one those of all its parts,
                                      ///< while the shape has the longest of them; else -1: all of the shape
    std::int64_t trueElements = -1; ///< of a mask that picks elements, how many it picks; else -1
    std::vector<std::int64_t> groupEnds; ///< of offsets that end the groups of a grouped product, their values; else
                                         ///< empty: the data is not known
};

/// One argument of an operator call. std::monostate is None.
using ArgumentValue = std::variant<std::monostate, TensorValue, std::vector<TensorValue>, std::int64_t, double, bool,
                                   std::vector<std::int64_t>, std::vector<double>, std::vector<bool>, std::string>;

struct Argument {
    std::string name; ///< of the operator's schema, for example "weight"
    bool written = false; ///< the schema marks it as written in place (Tensor(a!))
    ArgumentValue value;
};

/// How the last call of aten::topk before it chose, as the router of a mixture of experts does: different ones for each
/// row.
struct RowChoice {
    std::int64_t rows = 0;
    std::int64_t among = 0; ///< of how many
    std::int64_t chosen = 0; ///< how many, for each row
};

/// One call of one operator as it happened, free of any LibTorch type.
struct OperatorCall {
    std::string name; ///< without overload, for example "aten::add_"
    std::string overload; ///< for example "Tensor"; may be empty
    std::vector<Argument> arguments;
    std::vector<TensorValue> outputs;
    std::optional<RowChoice> choice = {}; ///< absent if no operator before it chose

    /// The argument of that name, or nullptr.
    [[nodiscard]] const Argument *find(std::string_view argumentName) const;
};

} // namespace rooflight
