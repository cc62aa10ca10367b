// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#ifdef __CUDACC__
#define ROOFLIGHT_HOST_DEVICE __host__ __device__
#define ROOFLIGHT_NOT_UNROLLED _Pragma("unroll 1")
#else
#define ROOFLIGHT_HOST_DEVICE
#define ROOFLIGHT_NOT_UNROLLED
#endif

/// Which block reads what. Without any instruction of a GPU, so that tests can run it.
namespace rooflight::cuda::kernels {

/// Pieces of an array that one block reads in a pass.
struct PieceShare {
    int first = 0;
    int stride = 1;
    int count = 1;

    [[nodiscard]] ROOFLIGHT_HOST_DEVICE int piece(int i) const { return first + i * stride; }
};

/// Every `blocks`-th piece: all blocks go through the array together.
ROOFLIGHT_HOST_DEVICE inline PieceShare everyNth(int block, int blocks, int pieces)
{
    return { block, blocks, (pieces - block + blocks - 1) / blocks };
}

/// Pieces next to each other that no other block reads, as many for each block; `pieces` is a multiple of `blocks`. Two
/// multiprocessors that ask for the same line at almost the same time have it read from the second-level cache once:
/// blocks that share pieces read up to a third more than that cache gives.
ROOFLIGHT_HOST_DEVICE inline PieceShare ownPieces(int block, int blocks, int pieces)
{
    const int count = pieces / blocks;
    return { block * count, 1, count };
}

} // namespace rooflight::cuda::kernels
