// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "app/ridgepoint-worker/malloc_thresholds.h"

#include <cstdlib>

namespace ridgepoint {

void keepSmallResults()
{
    constexpr std::size_t largestFreed = 4U << 20U;
    void *volatile block = std::malloc(largestFreed); // volatile: it is not optimized away
    std::free(block);
}

} // namespace ridgepoint
