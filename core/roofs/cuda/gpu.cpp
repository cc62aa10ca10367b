// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/gpu.h"

#include <array>

namespace rooflight::cuda {

namespace {

struct PrecisionFacts {
    std::int64_t operandBits;
    std::int64_t productBytes;
    int valuesPerFma; ///< of one instruction of one thread
    std::int64_t valuesPerScale; ///< 0: no scales
};

/// In the order of the enumeration.
constexpr std::array<PrecisionFacts, 9> precisionFacts = { {
    { 64, 8, 1, 0 },
    { 32, 4, 1, 0 },
    { 32, 4, 1, 0 },
    { 16, 2, 2, 0 },
    { 16, 2, 2, 0 },
    { 8, 2, 1, 0 },
    { 8, 4, 1, 0 },
    { 8, 2, 1, 32 },
    { 4, 2, 1, 16 },
} };
constexpr std::int64_t bitsPerByte = 8;
constexpr std::int64_t scaleTileRows = 128;
constexpr std::int64_t scaleTileColumns = 4;

std::int64_t roundedUp(std::int64_t value, std::int64_t step)
{
    return (value + step - 1) / step * step;
}

const PrecisionFacts &factsOf(Precision precision)
{
    return precisionFacts.at(static_cast<std::size_t>(precision));
}

constexpr std::array<double, 4> arraysMoved = { 1, 1, 2, 3 }; ///< in the order of MemoryPattern
constexpr int accessBytes = 16;
constexpr int firstWithBulkCopies = 90;

} // namespace

std::int64_t operandBytes(Precision precision, std::int64_t count)
{
    return count * factsOf(precision).operandBits / bitsPerByte;
}

std::int64_t scaleBytes(Precision precision, std::int64_t rows, std::int64_t depth)
{
    const std::int64_t values = factsOf(precision).valuesPerScale;
    if (values == 0)
        return 0;
    return roundedUp(rows, scaleTileRows) * roundedUp((depth + values - 1) / values, scaleTileColumns);
}

std::int64_t productBytes(Precision precision)
{
    return factsOf(precision).productBytes;
}

double flopOf(const FmaWork &work, int multiprocessors)
{
    const double threads = static_cast<double>(multiprocessors) * work.blocksPerMultiprocessor * fmaThreads;
    const double steps = static_cast<double>(work.rounds) * fmaStepsPerRound * work.chains;
    return 2 * threads * steps * factsOf(work.precision).valuesPerFma;
}

double flopOf(const SpecialWork &work, int multiprocessors)
{
    const double threads = static_cast<double>(multiprocessors) * work.blocksPerMultiprocessor * specialThreads;
    return threads * work.rounds * specialStepsPerRound * specialChains;
}

bool hasBulkCopies(const GpuProperties &properties)
{
    return properties.computeCapability >= firstWithBulkCopies;
}

double bytesOf(const MemoryWork &work)
{
    return arraysMoved.at(static_cast<std::size_t>(work.pattern)) * static_cast<double>(work.bytes) * work.passes;
}

std::int64_t bytesInFlight(const MemoryWork &work, int multiprocessors)
{
    const std::int64_t ofBlock =
        work.path == ReadPath::BulkCopies ? bulkRingBytes : std::int64_t(accessBytes) * work.threads * work.accesses;
    return ofBlock * work.blocksPerMultiprocessor * multiprocessors;
}

bool canBeCached(const MemoryWork &work, int multiprocessors)
{
    return work.pattern == MemoryPattern::Read && work.path != ReadPath::ReadOnly && work.blocksPerMultiprocessor > 0
        && work.bytes > 0 && work.bytes % bytesInFlight(work, multiprocessors) == 0;
}

double bytesOf(const SharedWork &work, int multiprocessors)
{
    const double threads = static_cast<double>(multiprocessors) * work.blocksPerMultiprocessor * work.threads;
    return threads * work.rounds * sharedStepsPerRound * accessBytes;
}

double flopOf(const MatrixShape &shape)
{
    return 2 * static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.k);
}

} // namespace rooflight::cuda
