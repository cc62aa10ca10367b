// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/tensor_info.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// A tensor that an operator was called with: what its time depends on, never its data.
struct CalledTensor {
    TensorInfo info; ///< DType::Unknown: None in a list of tensors
    std::vector<std::int64_t> strides; ///< in elements
    std::int64_t offset = 0; ///< of its first element in its memory, in elements
    std::int64_t sameAs = -1; ///< position of an equal one among all tensors of the call before it; -1: none
    std::optional<std::array<std::int64_t, 2>> range = {}; ///< least and greatest number; of whole numbers only
    bool negative = false; ///< it holds numbers below 0
    double denormals = 0; ///< share of its numbers that are too small for a full mantissa

    bool operator==(const CalledTensor &) const = default;
};

enum class ArgumentKind {
    None,
    Tensor,
    Tensors,
    Integer,
    Integers,
    Number,
    Numbers,
    Boolean, ///< an integer, 0 or 1
    Booleans,
    Text,
    Cpu, ///< that device
    Other, ///< what cannot be written down so: sparse and quantized tensors, objects, generators
};

template<>
inline constexpr auto enumNames<ArgumentKind> = EnumNames<ArgumentKind, 12> { {
    { ArgumentKind::None, "none" },
    { ArgumentKind::Tensor, "tensor" },
    { ArgumentKind::Tensors, "tensors" },
    { ArgumentKind::Integer, "integer" },
    { ArgumentKind::Integers, "integers" },
    { ArgumentKind::Number, "number" },
    { ArgumentKind::Numbers, "numbers" },
    { ArgumentKind::Boolean, "boolean" },
    { ArgumentKind::Booleans, "booleans" },
    { ArgumentKind::Text, "text" },
    { ArgumentKind::Cpu, "cpu" },
    { ArgumentKind::Other, "other" },
} };
template<> inline constexpr auto fromName<ArgumentKind> = valueOfNameOr<ArgumentKind::Other>;

struct CalledArgument {
    std::string name; ///< of the operator's schema
    bool byName = false; ///< it can be given by name only
    ArgumentKind kind = ArgumentKind::None;
    std::vector<CalledTensor> tensors = {};
    std::vector<std::int64_t> integers = {};
    std::vector<double> numbers = {};
    std::string text = {};

    bool operator==(const CalledArgument &) const = default;
};

/// A call of an operator, as far as it can be made again without the model.
struct CalledOperator {
    std::string name; ///< "aten::conv2d"
    std::string overload; ///< "Tensor"; may be empty
    std::vector<CalledArgument> arguments;

    bool operator==(const CalledOperator &) const = default;
};

} // namespace rooflight
