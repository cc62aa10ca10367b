// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <c10/core/CachingDeviceAllocator.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace rooflight {

/// Most memory that one call held at one time.
struct MemoryUse {
    std::int64_t callBytes = 0; ///< beyond what was held before it
    std::optional<std::int64_t> allocatedBytes; ///< of a GPU, with all that was held before it: weights, inputs
    std::optional<std::int64_t> reservedBytes; ///< of a GPU: what LibTorch took from it, also what is free again
    std::int64_t allocatorRetries = 0; ///< of a GPU: how often LibTorch gave unused memory back to it to make room
};

/// What is held on a device from begin() to use(), by the figures of LibTorch's own allocator. If there is none, as
/// on a CPU, nothing is known.
class DeviceMemorySpan
{
public:
    DeviceMemorySpan(c10::DeviceAllocator *allocator, c10::DeviceIndex device);

    void begin();
    [[nodiscard]] MemoryUse use() const;

private:
    c10::DeviceAllocator *m_allocator;
    c10::DeviceIndex m_device;
    bool m_begun = false;
    std::int64_t m_allocatedBefore = 0;
    std::int64_t m_retriesBefore = 0;
};

/// Null if LibTorch has none for such a device, as for a CPU.
[[nodiscard]] c10::DeviceAllocator *deviceAllocator(c10::Device device);

/// What \p call takes, by the figures of LibTorch's own allocator.
[[nodiscard]] MemoryUse memoryUseOf(const std::function<void()> &call, c10::DeviceAllocator &allocator,
                                    c10::DeviceIndex device);

/// Lets LibTorch take at most that many bytes from a CUDA device. Errors: DeviceMissing with the reason why it cannot
/// be held to that.
[[nodiscard]] Result<void> limitDeviceMemory(c10::Device device, std::int64_t bytes);

} // namespace rooflight
