// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace emulated_gpu {

/// Where a pointer leads.
struct Place {
    int device = -1; ///< -1: locked memory of the host
    void *begin = nullptr;
    std::size_t bytes = 0;
};

/// Memory of the host that stands for that of a device, zeros at first; null when the device has no such amount left.
[[nodiscard]] void *allocateOnDevice(int device, std::size_t bytes);
/// Locked memory of the host.
[[nodiscard]] void *allocateOnHost(std::size_t bytes);
/// False if no allocation begins there.
bool release(void *begin);

/// Memory that the program owns and has locked.
void registerOnHost(void *begin, std::size_t bytes);
bool unregisterOnHost(void *begin);

/// The allocation that holds the address.
[[nodiscard]] std::optional<Place> placeOf(const void *address);

[[nodiscard]] std::uint64_t memoryBytes(int device);
[[nodiscard]] std::uint64_t freeBytes(int device);

} // namespace emulated_gpu
