// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/machine/telemetry.h"
#include "core/results/roofs/roof_terms.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// What the measurement of the roofs needs from a GPU. The run-time-loaded module implements it with CUDA, the tests
/// with a simulated device.
namespace rooflight::cuda {

/// Bytes of that many numbers of a matrix operand, without their scales.
[[nodiscard]] std::int64_t operandBytes(Precision precision, std::int64_t count);

/// Bytes of the scales of a matrix operand with rows of `depth` numbers that are summed up: one for each block of 32
/// (Mxfp8) or 16 (Nvfp4), in tiles of 128 rows x 4 as cuBLASLt lays them out; 0 for other precisions.
[[nodiscard]] std::int64_t scaleBytes(Precision precision, std::int64_t rows, std::int64_t depth);

/// Bytes of one element of the product: int8 is summed in 32 bits, 8 and 4-bit floats give bf16, the others themselves.
[[nodiscard]] std::int64_t productBytes(Precision precision);

struct GpuProperties {
    std::string name;
    std::string uuid; ///< "GPU-" and hexadecimal digits, as the driver's own tools print it
    std::string driver; ///< version of the driver; empty if it does not report one
    std::string clockPolicy; ///< Nvml::clockPolicy()
    int computeCapability = 0; ///< 90 for 9.0
    int multiprocessors = 0;
    double clockHz = 0; ///< highest clock of the multiprocessors
    double memoryClockHz = 0;
    int memoryBusBits = 0;
    std::int64_t l2Bytes = 0;
};

struct GpuMemory {
    std::int64_t freeBytes = 0;
    std::int64_t totalBytes = 0;
};

struct KernelTime {
    double seconds = 0; ///< between two events around the work
    double cycles = 0; ///< from a multiprocessor's first start to its last end, their median; 0 if not counted
    std::optional<Telemetry>
        telemetry; ///< begun while this or earlier work ran since release(); at most 20 times a second
};

/// Register-only chains x = x x + c on 256 threads a block.
struct FmaWork {
    Precision precision = Precision::Fp32; ///< Fp64, Fp32, Fp16 or Bf16; the last two in pairs
    int chains = 8; ///< independent ones of a thread: 4, 8 or 16
    int blocksPerMultiprocessor = 8;
    int rounds = 1;
};
inline constexpr int fmaThreads = 256;
inline constexpr int fmaStepsPerRound = 64; ///< of each chain

/// A multiply-add is two.
[[nodiscard]] double flopOf(const FmaWork &work, int multiprocessors);

/// Register-only chains x = 2^-x of the special function units, 8 a thread, 256 threads a block.
struct SpecialWork {
    int blocksPerMultiprocessor = 4;
    int rounds = 1;
};
inline constexpr int specialThreads = 256;
inline constexpr int specialChains = 8;
inline constexpr int specialStepsPerRound = 64; ///< of each chain

/// A result is one.
[[nodiscard]] double flopOf(const SpecialWork &work, int multiprocessors);

/// How a read reaches a multiprocessor.
enum class ReadPath {
    Loads, ///< 16-byte loads past the first-level cache (ld.global.cg)
    ReadOnly, ///< the same as of constant data (ld.global.nc), which go through texture units
    BulkCopies ///< the copy engine fills shared memory (cp.async.bulk); if hasBulkCopies()
};

/// Streams over the reserved arrays in 16-byte accesses that bypass the first-level cache, or in bulk copies.
struct MemoryWork {
    MemoryPattern pattern = MemoryPattern::Read;
    std::int64_t bytes =
        0; ///< of each array, from its start; a multiple of memoryGranule, if cached of bytesInFlight()
    int passes = 1;
    bool cached = false; ///< true: all passes in one kernel, each block over a part of its own (Read, not ReadOnly)
    int threads = 256; ///< a block: 256, 512 or 1024
    int accesses = 4; ///< in flight a thread: 4 or 8
    int blocksPerMultiprocessor = 0; ///< 0: a block for each piece of the array
    ReadPath path = ReadPath::Loads; ///< any other: Read only
    int bulkBytes = 0; ///< of one bulk copy: 4, 8 or 16 KiB; bulkRingBytes are in flight a block, whatever else is set
};
inline constexpr int bulkRingBytes = 32 << 10;
inline constexpr std::int64_t memoryGranule = std::int64_t(1) << 20;

/// Whether the multiprocessors have an engine for bulk copies: compute capability 9.0 and newer.
[[nodiscard]] bool hasBulkCopies(const GpuProperties &properties);

/// Bytes that the pattern names, whatever the caches move.
[[nodiscard]] double bytesOf(const MemoryWork &work);

/// Bytes that all blocks of a read ask for at once; it has blocksPerMultiprocessor.
[[nodiscard]] std::int64_t bytesInFlight(const MemoryWork &work, int multiprocessors);

/// Whether each block can have a part of its own: a read, past the first-level cache, of a multiple of bytesInFlight().
[[nodiscard]] bool canBeCached(const MemoryWork &work, int multiprocessors);

/// 16-byte reads from shared memory, without bank conflicts.
struct SharedWork {
    int threads = 256;
    int blocksPerMultiprocessor = 4;
    int rounds = 1;
};
inline constexpr int sharedStepsPerRound = 64;
[[nodiscard]] double bytesOf(const SharedWork &work, int multiprocessors);

/// Product of an m x k and a k x n matrix.
struct MatrixShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    bool operator==(const MatrixShape &) const = default;
};
[[nodiscard]] double flopOf(const MatrixShape &shape);

enum class CopyDirection { ToDevice, FromDevice };

/// Errors of all of these: OutOfMemory or Internal, which leave the GPU usable, or DeviceMissing, which does not.
class Gpu
{
public:
    virtual ~Gpu() = default;

    [[nodiscard]] virtual const GpuProperties &properties() const = 0;
    [[nodiscard]] virtual Result<GpuMemory> memory() = 0;
    [[nodiscard]] virtual Telemetry telemetry() = 0; ///< now

    /// Why there is no telemetry; empty if there is.
    [[nodiscard]] virtual std::string telemetryGap() const = 0;

    [[nodiscard]] virtual Result<KernelTime> runFma(const FmaWork &work) = 0;
    [[nodiscard]] virtual Result<KernelTime> runShared(const SharedWork &work) = 0;
    [[nodiscard]] virtual Result<KernelTime> runSpecial(const SpecialWork &work) = 0;

    /// Three arrays of this size, filled with random numbers.
    [[nodiscard]] virtual Result<void> reserveArrays(std::int64_t bytes) = 0;
    [[nodiscard]] virtual Result<KernelTime> runMemory(const MemoryWork &work) = 0;

    /// Why there are no matrix products; empty if there are.
    [[nodiscard]] virtual std::string matrixGap() = 0;

    /// Operands with normal random numbers (mean 0, deviation 1; int8: 32; Nvfp4: 3) and scales of 1, and the
    /// library's best guesses at an algorithm, each of which has run once. Gives their number: 0 when the library has
    /// none.
    [[nodiscard]] virtual Result<int> prepareMatrix(Precision precision, const MatrixShape &shape) = 0;

    /// Runs this many products in a row with one of the algorithms.
    [[nodiscard]] virtual Result<KernelTime> runMatrix(int algorithm, int products) = 0;

    /// Seconds are those of all launches together. Any pattern but Operator.
    [[nodiscard]] virtual Result<KernelTime> runEmpty(LaunchPattern pattern, int launches) = 0;

    /// Locked host memory, and as much on the device.
    [[nodiscard]] virtual Result<void> reserveTransfer(std::int64_t bytes) = 0;
    [[nodiscard]] virtual Result<KernelTime> runCopy(CopyDirection direction, int copies) = 0;

    /// Frees what was reserved or prepared.
    virtual void release() = 0;
};

} // namespace rooflight::cuda
