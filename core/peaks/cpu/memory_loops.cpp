// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu/memory_loops.h"

namespace ridgepoint {

namespace {

constexpr float scale = 1.5F;

void read(const LoopArrays &arrays, std::int64_t passes, kernels::Access access)
{
    volatile float total = kernels::sum(arrays.a, arrays.floats, passes, access);
    static_cast<void>(total);
}

void write(const LoopArrays &arrays, std::int64_t passes, kernels::Access access)
{
    kernels::write(arrays.a, scale, arrays.floats, passes, access);
}

void copy(const LoopArrays &arrays, std::int64_t passes, kernels::Access access)
{
    kernels::copy(arrays.a, arrays.b, arrays.floats, passes, access);
}

void triad(const LoopArrays &arrays, std::int64_t passes, kernels::Access access)
{
    kernels::triad(arrays.a, arrays.b, arrays.c, scale, arrays.floats, passes, access);
}

} // namespace

constinit const std::array<MemoryPattern, 4> memoryPatterns = { {
    { "read", 1, false, read },
    { "write", 1, true, write },
    { "copy", 2, true, copy },
    { "triad", 3, true, triad },
} };

} // namespace ridgepoint
