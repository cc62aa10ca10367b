// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"
#include "core/service/experiments/benchmark_variant.h"

#include <utility>

namespace rooflight {

namespace {

/// How far one process came.
struct DoubledBatches {
    std::int64_t best = 0;
    bool hasTimedLarger = false;
    std::optional<Error> end; ///< what it ended by, if by a failure
};

LargerBatch failedBy(ComposedText failure)
{
    LargerBatch failed;
    failed.obstacle = RemedyObstacle::Failed;
    failed.failure = std::move(failure);
    return failed;
}

LargerBatch without(RemedyObstacle obstacle)
{
    LargerBatch none;
    none.obstacle = obstacle;
    return none;
}

Result<void> setBatch(BenchmarkPool &pool, BenchmarkProcess &process, std::int64_t items)
{
    const Result<BenchmarkResponse> set = pool.ask(process, { .task = BenchmarkTask::SetBatch, .count = items });
    return set.ok() ? Result<void>() : set.error();
}

Result<double> runNs(BenchmarkPool &pool, BenchmarkProcess &process, std::int64_t items)
{
    constexpr int calls = 3;
    const Result<void> set = setBatch(pool, process, items);
    return set.ok() ? pool.medianNs(process, calls) : set.error();
}

DoubledBatches doubleFrom(std::int64_t base, BenchmarkPool &pool, BenchmarkProcess &process, double longestRunNs)
{
    constexpr double worthwhile = 0.98;
    constexpr std::int64_t maxItems = 1024;
    DoubledBatches tried;
    tried.best = base;
    double bestNs = 0;
    for (std::int64_t items = base; items <= base * maxItems; items *= 2) {
        const Result<double> run = runNs(pool, process, items);
        if (!run.ok()) {
            tried.end = run.error();
            break;
        }
        tried.hasTimedLarger = items > base;
        const double ns = run.value() / static_cast<double>(items);
        if (tried.hasTimedLarger && ns >= bestNs * worthwhile)
            break;
        tried.best = items;
        bestNs = ns;
        if (run.value() * 2 > longestRunNs)
            break;
    }
    return tried;
}

/// Why there is none: only of one that was timed it is known that it is not faster.
LargerBatch reasonOf(const DoubledBatches &tried)
{
    if (tried.hasTimedLarger)
        return without(RemedyObstacle::NoLargerBatch);
    return failedBy(tried.end ? sentenceOf(*tried.end) : phraseWith(phrases::largerTooLong, {}));
}

} // namespace

/// A batch that fails ends the process: the best one is then set in another. Either makes the inputs itself, as it is
/// to make those of other batches.
LargerBatch searchLargerBatch(BenchmarkPool &pool, const RunSetup &setup, double longestRunNs)
{
    Result<BenchmarkVariant> loaded = loadVariant(pool, setup, {});
    if (!loaded.ok())
        return failedBy(sentenceOf(loaded.error()));
    BenchmarkVariant variant = std::move(loaded).value();
    const Result<BenchmarkResponse> known = pool.ask(*variant.process, { .task = BenchmarkTask::SetBatch });
    if (!known.ok())
        return failedBy(sentenceOf(known.error()));
    const std::int64_t base = known.value().items;
    if (!known.value().hasBatch || base <= 0) {
        variant.process->end();
        return without(RemedyObstacle::NoBatch);
    }
    const DoubledBatches tried = doubleFrom(base, pool, *variant.process, longestRunNs);
    if (tried.best == base) {
        variant.process->end();
        return reasonOf(tried);
    }
    Result<void> set = setBatch(pool, *variant.process, tried.best);
    if (!set.ok()) {
        Result<BenchmarkVariant> other = loadVariant(pool, setup, {});
        if (!other.ok())
            return failedBy(sentenceOf(other.error()));
        variant = std::move(other).value();
        set = setBatch(pool, *variant.process, tried.best);
    }
    if (!set.ok())
        return failedBy(sentenceOf(set.error()));
    variant.items = tried.best;
    LargerBatch found;
    found.variant = std::move(variant);
    found.base = base;
    return found;
}

} // namespace rooflight
