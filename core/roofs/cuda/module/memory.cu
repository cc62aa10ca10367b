// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/piece_share.h"
#include "core/roofs/cuda/module/span.cuh"

namespace rooflight::cuda::kernels {

namespace {

/// Reads that the compiler can neither drop nor move out of a loop, from L2: past the first-level cache.
__device__ uint4 readCached(const float4 *address)
{
    uint4 value;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                 : "l"(address));
    return value;
}

/// The same by the path for data that no kernel writes meanwhile, with more of it fetched at once into the second
/// level.
__device__ uint4 readConstant(const float4 *address)
{
    uint4 value;
#if __CUDA_ARCH__ >= 800
    asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
#else
    asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
#endif
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                 : "l"(address));
    return value;
}

/// The assembler moves other reads out of a loop, whatever the compiler may not do.
__device__ uint4 readShared(unsigned address)
{
    uint4 value;
    asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                 : "r"(address));
    return value;
}

__device__ unsigned xorOf(uint4 value)
{
    return value.x ^ value.y ^ value.z ^ value.w;
}

/// Threads of the largest block; with the bounds below a thread may use 64 registers, enough for 8 vectors in flight.
constexpr int maximumThreads = 1024;

/// A piece is what one block reads at once: `Accesses` vectors a thread, all of them asked for before one is used. With
/// `own` each block has pieces of its own. No block waits for others between two passes.
template<int Accesses, bool ReadOnlyPath>
__global__ void __launch_bounds__(maximumThreads, 1)
    readPieces(const float4 *a, int pieces, int passes, bool own, unsigned never, unsigned *sink)
{
    unsigned sum = 0;
    const long long pieceVectors = static_cast<long long>(blockDim.x) * Accesses;
    const auto block = static_cast<int>(blockIdx.x);
    const auto blocks = static_cast<int>(gridDim.x);
    const PieceShare share = own ? ownPieces(block, blocks, pieces) : everyNth(block, blocks, pieces);
    for (int pass = 0; pass < passes; ++pass) {
#pragma unroll 1
        for (int at = 0; at < share.count; ++at) {
            const float4 *first = a + share.piece(at) * pieceVectors + threadIdx.x;
            uint4 values[Accesses];
#pragma unroll
            for (int i = 0; i < Accesses; ++i)
                values[i] = ReadOnlyPath ? readConstant(first + i * blockDim.x) : readCached(first + i * blockDim.x);
#pragma unroll
            for (int i = 0; i < Accesses; ++i)
                sum ^= xorOf(values[i]);
        }
    }
    if (sum == never)
        *sink = sum;
}

template<int Accesses>
__global__ void __launch_bounds__(maximumThreads, 1) writePieces(float4 *a, int pieces, float number)
{
    const long long pieceVectors = static_cast<long long>(blockDim.x) * Accesses;
    const float x = number + static_cast<float>(threadIdx.x);
    for (int piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
        float4 *first = a + piece * pieceVectors + threadIdx.x;
#pragma unroll
        for (int i = 0; i < Accesses; ++i)
            __stcg(first + i * blockDim.x, make_float4(x, -x, x + static_cast<float>(i), number));
    }
}

template<int Accesses>
__global__ void __launch_bounds__(maximumThreads, 1) copyPieces(float4 *a, const float4 *b, int pieces)
{
    const long long pieceVectors = static_cast<long long>(blockDim.x) * Accesses;
    for (int piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
        const long long first = piece * pieceVectors + threadIdx.x;
        float4 values[Accesses];
#pragma unroll
        for (int i = 0; i < Accesses; ++i)
            values[i] = __ldcg(b + first + i * blockDim.x);
#pragma unroll
        for (int i = 0; i < Accesses; ++i)
            __stcg(a + first + i * blockDim.x, values[i]);
    }
}

__device__ float4 triadOf(float4 b, float4 c, float scale)
{
    return make_float4(fmaf(scale, c.x, b.x), fmaf(scale, c.y, b.y), fmaf(scale, c.z, b.z), fmaf(scale, c.w, b.w));
}

/// Both operands count as accesses in flight.
template<int Accesses>
__global__ void __launch_bounds__(maximumThreads, 1)
    triadPieces(float4 *a, const float4 *b, const float4 *c, float scale, int pieces)
{
    const long long pieceVectors = static_cast<long long>(blockDim.x) * Accesses;
    for (int piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
        const long long first = piece * pieceVectors + threadIdx.x;
        float4 bs[Accesses];
        float4 cs[Accesses];
#pragma unroll
        for (int i = 0; i < Accesses; ++i) {
            bs[i] = __ldcg(b + first + i * blockDim.x);
            cs[i] = __ldcg(c + first + i * blockDim.x);
        }
#pragma unroll
        for (int i = 0; i < Accesses; ++i)
            __stcg(a + first + i * blockDim.x, triadOf(bs[i], cs[i], scale));
    }
}

struct Grid {
    int blocks;
    int pieces;
};

Grid gridFor(const MemoryWork &work, int multiprocessors)
{
    const long long pieceBytes = static_cast<long long>(work.threads) * work.accesses * sizeof(float4);
    const long long pieces = work.bytes / pieceBytes;
    const long long wanted = work.blocksPerMultiprocessor > 0
        ? static_cast<long long>(work.blocksPerMultiprocessor) * multiprocessors
        : pieces;
    return { static_cast<int>(wanted < pieces ? wanted : pieces), static_cast<int>(pieces) };
}

template<int Accesses, bool ReadOnlyPath>
void launchRead(const Grid &grid, const MemoryWork &work, const float4 *a, unsigned *sink)
{
    constexpr unsigned never =
        0x5bd1e995U; // of random content one in four billion folds to it, and then writes one word
    const int passes = work.cached ? work.passes : 1;
    readPieces<Accesses, ReadOnlyPath><<<grid.blocks, work.threads>>>(a, grid.pieces, passes, work.cached, never, sink);
}

template<int Accesses>
cudaError_t launch(const MemoryWork &work, int multiprocessors, float4 *a, float4 *b, float4 *c, unsigned *sink)
{
    const Grid grid = gridFor(work, multiprocessors);
    if (work.cached) {
        launchRead<Accesses, false>(grid, work, a, sink);
        return cudaGetLastError();
    }
    for (int pass = 0; pass < work.passes; ++pass) {
        switch (work.pattern) {
        case MemoryPattern::Read:
            if (work.path == ReadPath::ReadOnly)
                launchRead<Accesses, true>(grid, work, a, sink);
            else
                launchRead<Accesses, false>(grid, work, a, sink);
            break;
        case MemoryPattern::Write:
            writePieces<Accesses><<<grid.blocks, work.threads>>>(a, grid.pieces, 0.7F);
            break;
        case MemoryPattern::Copy:
            copyPieces<Accesses><<<grid.blocks, work.threads>>>(a, b, grid.pieces);
            break;
        case MemoryPattern::Triad:
            triadPieces<Accesses><<<grid.blocks, work.threads>>>(a, b, c, 1.5F, grid.pieces);
            break;
        }
    }
    return cudaGetLastError();
}

constexpr int sharedThreads = 256;
constexpr int sharedBlocks = 4; ///< at once on one multiprocessor
constexpr int sharedVectors = 4 * sharedThreads;

__global__ void __launch_bounds__(sharedThreads, sharedBlocks)
    readSharedMemory(int rounds, unsigned never, Span *spans, unsigned *sink)
{
    __shared__ uint4 memory[sharedVectors];
    for (unsigned i = threadIdx.x; i < sharedVectors; i += blockDim.x)
        memory[i] = make_uint4(i, i * 2654435761U, i ^ never, ~i);
    const auto base = static_cast<unsigned>(__cvta_generic_to_shared(memory + threadIdx.x));
    unsigned sums[4] = { 0, 0, 0, 0 };

    const unsigned long long start = startSpan();
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < sharedStepsPerRound; ++step) {
            // Few addresses, each a constant away from the first.
            const uint4 value = readShared(base + static_cast<unsigned>(step % 4 * sharedThreads * sizeof(uint4)));
            sums[step % 4] ^= xorOf(value);
        }
    }
    endSpan(spans, start);
    if ((sums[0] ^ sums[1] ^ sums[2] ^ sums[3]) == never)
        *sink = sums[0];
}

} // namespace

cudaError_t launchMemoryKernel(const MemoryWork &work, int multiprocessors, float4 *a, float4 *b, float4 *c,
                               unsigned *sink)
{
    if (work.cached && !canBeCached(work, multiprocessors))
        return cudaErrorInvalidValue;
    if (work.path == ReadPath::BulkCopies)
        return bulkReads(work, multiprocessors, a, sink);
    switch (work.accesses) {
    case 4:
        return launch<4>(work, multiprocessors, a, b, c, sink);
    case 8:
        return launch<8>(work, multiprocessors, a, b, c, sink);
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t sharedReads(const SharedWork &work, int multiprocessors, Span *spans, unsigned *sink)
{
    if (work.threads != sharedThreads)
        return cudaErrorInvalidValue;
    constexpr unsigned never = 0x5bd1e995U;
    readSharedMemory<<<work.blocksPerMultiprocessor * multiprocessors, work.threads>>>(work.rounds, never, spans, sink);
    return cudaGetLastError();
}

} // namespace rooflight::cuda::kernels
