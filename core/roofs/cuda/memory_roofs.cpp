// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/memory_trials.h"
#include "core/roofs/cuda/sizes.h"
#include "core/roofs/cuda/theoretical.h"

#include <algorithm>
#include <string>
#include <utility>

namespace rooflight::cuda {

namespace {

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

/// The other ways to read from DRAM, with the fastest grid.
Result<void> tryOtherPaths(RoofSession &session, Tuned &tuned, const Trials &trials)
{
    MemoryWork readOnly = tuned.work;
    readOnly.path = ReadPath::ReadOnly;
    Result<void> tried = tryWork(session, tuned, readOnly, trials.seconds);
    if (!tried.ok() || !hasBulkCopies(session.properties()))
        return tried;
    // As many blocks as keep 128 KiB in flight on a multiprocessor, then more and fewer.
    return tryBulkCopies(session, tuned, bulkWorks(tuned.work, { 4, 6, 2 }), trials);
}

/// Looks for the fastest grid of those that there is time for; reads also by the other paths. The work has passes for
/// one repetition.
Result<Tuned> tuneArrays(RoofSession &session, const MemoryWork &work, double repetitionSeconds)
{
    const Trials trials = trialsFor(session, repetitionSeconds);
    Tuned tuned { work };
    Result<void> tried = tryWorks(session, tuned, gridsFor(work, { 0, 2, 8, 32 }), trials);
    if (tried.ok() && work.pattern == MemoryPattern::Read)
        tried = tryOtherPaths(session, tuned, trials);
    if (!tried.ok())
        return tried.error();
    if (const Result<KernelTime> time = timeOf(session, tuned.work, repetitionSeconds); !time.ok())
        return time.error();
    return tuned;
}

/// Those of which two turns of all blocks fit into three eighths of the cache, over as much as fits into a quarter. If
/// there is none: the one that needs the least.
std::vector<MemoryWork> fittingInto(std::vector<MemoryWork> works, const GpuProperties &properties)
{
    const auto turn = [&properties](const MemoryWork &work) { return bytesInFlight(work, properties.multiprocessors); };
    const MemoryWork smallest = *std::ranges::min_element(works, {}, turn);
    std::erase_if(works, [&](const MemoryWork &work) { return turn(work) > properties.l2Bytes * 3 / 16; });
    if (works.empty())
        works.push_back(smallest);
    for (MemoryWork &work : works)
        work.bytes = std::max<std::int64_t>(1, properties.l2Bytes / 4 / turn(work)) * turn(work);
    return works;
}

/// The same over a larger part of the cache: three eighths.
MemoryWork largerPart(MemoryWork work, const GpuProperties &properties)
{
    const std::int64_t turn = bytesInFlight(work, properties.multiprocessors);
    work.bytes = std::max(work.bytes + turn, properties.l2Bytes * 3 / 8 / turn * turn);
    return work;
}

/// Reads of the second-level cache: each way with its grids.
struct CachedWorks {
    std::vector<MemoryWork> loads;
    std::vector<MemoryWork> bulkCopies; ///< empty if there is no engine for them
};

CachedWorks cachedWorks(const GpuProperties &properties)
{
    MemoryWork work;
    work.cached = true;
    const std::vector<int> blocks { 1, 2, 4 };
    CachedWorks works { fittingInto(gridsFor(work, blocks), properties), {} };
    if (hasBulkCopies(properties))
        works.bulkCopies = fittingInto(bulkWorks(work, blocks), properties);
    return works;
}

/// Bytes that the trials and the larger part read at most.
std::int64_t bytesNeeded(const CachedWorks &works, const GpuProperties &properties)
{
    std::int64_t most = 0;
    for (const std::vector<MemoryWork> &way : { works.loads, works.bulkCopies }) {
        for (const MemoryWork &work : way)
            most = std::max(most, largerPart(work, properties).bytes);
    }
    return most;
}

/// The fastest grid and path.
Result<Tuned> tuneCached(RoofSession &session, const CachedWorks &works)
{
    const Trials trials = trialsFor(session, session.repetitionSeconds());
    Tuned tuned;
    Result<void> tried = tryWorks(session, tuned, works.loads, trials);
    if (tried.ok())
        tried = tryBulkCopies(session, tuned, works.bulkCopies, trials);
    if (!tried.ok())
        return tried.error();
    if (const Result<KernelTime> time = timeOf(session, tuned.work, session.repetitionSeconds()); !time.ok())
        return time.error();
    return tuned;
}

/// "%1 triad".
const char *titleOf(MemoryPattern pattern)
{
    switch (pattern) {
    case MemoryPattern::Read:
        return QT_TRANSLATE_NOOP("Phrases", "%1 read");
    case MemoryPattern::Write:
        return QT_TRANSLATE_NOOP("Phrases", "%1 write");
    case MemoryPattern::Copy:
        return QT_TRANSLATE_NOOP("Phrases", "%1 copy");
    case MemoryPattern::Triad:
        break;
    }
    return QT_TRANSLATE_NOOP("Phrases", "%1 triad");
}

Roof newRoof(ComposedText name, MemoryLevel level, MemoryPattern pattern, std::int64_t capacityBytes = 0)
{
    Roof roof;
    roof.limit = MemoryLimit { level, pattern, capacityBytes };
    roof.setName(std::move(name));
    return roof;
}

Result<void> measureArrays(RoofSession &session, Roof roof, const Tuned &tuned)
{
    const MemoryWork &work = tuned.work;
    roof.instructions = instructionsOf(tuned);
    roof.data = QT_TRANSLATE_NOOP("Phrases", "random numbers");
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
    const Result<Tuned> tuned = tuneArrays(session, work, seconds);
    if (!tuned.ok())
        return tuned.error();
    Roof roof = newRoof(composedText(titleOf(pattern), { "DRAM" }), MemoryLevel::Dram, pattern);
    setTheory(roof, theoreticalDram(session.properties()));
    if (isSmallArray(bytes.value(), session.properties().l2Bytes))
        roof.flags.emplace_back("small_arrays");
    return measureArrays(session, std::move(roof), tuned.value());
}

Result<void> measureL2(RoofSession &session)
{
    const Result<std::int64_t> reserved = reserveArrays(session);
    if (!reserved.ok())
        return reserved.error();
    const GpuProperties &properties = session.properties();
    const CachedWorks works = cachedWorks(properties);
    if (bytesNeeded(works, properties) > reserved.value())
        return tooLittleMemory();
    const Result<Tuned> tuned = tuneCached(session, works);
    if (!tuned.ok())
        return tuned.error();
    MemoryWork larger = largerPart(tuned.value().work, properties);
    const Result<KernelTime> time = timeOf(session, larger, session.repetitionSeconds());
    if (!time.ok())
        return time.error();
    Roof roof = newRoof(composedText(titleOf(MemoryPattern::Read), { "L2" }), MemoryLevel::L2, MemoryPattern::Read,
                        properties.l2Bytes);
    if (bytesOf(larger) / time.value().seconds < (1 - plateauTolerance) * tuned.value().rate)
        roof.flags.emplace_back("no_plateau");
    return measureArrays(session, std::move(roof), tuned.value());
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
    Roof roof = newRoof(
        composedText(titleOf(MemoryPattern::Read), { composedText(QT_TRANSLATE_NOOP("Phrases", "Shared memory")) }),
        MemoryLevel::Shared, MemoryPattern::Read);
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
    Roof roof = newRoof(composedText(toDevice ? QT_TRANSLATE_NOOP("Phrases", "PCIe to device")
                                              : QT_TRANSLATE_NOOP("Phrases", "PCIe from device")),
                        MemoryLevel::Pcie, toDevice ? MemoryPattern::Read : MemoryPattern::Write);
    roof.instructions = "copy engine, pinned memory";
    return session.measure(std::move(roof), static_cast<double>(bytes),
                           [&session, direction] { return session.gpu().runCopy(direction, 1); });
}

} // namespace rooflight::cuda
