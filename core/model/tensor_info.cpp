// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/tensor_info.h"

#include "core/base/count.h"

namespace rooflight {

std::int64_t elementCount(const Shape &shape)
{
    Count elements = 1;
    for (const std::int64_t size : shape)
        elements *= size;
    return elements.value();
}

} // namespace rooflight
