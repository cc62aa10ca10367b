// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/cost/call_builder.h"

namespace rooflight::test {

std::vector<std::int64_t> contiguousStrides(const Shape &shape)
{
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i > 1; --i)
        strides[i - 2] = strides[i - 1] * shape[i - 1];
    return strides;
}

TensorValue tensor(Shape shape, DType dtype)
{
    static std::uint64_t lastStorage = 0;
    TensorValue value;
    value.strides = contiguousStrides(shape);
    value.info = { std::move(shape), dtype };
    value.storage = ++lastStorage;
    return value;
}

TensorValue viewOf(const TensorValue &base, Shape shape, std::vector<std::int64_t> strides, std::int64_t offset)
{
    TensorValue view = base;
    view.strides = strides.empty() ? contiguousStrides(shape) : std::move(strides);
    view.info.shape = std::move(shape);
    view.storageOffset = offset;
    return view;
}

} // namespace rooflight::test
