// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/thread_pinning.h"

#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>
#include <ATen/ops/arange.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>

namespace rooflight {

bool pinThreads(const std::vector<LogicalCpu> &places)
{
    const auto count = static_cast<std::int64_t>(places.size());
    at::set_num_threads(static_cast<int>(count));
    std::mutex mutex;
    std::set<std::thread::id> pinned;
    // Not by at::parallel_for(): in a program that is compiled without OpenMP it runs in this thread alone. An
    // operator's loop runs in LibTorch's own threads, which stay the same from run to run: one number each.
    at::Tensor numbers = at::arange(count);
    at::TensorIterator loop = at::TensorIterator::nullary_op(numbers);
    const auto pin = [&](char **data, const std::int64_t * /*strides*/, std::int64_t /*columns*/,
                         std::int64_t /*rows*/) {
        const std::int64_t number = *reinterpret_cast<const std::int64_t *>(data[0]);
        if (!runOnCpus({ places[static_cast<std::size_t>(number)].number }))
            return;
        const std::scoped_lock lock(mutex);
        pinned.insert(std::this_thread::get_id());
    };
    loop.for_each(pin, /*grain_size=*/1);
    return pinned.size() == places.size();
}

} // namespace rooflight
