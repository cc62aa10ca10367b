// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/thread_pinning.h"

#include "core/timing/device/torch_threads.h"

#include <ATen/Parallel.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>

namespace rooflight {

bool pinThreads(const std::vector<LogicalCpu> &places)
{
    at::set_num_threads(static_cast<int>(places.size()));
    std::mutex mutex;
    std::set<std::thread::id> pinned;
    onTorchThreads([&](std::int64_t number) {
        if (!runOnCpus({ places[static_cast<std::size_t>(number)].number }))
            return;
        const std::scoped_lock lock(mutex);
        pinned.insert(std::this_thread::get_id());
    });
    return pinned.size() == places.size();
}

} // namespace rooflight
