// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/torch_threads.h"

#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>
#include <ATen/ops/from_blob.h>

#include <cstddef>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

namespace rooflight {

void onTorchThreads(const std::function<void(std::int64_t)> &work)
{
    // Not by at::parallel_for(): in a program that is compiled without OpenMP it runs in this thread alone. The loop of
    // an operator is part of LibTorch: one number for each thread.
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(at::get_num_threads()));
    std::iota(numbers.begin(), numbers.end(), 0);
    // No operator makes it: whoever watches a run sees none.
    at::Tensor tensor = at::from_blob(numbers.data(), { static_cast<std::int64_t>(numbers.size()) }, at::kLong);
    at::TensorIterator loop = at::TensorIterator::nullary_op(tensor);
    const auto call = [&work](char **data, const std::int64_t *strides, std::int64_t columns, std::int64_t /*rows*/) {
        for (std::int64_t i = 0; i < columns; ++i) // where there are fewer threads than were asked for
            work(*reinterpret_cast<const std::int64_t *>(data[0] + i * strides[0]));
    };
    loop.for_each(call, /*grain_size=*/1);
}

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
