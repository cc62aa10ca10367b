// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/roof_session.h"
#include "core/roofs/cuda/sizes.h"
#include "core/roofs/cuda/theoretical.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight::cuda {

namespace {

constexpr int maximumPasses = 1 << 20;

/// The fastest way to do the work, and how fast each path was at its best.
struct Tuned {
    MemoryWork work;
    double rate = 0; ///< B/s
    std::array<double, 3> pathRates {}; ///< in the order of ReadPath; 0: not tried
};

/// How long a trial takes, and when the last one may begin.
struct Trials {
    double seconds = 0;
    double deadline = 0;
};

std::string_view nameOf(ReadPath path)
{
    switch (path) {
    case ReadPath::ReadOnly:
        return "by the read-only path";
    case ReadPath::BulkCopies:
        return "by bulk copies";
    default:
        return "by plain accesses";
    }
}

std::string gridOf(const MemoryWork &work)
{
    std::string blocks = work.blocksPerMultiprocessor > 0
        ? std::to_string(work.blocksPerMultiprocessor) + " blocks a multiprocessor"
        : "a block a piece";
    if (work.path == ReadPath::BulkCopies)
        return "bulk copies of " + std::to_string(work.bulkBytes >> 10) + " KiB to shared memory, "
            + std::to_string(bulkRingBytes / work.bulkBytes) + " in flight a block, " + std::move(blocks);
    const std::string accesses =
        work.path == ReadPath::ReadOnly ? "16-byte accesses by the read-only path, " : "16-byte accesses, ";
    return accesses + std::to_string(work.accesses) + " in flight a thread, " + std::to_string(work.threads)
        + " threads, " + std::move(blocks);
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

/// The work by plain accesses: each number of threads and accesses with each of these numbers of blocks.
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

Trials trialsFor(const RoofSession &session, double repetitionSeconds)
{
    return { repetitionSeconds / 8, session.tuningDeadline() };
}

/// Times a way to do the work, and keeps it if no other was faster.
Result<void> tryWork(RoofSession &session, Tuned &tuned, const MemoryWork &way, double repetitionSeconds)
{
    MemoryWork work = way;
    const Result<KernelTime> time = timeOf(session, work, repetitionSeconds);
    if (!time.ok())
        return time.error();
    const double rate = bytesOf(work) / time.value().seconds;
    double &ofPath = tuned.pathRates.at(static_cast<std::size_t>(work.path));
    ofPath = std::max(ofPath, rate);
    if (rate > tuned.rate) {
        tuned.rate = rate;
        tuned.work = work;
    }
    return {};
}

/// The work by bulk copies, large ones first.
std::vector<MemoryWork> bulkWorks(const MemoryWork &work, const std::vector<int> &blocks)
{
    std::vector<MemoryWork> works;
    for (const int each : blocks) {
        for (const int kibibytes : { 16, 8, 4 }) {
            works.push_back(work);
            works.back().path = ReadPath::BulkCopies;
            works.back().bulkBytes = kibibytes << 10;
            works.back().blocksPerMultiprocessor = each;
        }
    }
    return works;
}

/// A failure leaves the other paths as they are, unless the GPU is gone with it.
Result<void> tryBulkCopies(RoofSession &session, Tuned &tuned, const std::vector<MemoryWork> &works,
                           const Trials &trials)
{
    bool isFirst = true;
    for (const MemoryWork &work : works) {
        if (!std::exchange(isFirst, false) && session.now() > trials.deadline)
            break;
        Result<void> tried = tryWork(session, tuned, work, trials.seconds);
        if (!tried.ok() && tried.error().code == ErrorCode::DeviceMissing)
            return tried;
        if (!tried.ok()) {
            session.note("No memory was read by bulk copies: " + tried.error().text);
            break;
        }
    }
    return {};
}

/// The first of these works, and the others while there is time.
Result<void> tryWorks(RoofSession &session, Tuned &tuned, const std::vector<MemoryWork> &works, const Trials &trials)
{
    for (const MemoryWork &work : works) {
        if (tuned.rate > 0 && session.now() > trials.deadline)
            break;
        if (Result<void> tried = tryWork(session, tuned, work, trials.seconds); !tried.ok())
            return tried;
    }
    return {};
}

/// The grid, and of each path that was slower which part of the rate it reached.
std::string instructionsOf(const Tuned &tuned)
{
    std::string text = gridOf(tuned.work);
    for (const ReadPath path : { ReadPath::Loads, ReadPath::ReadOnly, ReadPath::BulkCopies }) {
        const double rate = tuned.pathRates.at(static_cast<std::size_t>(path));
        if (path != tuned.work.path && rate > 0)
            text += fmt::format("; {} {:.1f} % of this", nameOf(path), 100 * rate / tuned.rate);
    }
    return text;
}

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
