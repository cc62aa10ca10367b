// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/memory_trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace rooflight::cuda {

namespace {

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

} // namespace

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

Trials trialsFor(const RoofSession &session, double repetitionSeconds)
{
    return { repetitionSeconds / 8, session.tuningDeadline() };
}

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

} // namespace rooflight::cuda
