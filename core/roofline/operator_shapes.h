// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"

#include <string_view>

namespace rooflight {

// What the name and the sizes of an operator say of its work.

/// "relu" of "aten::relu_" and "aten::_relu".
[[nodiscard]] std::string_view plainName(std::string_view name);

/// A convolution of few multiply-adds an output.
[[nodiscard]] bool isDepthwise(const Operator &op);

[[nodiscard]] bool isRecurrent(const Operator &op);

/// A product with a dimension too small for the blocks that libraries work on.
[[nodiscard]] bool isNarrowProduct(const Operator &op);

} // namespace rooflight
