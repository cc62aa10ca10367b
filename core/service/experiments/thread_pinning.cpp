// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/thread_pinning.h"

#include <ATen/Parallel.h>

#include <cstddef>
#include <cstdint>

namespace rooflight {

void pinThreads(const std::vector<LogicalCpu> &places)
{
    // One part a thread: LibTorch's threads, this one among them, stay the same from run to run.
    const auto pin = [&places](std::int64_t begin, std::int64_t /*end*/) {
        runOnCpus({ places[static_cast<std::size_t>(begin)].number });
    };
    at::parallel_for(0, static_cast<std::int64_t>(places.size()), 1, pin);
}

} // namespace rooflight
