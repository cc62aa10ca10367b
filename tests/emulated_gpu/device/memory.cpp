// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/memory.h"

#include "device/counts.h"
#include "device/settings.h"

#include <algorithm>
#include <sys/mman.h>

#include <map>
#include <mutex>

namespace emulated_gpu {

namespace {

struct Allocation {
    Place place;
    bool owned = true;
};

std::mutex mutex;
std::map<std::uintptr_t, Allocation> &allocations()
{
    static auto *all = new std::map<std::uintptr_t, Allocation>; // used by destructors of other libraries, too
    return *all;
}
std::map<int, std::uint64_t> &usedBytes()
{
    static auto *used = new std::map<int, std::uint64_t>;
    return *used;
}

std::uintptr_t addressOf(const void *pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer);
}

void *allocate(int device, std::size_t bytes)
{
    if (bytes == 0)
        return nullptr;
    void *begin = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED)
        return nullptr;
    allocations()[addressOf(begin)] = { { device, begin, bytes }, true };
    return begin;
}

} // namespace

void *allocateOnDevice(int device, std::size_t bytes)
{
    const std::lock_guard lock(mutex);
    std::uint64_t &used = usedBytes()[device];
    if (bytes > memoryBytes(device) - used)
        return nullptr;
    void *begin = allocate(device, bytes);
    if (begin) {
        used += bytes;
        count(Count::DeviceAllocations);
    }
    return begin;
}

void *allocateOnHost(std::size_t bytes)
{
    const std::lock_guard lock(mutex);
    void *begin = allocate(-1, bytes);
    if (begin)
        count(Count::HostAllocations);
    return begin;
}

bool release(void *begin)
{
    const std::lock_guard lock(mutex);
    const auto found = allocations().find(addressOf(begin));
    if (found == allocations().end() || !found->second.owned)
        return false;
    const Place place = found->second.place;
    allocations().erase(found);
    if (place.device >= 0)
        usedBytes()[place.device] -= place.bytes;
    count(place.device >= 0 ? Count::DeviceAllocations : Count::HostAllocations, -1);
    munmap(place.begin, place.bytes);
    return true;
}

void registerOnHost(void *begin, std::size_t bytes)
{
    const std::lock_guard lock(mutex);
    allocations()[addressOf(begin)] = { { -1, begin, bytes }, false };
}

bool unregisterOnHost(void *begin)
{
    const std::lock_guard lock(mutex);
    const auto found = allocations().find(addressOf(begin));
    if (found == allocations().end() || found->second.owned)
        return false;
    allocations().erase(found);
    return true;
}

std::optional<Place> placeOf(const void *address)
{
    const std::lock_guard lock(mutex);
    auto after = allocations().upper_bound(addressOf(address));
    if (after == allocations().begin())
        return std::nullopt;
    const Place &place = (--after)->second.place;
    if (addressOf(address) - addressOf(place.begin) >= place.bytes)
        return std::nullopt;
    return place;
}

std::uint64_t memoryBytes(int device)
{
    const std::vector<std::uint64_t> &bytes = settings().memoryBytes;
    return bytes[std::min(static_cast<std::size_t>(device), bytes.size() - 1)];
}

std::uint64_t freeBytes(int device)
{
    const std::lock_guard lock(mutex);
    return memoryBytes(device) - usedBytes()[device];
}

} // namespace emulated_gpu
