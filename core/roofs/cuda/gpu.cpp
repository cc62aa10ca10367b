// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/gpu.h"

#include <array>

namespace ridgepoint::cuda {

namespace {

struct PrecisionFacts {
    std::string_view name;
    std::int64_t operandBytes;
    std::int64_t productBytes;
    int valuesPerFma; ///< of one instruction of one thread
};

/// In the order of the enumeration.
constexpr std::array<PrecisionFacts, 7> precisionFacts = { {
    { "fp64", 8, 8, 1 },
    { "fp32", 4, 4, 1 },
    { "tf32", 4, 4, 1 },
    { "fp16", 2, 2, 2 },
    { "bf16", 2, 2, 2 },
    { "fp8", 1, 2, 1 },
    { "int8", 1, 4, 1 },
} };

const PrecisionFacts &factsOf(Precision precision)
{
    return precisionFacts.at(static_cast<std::size_t>(precision));
}

constexpr std::array<double, 4> arraysMoved = { 1, 1, 2, 3 };
constexpr double accessBytes = 16;

} // namespace

std::string_view name(Precision precision)
{
    return factsOf(precision).name;
}

std::int64_t operandBytes(Precision precision)
{
    return factsOf(precision).operandBytes;
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

std::string_view name(MemoryPattern pattern)
{
    constexpr std::array<std::string_view, 4> names = { "read", "write", "copy", "triad" };
    return names.at(static_cast<std::size_t>(pattern));
}

double bytesOf(const MemoryWork &work)
{
    return arraysMoved.at(static_cast<std::size_t>(work.pattern)) * static_cast<double>(work.bytes) * work.passes;
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

} // namespace ridgepoint::cuda
