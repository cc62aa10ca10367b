// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/bulk_ring.h"
#include "core/roofs/cuda/module/kernels.h"

#include <algorithm>

#include <cuda/ptx>

namespace rooflight::cuda::kernels {

namespace {

constexpr int smallestCopy = 4 << 10;
constexpr int largestCopy = 16 << 10;
constexpr int firstArchitecture = 90;

#if __CUDA_ARCH__ >= 900

constexpr int maximumSlots = bulkRingBytes / smallestCopy;

/// A wait this long (about 0.15 s) means that a copy never ends. The kernel then gives up; having taken that long for
/// so little, its path is never the fastest.
constexpr long long longestWaitCycles = 1LL << 28;

/// Copies into shared memory, each slot with a barrier that counts the bytes that have arrived.
struct SharedRing {
    const char *source;
    char *memory;
    std::uint64_t *arrivals;
    std::uint32_t bytes;

    __device__ void prepare(int slots) const
    {
#pragma unroll 1
        for (int slot = 0; slot < slots; ++slot)
            ::cuda::ptx::mbarrier_init(arrivals + slot, 1);
        ::cuda::ptx::fence_mbarrier_init(::cuda::ptx::sem_release, ::cuda::ptx::scope_cluster);
        ::cuda::ptx::fence_proxy_async(::cuda::ptx::space_shared);
    }

    __device__ void ask(int slot, int piece) const
    {
        ::cuda::ptx::mbarrier_arrive_expect_tx(::cuda::ptx::sem_release, ::cuda::ptx::scope_cta,
                                               ::cuda::ptx::space_shared, arrivals + slot, bytes);
        ::cuda::ptx::cp_async_bulk(::cuda::ptx::space_cluster, ::cuda::ptx::space_global, memory + slot * bytes,
                                   source + static_cast<long long>(piece) * bytes, bytes, arrivals + slot);
    }

    __device__ bool await(int slot, unsigned parity) const
    {
        if (::cuda::ptx::mbarrier_try_wait_parity(arrivals + slot, parity))
            return true;
        const long long start = clock64();
        while (!::cuda::ptx::mbarrier_try_wait_parity(arrivals + slot, parity)) {
            if (clock64() - start > longestWaitCycles)
                return false;
        }
        return true;
    }
};

#endif

struct BulkRead {
    int pieces;
    unsigned bytes; ///< of a piece
    int passes;
    bool own; ///< each block has pieces of its own
    int slots; ///< copies in flight at once
};

/// One thread asks and waits; the copy engine of its multiprocessor does the rest.
__global__ void __launch_bounds__(1) readBulk(const float4 *a, BulkRead read, unsigned never, unsigned *sink)
{
#if __CUDA_ARCH__ >= 900
    __shared__ alignas(128) char memory[bulkRingBytes];
    __shared__ std::uint64_t arrivals[maximumSlots];
    const auto block = static_cast<int>(blockIdx.x);
    const auto blocks = static_cast<int>(gridDim.x);
    const PieceShare share = read.own ? ownPieces(block, blocks, read.pieces) : everyNth(block, blocks, read.pieces);
    SharedRing ring { reinterpret_cast<const char *>(a), memory, arrivals, read.bytes };
    ring.prepare(read.slots);
    readThroughRing(share, read.passes, read.slots, ring);
    unsigned sum = 0;
#pragma unroll 1
    for (int slot = 0; slot < read.slots; ++slot)
        sum ^= *reinterpret_cast<const unsigned *>(memory + slot * read.bytes);
    if (sum == never)
        *sink = sum;
#endif
}

/// Code for older devices holds an empty kernel, which would be infinitely fast.
cudaError_t checkCode()
{
    cudaFuncAttributes attributes {};
    const cudaError_t status = cudaFuncGetAttributes(&attributes, readBulk);
    if (status != cudaSuccess)
        return status;
    return attributes.ptxVersion < firstArchitecture ? cudaErrorInvalidDeviceFunction : cudaSuccess;
}

bool isBulkSize(int bytes)
{
    return bytes >= smallestCopy && bytes <= largestCopy && bulkRingBytes % bytes == 0;
}

} // namespace

cudaError_t prepareBulkReads()
{
    if (const cudaError_t status = checkCode(); status != cudaSuccess)
        return status;
    // As many blocks at once as shared memory holds, rather than a large first-level cache that has no use.
    return cudaFuncSetAttribute(readBulk, cudaFuncAttributePreferredSharedMemoryCarveout,
                                cudaSharedmemCarveoutMaxShared);
}

cudaError_t bulkReads(const MemoryWork &work, int multiprocessors, const float4 *a, unsigned *sink)
{
    if (work.pattern != MemoryPattern::Read || !isBulkSize(work.bulkBytes) || work.blocksPerMultiprocessor < 1)
        return cudaErrorInvalidValue;
    const BulkRead read { static_cast<int>(work.bytes / work.bulkBytes), static_cast<unsigned>(work.bulkBytes),
                          work.cached ? work.passes : 1, work.cached, bulkRingBytes / work.bulkBytes };
    const int blocks = std::min(work.blocksPerMultiprocessor * multiprocessors, read.pieces);
    constexpr unsigned never = 0x5bd1e995U;
    for (int pass = 0; pass < work.passes; pass += read.passes)
        readBulk<<<blocks, 1>>>(a, read, never, sink);
    return cudaGetLastError();
}

} // namespace rooflight::cuda::kernels
