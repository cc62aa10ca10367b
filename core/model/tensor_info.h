// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/dtype.h"

#include <cstdint>
#include <vector>

namespace rooflight {

/// Dimensions of a tensor, outermost first; empty for a scalar tensor.
using Shape = std::vector<std::int64_t>;

/// Shape and element type of a tensor, without its data.
struct TensorInfo {
    Shape shape;
    DType dtype = DType::Unknown;

    bool operator==(const TensorInfo &) const = default;
};

/// Product of the dimensions; 1 for a scalar tensor; never above Count::most.
[[nodiscard]] std::int64_t elementCount(const Shape &shape);

} // namespace rooflight
