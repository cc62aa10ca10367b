// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/operator_call.h"

#include <string>
#include <utility>

namespace rooflight::test {

/// A contiguous tensor in memory of its own.
[[nodiscard]] TensorValue tensor(Shape shape, DType dtype = DType::Float32);

/// A tensor of another shape in the same memory; contiguous unless strides are given.
[[nodiscard]] TensorValue viewOf(const TensorValue &base, Shape shape, std::vector<std::int64_t> strides = {},
                                 std::int64_t offset = 0);

[[nodiscard]] std::vector<std::int64_t> contiguousStrides(const Shape &shape);

/// Writes an operator call down as it would be observed.
class CallBuilder
{
public:
    explicit CallBuilder(std::string name) { m_call.name = std::move(name); }

    CallBuilder &with(std::string name, ArgumentValue value)
    {
        m_call.arguments.push_back({ std::move(name), false, std::move(value) });
        return *this;
    }
    /// An argument that the schema marks as written.
    CallBuilder &writing(std::string name, ArgumentValue value)
    {
        m_call.arguments.push_back({ std::move(name), true, std::move(value) });
        return *this;
    }
    [[nodiscard]] OperatorCall giving(std::vector<TensorValue> outputs) const
    {
        OperatorCall call = m_call;
        call.outputs = std::move(outputs);
        return call;
    }

private:
    OperatorCall m_call;
};

[[nodiscard]] inline CallBuilder call(std::string name)
{
    return CallBuilder(std::move(name));
}

using Ints = std::vector<std::int64_t>;
using Tensors = std::vector<TensorValue>;

} // namespace rooflight::test
