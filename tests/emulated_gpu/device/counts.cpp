// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/counts.h"

#include "device/settings.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <span>
#include <string>

namespace emulated_gpu {

namespace {

using Counts = std::span<std::atomic<std::int64_t>>;

constexpr auto size = static_cast<std::size_t>(Count::End);
constexpr std::size_t bytes = size * sizeof(std::atomic<std::int64_t>);

/// A file that is shared memory is right however the process ends.
Counts openCounts()
{
    const char *folder = emulatedVariable("CUDA_EMULATED_COUNTS");
    if (!folder)
        return {};
    std::string name = std::string(folder) + "/XXXXXX";
    const int file = mkstemp(name.data());
    if (file < 0 || ftruncate(file, bytes) != 0)
        return {};
    void *shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return shared == MAP_FAILED ? Counts() : Counts(static_cast<std::atomic<std::int64_t> *>(shared), size);
}

Counts counts()
{
    static const Counts opened = openCounts();
    return opened;
}

/// Before the program confines itself.
[[maybe_unused]] const bool early = !counts().empty();

} // namespace

void count(Count which, std::int64_t change)
{
    if (const Counts all = counts(); !all.empty())
        all[static_cast<std::size_t>(which)] += change;
}

void countMost(Count which, std::int64_t value)
{
    const Counts all = counts();
    if (all.empty())
        return;
    std::atomic<std::int64_t> &most = all[static_cast<std::size_t>(which)];
    for (std::int64_t seen = most; seen < value && !most.compare_exchange_weak(seen, value);) { }
}

} // namespace emulated_gpu
