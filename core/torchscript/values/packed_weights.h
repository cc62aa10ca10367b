// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/operator_call.h"

#include <ATen/core/ivalue.h>

#include <functional>
#include <unordered_map>
#include <vector>

namespace rooflight {

/// What an object holds that hides the weights of quantised or prepacked operators: shapes of the weights that it was
/// made from, with the bytes it keeps of them.
struct PackedWeights {
    std::vector<TensorValue> weights;
    std::vector<TensorValue> biases;
    std::vector<std::int64_t> stride; ///< of a convolution, as the next two; else empty
    std::vector<std::int64_t> padding;
    std::vector<std::int64_t> dilation;

    [[nodiscard]] std::int64_t elements() const;
};

/// True for an object of a class written in C++.
[[nodiscard]] bool isPacked(const c10::IValue &value);

/// Calls \p use for every such object in a value: lists, tuples and dicts are walked.
void forEachPacked(const c10::IValue &value, const std::function<void(const c10::IValue &)> &use);

/// Unpacks each object once: it costs a copy of the weights.
class PackedWeightCache
{
public:
    /// The reference holds as long as the cache. Empty for an object that cannot be unpacked.
    const PackedWeights &of(const c10::IValue &object);

private:
    std::unordered_map<const void *, PackedWeights> m_unpacked;
};

} // namespace rooflight
