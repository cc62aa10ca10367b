// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/cache_flush.h"

#include "core/machine/topology.h"
#include "core/timing/device/torch_threads.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>

#include <algorithm>

namespace rooflight {

void CpuCacheFlush::run()
{
    if (m_memory.empty())
        m_memory.resize(static_cast<std::size_t>(flushBytes(cpuTopology())) / sizeof(std::uint64_t));
    // Every thread that runs operators writes its part: private caches lose what they held, too.
    ++m_round;
    const auto size = static_cast<std::int64_t>(m_memory.size());
    const std::int64_t threads = at::get_num_threads();
    onTorchThreads([&](std::int64_t number) {
        std::fill(m_memory.begin() + size * number / threads, m_memory.begin() + size * (number + 1) / threads,
                  m_round);
    });
}

void GpuCacheFlush::queue()
{
    // Several times the second-level cache of any GPU there is.
    constexpr std::int64_t bytes = std::int64_t { 256 } << 20;
    if (!m_memory.defined())
        m_memory = at::empty({ bytes }, at::TensorOptions().device(m_device).dtype(at::kByte));
    m_memory.zero_();
}

} // namespace rooflight
