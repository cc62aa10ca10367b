// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/sizes.h"
#include "core/roofs/cuda/theoretical.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

/// The fastest way to do the work, and how fast each path was at its best.
struct Tuned {
    MemoryWork work;
    double rate = 0; ///< B/s
    std::array<double, 3> pathRates {}; ///< in the order of ReadPath; 0: not tried
};

/// Times a way to do the work, and keeps it where no other was faster.
Result<void> tryWork(RoofSession &session, Tuned &tuned, MemoryWork work, double repetitionSeconds)
{
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

/// Large copies first, in as many blocks as keep 128 KiB in flight on a multiprocessor.
std::vector<MemoryWork> bulkWorks(const MemoryWork &work)
{
    std::vector<MemoryWork> works;
    for (const int blocks : { 4, 6, 2 }) {
        for (const int kibibytes : { 16, 8, 4 }) {
            works.push_back(work);
            works.back().path = ReadPath::BulkCopies;
            works.back().bulkBytes = kibibytes << 10;
            works.back().blocksPerMultiprocessor = blocks;
        }
    }
    return works;
}

/// A failure leaves the other paths as they are, unless the GPU is gone with it.
Result<void> tryBulkCopies(RoofSession &session, Tuned &tuned, double repetitionSeconds, double deadline)
{
    bool isFirst = true;
    for (const MemoryWork &work : bulkWorks(tuned.work)) {
        if (!std::exchange(isFirst, false) && session.now() > deadline)
            break;
        Result<void> tried = tryWork(session, tuned, work, repetitionSeconds);
        if (!tried.ok() && tried.error().code == ErrorCode::DeviceMissing)
            return tried;
        if (!tried.ok()) {
            session.note("No memory was read by bulk copies: " + tried.error().text);
            break;
        }
    }
    return {};
}

/// Looks for the fastest of these grids that there is time for; reads also by the other paths. The work has passes for
/// one repetition.
Result<Tuned> tune(RoofSession &session, const MemoryWork &work, const std::vector<int> &blocks,
                   double repetitionSeconds)
{
    const double deadline = session.tuningDeadline();
    const double trialSeconds = repetitionSeconds / 8;
    Tuned tuned { work };
    for (const MemoryWork &grid : gridsFor(work, blocks)) {
        if (tuned.rate > 0 && session.now() > deadline)
            break;
        if (const Result<void> tried = tryWork(session, tuned, grid, trialSeconds); !tried.ok())
            return tried.error();
    }
    if (work.pattern == MemoryPattern::Read) {
        MemoryWork readOnly = tuned.work;
        readOnly.path = ReadPath::ReadOnly;
        if (const Result<void> tried = tryWork(session, tuned, readOnly, trialSeconds); !tried.ok())
            return tried.error();
        if (hasBulkCopies(session.properties())) {
            if (const Result<void> tried = tryBulkCopies(session, tuned, trialSeconds, deadline); !tried.ok())
                return tried.error();
        }
    }
    if (const Result<KernelTime> time = timeOf(session, tuned.work, repetitionSeconds); !time.ok())
        return time.error();
    return tuned;
}

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
    const Result<Tuned> tuned = tune(session, work, { 0, 2, 8, 32 }, seconds);
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
    const auto workingSet = [&session, arrayBytes = reserved.value()](std::int64_t eighths) {
        const std::int64_t granules = session.properties().l2Bytes * eighths / 8 / memoryGranule;
        return std::clamp(granules * memoryGranule, memoryGranule, arrayBytes);
    };
    MemoryWork work;
    work.cached = true;
    work.bytes = workingSet(2);
    const Result<Tuned> quarter = tune(session, work, { 1, 2, 4 }, session.repetitionSeconds());
    if (!quarter.ok())
        return quarter.error();
    MemoryWork larger = quarter.value().work;
    larger.bytes = workingSet(3);
    const Result<KernelTime> time = timeOf(session, larger, session.repetitionSeconds());
    if (!time.ok())
        return time.error();
    Roof roof = newRoof(composedText(titleOf(MemoryPattern::Read), { "L2" }), MemoryLevel::L2, MemoryPattern::Read,
                        session.properties().l2Bytes);
    if (bytesOf(larger) / time.value().seconds < (1 - plateauTolerance) * quarter.value().rate)
        roof.flags.emplace_back("no_plateau");
    return measureArrays(session, std::move(roof), quarter.value());
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

} // namespace ridgepoint::cuda
