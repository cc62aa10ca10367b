// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/device_memory.h"

#include "core/timing/cuda/torch_cuda_module.h"

#include <ATen/Context.h>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>

namespace rooflight {

namespace {

const c10::CachingAllocator::Stat &whole(const c10::CachingAllocator::StatArray &stats)
{
    return stats[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)];
}

} // namespace

DeviceMemorySpan::DeviceMemorySpan(c10::DeviceAllocator *allocator, c10::DeviceIndex device)
    : m_allocator(allocator)
    , m_device(device)
{
}

void DeviceMemorySpan::begin()
{
    if (!m_allocator)
        return;
    const c10::CachingDeviceAllocator::DeviceStats before = m_allocator->getDeviceStats(m_device);
    m_allocatedBefore = whole(before.allocated_bytes).current;
    m_retriesBefore = before.num_alloc_retries;
    m_allocator->resetPeakStats(m_device);
    m_begun = true;
}

MemoryUse DeviceMemorySpan::use() const
{
    MemoryUse use;
    if (!m_begun)
        return use;
    const c10::CachingDeviceAllocator::DeviceStats after = m_allocator->getDeviceStats(m_device);
    use.allocatedBytes = whole(after.allocated_bytes).peak;
    use.reservedBytes = whole(after.reserved_bytes).peak;
    use.callBytes = *use.allocatedBytes - m_allocatedBefore;
    use.allocatorRetries = after.num_alloc_retries - m_retriesBefore;
    return use;
}

c10::DeviceAllocator *deviceAllocator(c10::Device device)
{
    return device.is_cpu() ? nullptr : c10::getDeviceAllocator(device.type());
}

MemoryUse memoryUseOf(const std::function<void()> &call, c10::DeviceAllocator &allocator, c10::DeviceIndex device)
{
    DeviceMemorySpan span(&allocator, device);
    span.begin();
    call();
    return span.use();
}

Result<void> limitDeviceMemory(c10::Device device, std::int64_t bytes)
{
    const std::string failure = fmt::format("The memory of {} cannot be limited", device.str());
    const Result<const TorchCudaModule *> module = openTorchCudaModule(failure);
    if (!module.ok())
        return module.error();
    try {
        at::globalContext().lazyInitDevice(device.type()); // before it the allocator knows no device
        const auto total = c10::getDeviceAllocator(device.type())->getMemoryInfo(device.index()).second;
        const double fraction = static_cast<double>(bytes) / static_cast<double>(total);
        module.value()->setMemoryFraction(std::min(fraction, 1.0), device.index());
        return {};
    } catch (const std::exception &refusal) {
        const std::string_view text = refusal.what();
        return Error { ErrorCode::DeviceMissing, fmt::format("{}: {}", failure, text.substr(0, text.find('\n'))), "" };
    }
}

} // namespace rooflight
