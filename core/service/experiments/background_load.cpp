// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_messages.h"

#include "core/roofs/cpu/loops/memory_loops.h"
#include "core/roofs/cpu/team_arrays.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <latch>

namespace rooflight {

namespace {

/// More than the caches of today's processors hold for a core, though what is written past them does not care.
constexpr std::size_t writtenFloats = std::size_t { 16 } << 20;
constexpr kernels::Access pastCaches { .pastCaches = true };

/// What whoever starts threads waits for.
struct ThreadStart {
    explicit ThreadStart(int threads)
        : started(threads)
    {
    }

    std::latch started;
    std::atomic<bool> lacksMemory = false;
};

void writeMemory(const std::atomic<bool> &stop, ThreadStart &start)
{
    const auto loop = std::ranges::find(memoryLoops, "write", &MemoryLoop::name);
    const LargeArray array(writtenFloats);
    if (!array) {
        start.lacksMemory = true;
        start.started.count_down();
        return;
    }
    const LoopArrays arrays { array.data(), nullptr, nullptr, writtenFloats };
    loop->run(arrays, 1, pastCaches); // its pages are there from now on
    start.started.count_down();
    while (!stop.load(std::memory_order_relaxed))
        loop->run(arrays, 1, pastCaches);
}

void compute(const std::atomic<bool> &stop, ThreadStart &start)
{
    start.started.count_down();
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

void BackgroundLoad::end()
{
    m_stop = true;
    for (std::thread &thread : m_threads)
        thread.join();
    m_threads.clear();
}

bool BackgroundLoad::set(BackgroundWork work, int threads)
{
    end();
    if (work == BackgroundWork::None || threads < 1)
        return true;
    m_stop = false;
    ThreadStart start(threads);
    try {
        for (int i = 0; i < threads; ++i)
            m_threads.emplace_back(work == BackgroundWork::Computing ? compute : writeMemory, std::cref(m_stop),
                                   std::ref(start));
        start.started.wait();
    } catch (const std::exception &) { // no further thread, or no memory for it
        start.lacksMemory = true;
    }
    if (start.lacksMemory)
        end(); // while what they start by is there
    return !start.lacksMemory;
}

} // namespace rooflight
