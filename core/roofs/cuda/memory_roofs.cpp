// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/sizes.h"
#include "core/roofs/cuda/theoretical.h"

#include <algorithm>

namespace ridgepoint::cuda {

namespace {

constexpr int maximumPasses = 1 << 20;
constexpr std::int64_t transferBytes = std::int64_t(256) << 20;
constexpr std::int64_t smallestTransferBytes = std::int64_t(16) << 20;
constexpr double plateauTolerance = 0.03;
/// A pass through the arrays takes some milliseconds: longer repetitions would be too few.
constexpr double longestArrayRepetition = 0.005;

Error tooLittleMemory()
{
    return { ErrorCode::OutOfMemory, "The GPU has too little free memory to measure its bandwidth.",
             "Close other programs that use it." };
}

/// Runs the work once to warm up, and with as many passes as a repetition of `seconds` takes.
Result<KernelTime> timeOf(RoofSession &session, MemoryWork &work, double seconds)
{
    const auto run = [&session, &work](int passes) {
        work.passes = passes;
        return session.gpu().runMemory(work);
    };
    const Result<int> passes = amountFor(seconds, maximumPasses, run);
    if (!passes.ok())
        return passes.error();
    return run(passes.value());
}

std::vector<MemoryWork> gridsFor(const MemoryWork &work, const std::vector<int> &blocks)
{
    std::vector<MemoryWork> grids;
    for (const int threads : { 512, 256, 1024 }) {
        for (const int accesses : { 4, 8 }) {
            for (const int each : blocks) {
                grids.push_back(work);
                grids.back().threads = threads;
                grids.back().accesses = accesses;
                grids.back().blocksPerMultiprocessor = each;
            }
        }
    }
    return grids;
}

/// Turns the work and its rate into those of the read-only path where it is faster on the same grid.
Result<void> tryReadOnlyPath(RoofSession &session, MemoryWork &work, double &bestRate, double repetitionSeconds)
{
    MemoryWork other = work;
    other.readOnlyPath = true;
    const Result<KernelTime> time = timeOf(session, other, repetitionSeconds);
    if (!time.ok())
        return time.error();
    const double rate = bytesOf(other) / time.value().seconds;
    if (rate > bestRate) {
        bestRate = rate;
        work = other;
    }
    return {};
}

/// Turns the work into the fastest of these grids that there is time for, reads also by the read-only path, with passes
/// for one repetition. Gives its rate.
Result<double> tuneGrid(RoofSession &session, MemoryWork &work, const std::vector<int> &blocks,
                        double repetitionSeconds)
{
    const double deadline = session.tuningDeadline();
    double bestRate = 0;
    for (MemoryWork &grid : gridsFor(work, blocks)) {
        if (bestRate > 0 && session.now() > deadline)
            break;
        const Result<KernelTime> time = timeOf(session, grid, repetitionSeconds / 8);
        if (!time.ok())
            return time.error();
        const double rate = bytesOf(grid) / time.value().seconds;
        if (rate > bestRate) {
            bestRate = rate;
            work = grid;
        }
    }
    if (work.pattern == MemoryPattern::Read) {
        if (const Result<void> tried = tryReadOnlyPath(session, work, bestRate, repetitionSeconds / 8); !tried.ok())
            return tried.error();
    }
    if (const Result<KernelTime> time = timeOf(session, work, repetitionSeconds); !time.ok())
        return time.error();
    return bestRate;
}

std::string gridOf(const MemoryWork &work)
{
    std::string blocks = work.blocksPerMultiprocessor > 0
        ? std::to_string(work.blocksPerMultiprocessor) + " blocks a multiprocessor"
        : "a block a piece";
    const std::string accesses = work.readOnlyPath ? "16-byte accesses by the read-only path, " : "16-byte accesses, ";
    return accesses + std::to_string(work.accesses) + " in flight a thread, " + std::to_string(work.threads)
        + " threads, " + std::move(blocks);
}

Roof newRoof(std::string name, MemoryLevel level, MemoryPattern pattern, std::int64_t capacityBytes = 0)
{
    Roof roof;
    roof.limit = MemoryLimit { level, pattern, capacityBytes };
    roof.name = std::move(name);
    return roof;
}

Result<void> measureArrays(RoofSession &session, Roof roof, const MemoryWork &work)
{
    roof.instructions = gridOf(work);
    roof.data = "random numbers";
    return session.measure(std::move(roof), bytesOf(work), [&session, &work] { return session.gpu().runMemory(work); });
}

/// Three arrays beyond the caches; smaller ones when the GPU refuses them. Gives the bytes of each.
Result<std::int64_t> reserveArrays(RoofSession &session)
{
    session.gpu().release();
    const Result<GpuMemory> memory = session.gpu().memory();
    if (!memory.ok())
        return memory.error();
    for (std::int64_t bytes = arrayBytes(session.properties().l2Bytes, memory.value().freeBytes);
         bytes >= memoryGranule; bytes = bytes / 2 / memoryGranule * memoryGranule) {
        const Result<void> reserved = session.gpu().reserveArrays(bytes);
        if (reserved.ok())
            return bytes;
        if (reserved.error().code != ErrorCode::OutOfMemory)
            return reserved.error();
    }
    return tooLittleMemory();
}

} // namespace

Result<void> measureDram(RoofSession &session, MemoryPattern pattern)
{
    const Result<std::int64_t> bytes = reserveArrays(session);
    if (!bytes.ok())
        return bytes.error();
    MemoryWork work;
    work.pattern = pattern;
    work.bytes = bytes.value();
    const double seconds = std::min(session.repetitionSeconds(), longestArrayRepetition);
    if (const Result<double> tuned = tuneGrid(session, work, { 0, 2, 8, 32 }, seconds); !tuned.ok())
        return tuned.error();
    Roof roof = newRoof("DRAM " + std::string(name(pattern)), MemoryLevel::Dram, pattern);
    setTheory(roof, theoreticalDram(session.properties()));
    if (isSmallArray(bytes.value(), session.properties().l2Bytes))
        roof.flags.emplace_back("small_arrays");
    return measureArrays(session, std::move(roof), work);
}

Result<void> measureL2(RoofSession &session)
{
    const Result<std::int64_t> reserved = reserveArrays(session);
    if (!reserved.ok())
        return reserved.error();
    const auto workingSet = [&session, arrayBytes = reserved.value()](std::int64_t eighths) {
        const std::int64_t granules = session.properties().l2Bytes * eighths / 8 / memoryGranule;
        return std::clamp(granules * memoryGranule, memoryGranule, arrayBytes);
    };
    MemoryWork work;
    work.cached = true;
    work.bytes = workingSet(2);
    const Result<double> quarter = tuneGrid(session, work, { 1, 2, 4 }, session.repetitionSeconds());
    if (!quarter.ok())
        return quarter.error();
    MemoryWork larger = work;
    larger.bytes = workingSet(3);
    const Result<KernelTime> time = timeOf(session, larger, session.repetitionSeconds());
    if (!time.ok())
        return time.error();
    Roof roof = newRoof("L2 read", MemoryLevel::L2, MemoryPattern::Read, session.properties().l2Bytes);
    if (bytesOf(larger) / time.value().seconds < (1 - plateauTolerance) * quarter.value())
        roof.flags.emplace_back("no_plateau");
    return measureArrays(session, std::move(roof), work);
}

Result<void> measureShared(RoofSession &session)
{
    SharedWork work;
    const auto run = [&session, &work](int rounds) {
        work.rounds = rounds;
        return session.gpu().runShared(work);
    };
    const Result<int> rounds = amountFor(session.repetitionSeconds(), maximumPasses, run);
    if (!rounds.ok())
        return rounds.error();
    work.rounds = rounds.value();
    Roof roof = newRoof("Shared memory read", MemoryLevel::Shared, MemoryPattern::Read);
    setTheory(roof, theoreticalShared(session.properties()));
    roof.instructions = "LDS.128, " + std::to_string(work.blocksPerMultiprocessor) + " blocks of "
        + std::to_string(work.threads) + " threads a multiprocessor";
    return session.measure(std::move(roof), bytesOf(work, session.properties().multiprocessors),
                           [&session, &work] { return session.gpu().runShared(work); });
}

Result<void> measureTransfer(RoofSession &session, CopyDirection direction)
{
    std::int64_t bytes = transferBytes;
    for (Result<void> reserved = session.gpu().reserveTransfer(bytes); !reserved.ok();
         reserved = session.gpu().reserveTransfer(bytes)) {
        if (reserved.error().code != ErrorCode::OutOfMemory || bytes <= smallestTransferBytes)
            return reserved.error();
        bytes /= 2;
    }
    const bool toDevice = direction == CopyDirection::ToDevice;
    Roof roof = newRoof(toDevice ? "PCIe to device" : "PCIe from device", MemoryLevel::Pcie,
                        toDevice ? MemoryPattern::Read : MemoryPattern::Write);
    roof.instructions = "copy engine, pinned memory";
    return session.measure(std::move(roof), static_cast<double>(bytes),
                           [&session, direction] { return session.gpu().runCopy(direction, 1); });
}

} // namespace ridgepoint::cuda
