// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/sweep/sweep.h"

#include <algorithm>

namespace rooflight {

const BatchPoint *BatchSweep::find(std::int64_t batch) const
{
    const auto found = std::ranges::find(points, batch, &BatchPoint::batch);
    return found == points.end() ? nullptr : &*found;
}

} // namespace rooflight
