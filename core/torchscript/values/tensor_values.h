// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/operator_call.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <functional>
#include <string_view>
#include <vector>

namespace rooflight {

[[nodiscard]] DType dtypeOf(c10::ScalarType type);
[[nodiscard]] c10::ScalarType scalarTypeOf(DType dtype);

/// Shape, type and memory of a tensor; never its data. A nested tensor has the shape it would be padded to, and
/// the number of elements that it really holds.
[[nodiscard]] TensorValue tensorValueOf(const at::Tensor &tensor);

/// Value of an operator's argument. What no operator's cost depends on (objects, devices, generators) is None.
[[nodiscard]] ArgumentValue argumentValueOf(const c10::IValue &value);

/// Calls \p use for every element of a list, tuple or dict; false if the value is none of them.
bool forEachElement(const c10::IValue &value, const std::function<void(const c10::IValue &)> &use);

/// Calls \p use for every tensor in a value: lists, tuples and dicts are walked.
void forEachTensor(const c10::IValue &value, const std::function<void(const at::Tensor &)> &use);

/// How many elements of a mask are true. Reads its data.
[[nodiscard]] std::int64_t trueElementsOf(const at::Tensor &mask);

/// The elements of a tensor of integers. Reads its data.
[[nodiscard]] std::vector<std::int64_t> integersIn(const at::Tensor &tensor);

/// Bytes of all tensors in the values, each piece of memory once; their shapes, too, when asked for.
[[nodiscard]] std::int64_t bytesOfTensors(c10::ArrayRef<c10::IValue> values, std::vector<Shape> *shapes = nullptr);

/// Identity of a tensor's memory; 0 when it has none of its own (meta, opaque).
[[nodiscard]] std::uint64_t storageIdOf(const at::Tensor &tensor);

/// Whether LibTorch raised \p text for a tensor that is too large for any machine: the number of its bytes or elements
/// overflowed.
[[nodiscard]] bool saysTensorTooLarge(std::string_view text);

} // namespace rooflight
