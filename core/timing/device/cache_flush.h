// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <vector>

namespace rooflight {

/// Fills the caches of the CPUs with other data: memory of its own, which it keeps for the next time.
class CpuCacheFlush
{
public:
    void run();

private:
    std::vector<std::uint64_t> m_memory;
    std::uint64_t m_round = 0;
};

/// The same for a GPU, in its current stream: whoever needs them flushed waits for that.
class GpuCacheFlush
{
public:
    explicit GpuCacheFlush(c10::Device device)
        : m_device(device)
    {
    }

    void queue();

private:
    c10::Device m_device;
    at::Tensor m_memory;
};

} // namespace rooflight
