// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/device_memory.h"

#include "core/timing/cuda/torch_cuda_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace ridgepoint {

namespace {

const c10::CachingAllocator::Stat &whole(const c10::CachingAllocator::StatArray &stats)
{
    return stats[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)];
}

} // namespace

MemoryUse memoryUseOf(const std::function<void()> &call, c10::DeviceAllocator &allocator, c10::DeviceIndex device)
{
    const std::int64_t before = whole(allocator.getDeviceStats(device).allocated_bytes).current;
    allocator.resetPeakStats(device);
    call();
    const c10::CachingDeviceAllocator::DeviceStats after = allocator.getDeviceStats(device);
    MemoryUse use;
    use.allocatedBytes = whole(after.allocated_bytes).peak;
    use.reservedBytes = whole(after.reserved_bytes).peak;
    use.callBytes = *use.allocatedBytes - before;
    return use;
}

Result<void> limitDeviceMemory(c10::Device device, std::int64_t bytes)
{
    const std::string failure = fmt::format("The memory of {} cannot be limited", device.str());
    const Result<const TorchCudaModule *> module = openTorchCudaModule(failure);
    if (!module.ok())
        return module.error();
    try {
        const auto total = c10::getDeviceAllocator(device.type())->getMemoryInfo(device.index()).second;
        const double fraction = static_cast<double>(bytes) / static_cast<double>(total);
        module.value()->setMemoryFraction(std::min(fraction, 1.0), device.index());
        return {};
    } catch (const std::exception &) {
        return Error { ErrorCode::DeviceMissing, failure + ": LibTorch's allocator refuses.", "" };
    }
}

} // namespace ridgepoint
