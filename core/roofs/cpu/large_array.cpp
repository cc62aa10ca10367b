// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/large_array.h"

#include <sys/mman.h>

namespace rooflight {

namespace {

constexpr std::size_t largePage = std::size_t(2) << 20;

} // namespace

LargeArray::LargeArray(std::size_t floats)
{
    const std::size_t bytes = floats * sizeof(float);
    std::size_t space = bytes + largePage;
    void *memory = mmap(nullptr, space, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return;
    m_memory = { memory, Unmap { space } };
    void *start = std::align(largePage, bytes, memory, space);
    madvise(start, bytes, MADV_HUGEPAGE);
    m_data = static_cast<float *>(start);
    m_size = floats;
}

void LargeArray::Unmap::operator()(void *memory) const
{
    munmap(memory, bytes);
}

} // namespace rooflight
