// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/batch_sweep.h"

#include <algorithm>

namespace ridgepoint {

const BatchPoint *BatchSweep::find(std::int64_t batch) const
{
    const auto found = std::ranges::find(points, batch, &BatchPoint::batch);
    return found == points.end() ? nullptr : &*found;
}

} // namespace ridgepoint
