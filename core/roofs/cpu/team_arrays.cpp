// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/team_arrays.h"

#include <sys/mman.h>

#include <algorithm>

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

namespace {

/// Arrays that begin at the same place of a page would look alike to a processor that compares the lower address bits
/// of loads with those of stores before them.
constexpr std::size_t floatsBetween = std::size_t(17) * 64 / sizeof(float);

constexpr std::size_t floatsPerPage = 4096 / sizeof(float);

/// Of each array of a thread: larger ones are kept.
constexpr std::size_t largeFloats = (std::size_t(16) << 20) / sizeof(float);

std::size_t floatsOfThread(std::size_t floats)
{
    return (arraysOfThread * (floats + floatsBetween) + floatsPerPage - 1) / floatsPerPage * floatsPerPage;
}

} // namespace

TeamArrays::TeamArrays(WorkerTeam &team, std::size_t floatsPerThread)
    : m_team(team)
    , m_perThread(floatsOfThread(floatsPerThread))
    , m_memory(m_perThread * static_cast<std::size_t>(team.size()))
{
    if (!m_memory)
        return;
    static_cast<void>(team.run([this, floatsPerThread](int worker) {
        const LoopArrays part = of(worker, floatsPerThread);
        for (std::size_t i = 0; i < floatsPerThread; ++i) {
            part.a[i] = 1.0F;
            part.b[i] = 1.0F + static_cast<float>(i % 1021) / 1024;
            part.c[i] = 1.0F + static_cast<float>(i % 1019) / 1024;
        }
    }));
}

LoopArrays TeamArrays::of(int worker, std::size_t floats) const
{
    float *const first = m_memory.data() + static_cast<std::size_t>(worker) * m_perThread;
    const std::size_t stride = floats + floatsBetween;
    return { first, first + stride, first + 2 * stride, floats };
}

double TeamArrays::bytesPerSecond(const MemoryLoop &loop, const LoopPlan &plan, std::int64_t passes) const
{
    const double wall = m_team.run([&](int worker) { loop.run(of(worker, plan.floats), passes, plan.access); });
    const double seconds = plan.apart ? m_team.ownSeconds() : wall;
    return static_cast<double>(passes) * loop.bytes(plan.floats) * m_team.size() / seconds;
}

void ArraySupply::reserve(std::size_t floatsPerThread)
{
    if (floatsPerThread > largeFloats)
        m_reserved = std::max(m_reserved, floatsPerThread);
}

void ArraySupply::fill()
{
    if (m_reserved > 0)
        static_cast<void>(get(m_reserved));
}

std::shared_ptr<const TeamArrays> ArraySupply::get(std::size_t floatsPerThread)
{
    const auto made = [this](std::size_t floats) {
        auto arrays = std::make_shared<const TeamArrays>(m_team, floats);
        return *arrays ? arrays : nullptr;
    };
    if (floatsPerThread <= largeFloats)
        return made(floatsPerThread);
    if (m_kept && floatsPerThread <= m_floats)
        return m_kept;
    m_kept.reset();
    m_floats = std::max(floatsPerThread, m_reserved);
    m_kept = made(m_floats);
    if (!m_kept && floatsPerThread < m_floats) {
        m_reserved = 0; // too many
        m_floats = floatsPerThread;
        m_kept = made(m_floats);
    }
    return m_kept;
}

std::size_t wholeBlocks(double bytes)
{
    const auto blocks = static_cast<std::size_t>(bytes / (kernels::blockFloats * sizeof(float)));
    return std::max<std::size_t>(blocks, 1) * kernels::blockFloats;
}

std::size_t floatsOfArrays(double bytes)
{
    return wholeBlocks(bytes) + kernels::blockFloats;
}

} // namespace rooflight
