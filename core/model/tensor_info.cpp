// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/tensor_info.h"

#include <functional>
#include <numeric>

namespace ridgepoint {

std::int64_t elementCount(const Shape &shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t { 1 }, std::multiplies<>());
}

} // namespace ridgepoint
