// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/core/cost/call_builder.h"

#include <string>

namespace rooflight::test {

// Calls of common operators with their shapes, each tensor in memory of its own.

/// Convolution of any rank; the channels of the bias follow the output.
[[nodiscard]] OperatorCall convolution(const std::string &name, Shape input, Shape weight, Shape output, bool bias);

/// An operator of two tensors.
[[nodiscard]] OperatorCall product(const std::string &name, Shape left, Shape right, Shape output);

/// addmm and its kin: \c self has the shape of the output.
[[nodiscard]] OperatorCall addedProduct(const std::string &name, const std::string &left, Shape leftShape,
                                        const std::string &right, Shape rightShape, Shape output);

/// aten::linear from the last dimension of the input.
[[nodiscard]] OperatorCall linear(Shape input, std::int64_t outFeatures, bool bias = true);

/// Attention of equally wide queries, keys and values.
[[nodiscard]] OperatorCall attention(Shape query, std::int64_t keys,
                                     const std::string &name = "aten::_scaled_dot_product_flash_attention_for_cpu");

/// The fast path of nn.MultiheadAttention on one sequence.
[[nodiscard]] OperatorCall multiHead(std::int64_t sequence, std::int64_t width, std::int64_t heads);

/// Two layers from 16 to 32 features over 5 steps of 3 sequences.
[[nodiscard]] OperatorCall recurrent(const std::string &name, std::int64_t gates, bool bidirectional);

/// An operator of one tensor that keeps its shape.
[[nodiscard]] OperatorCall unary(const std::string &name, Shape shape, DType dtype = DType::Float32);

/// A pooling with a kernel.
[[nodiscard]] OperatorCall pool(const std::string &name, Shape input, Ints kernel, Ints stride, Ints padding,
                                Shape output);

} // namespace rooflight::test
