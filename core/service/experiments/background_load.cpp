// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_messages.h"

#include "core/roofs/cpu/loops/memory_loops.h"
#include "core/roofs/cpu/team_arrays.h"

#include <algorithm>
#include <functional>
#include <latch>

namespace rooflight {

namespace {

/// More than the caches of today's processors hold for a core, though what is written past them does not care.
constexpr std::size_t writtenFloats = std::size_t { 16 } << 20;
constexpr kernels::Access pastCaches { .pastCaches = true };

void writeMemory(const std::atomic<bool> &stop, std::latch &started)
{
    const auto loop = std::ranges::find(memoryLoops, "write", &MemoryLoop::name);
    const LargeArray array(writtenFloats);
    const LoopArrays arrays { array.data(), nullptr, nullptr, array ? writtenFloats : 0 };
    loop->run(arrays, 1, pastCaches); // its pages are there from now on
    started.count_down();
    while (!stop.load(std::memory_order_relaxed))
        loop->run(arrays, 1, pastCaches);
}

void compute(const std::atomic<bool> &stop, std::latch &started)
{
    started.count_down();
    while (!stop.load(std::memory_order_relaxed)) {
        constexpr int steps = 4096;
        constexpr double factor = 0.999;
        double number = 1;
        for (int i = 0; i < steps; ++i)
            number = number * factor + factor;
        volatile double kept = number;
        static_cast<void>(kept);
    }
}

} // namespace

void BackgroundLoad::set(BackgroundWork work, int threads)
{
    m_stop = true;
    for (std::thread &thread : m_threads)
        thread.join();
    m_threads.clear();
    if (work == BackgroundWork::None || threads < 1)
        return;
    m_stop = false;
    std::latch started(threads);
    for (int i = 0; i < threads; ++i)
        m_threads.emplace_back(work == BackgroundWork::Computing ? compute : writeMemory, std::cref(m_stop),
                               std::ref(started));
    started.wait();
}

} // namespace rooflight
