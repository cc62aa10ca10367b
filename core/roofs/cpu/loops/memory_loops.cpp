// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/loops/memory_loops.h"

#include "core/base/translation_mark.h"

namespace rooflight {

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

void update(const LoopArrays &arrays, std::int64_t passes, kernels::Access access)
{
    kernels::update(arrays.a, 1.0F, arrays.floats, passes, access); // for ever the same, and no denormals
}

void triad(const LoopArrays &arrays, std::int64_t passes, kernels::Access access)
{
    kernels::triad(arrays.a, arrays.b, arrays.c, scale, arrays.floats, passes, access);
}

} // namespace

constinit const std::array<MemoryLoop, 5> memoryLoops = { {
    { "read", QT_TRANSLATE_NOOP("Phrases", "%1 read"), MemoryPattern::Read, 1, 1, false, read },
    { "write", QT_TRANSLATE_NOOP("Phrases", "%1 write"), MemoryPattern::Write, 1, 1, true, write },
    { "copy", QT_TRANSLATE_NOOP("Phrases", "%1 copy"), MemoryPattern::Copy, 2, 2, true, copy },
    { "update", QT_TRANSLATE_NOOP("Phrases", "%1 update"), MemoryPattern::Copy, 1, 2, true, update },
    { "triad", QT_TRANSLATE_NOOP("Phrases", "%1 triad"), MemoryPattern::Triad, 3, 3, true, triad },
} };

} // namespace rooflight
