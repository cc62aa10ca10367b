// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#ifdef __CUDACC__
#define RIDGEPOINT_HOST_DEVICE __host__ __device__
#else
#define RIDGEPOINT_HOST_DEVICE
#endif

/// The order in which a block reads by bulk copies. Without any instruction of a GPU, so that tests can run it.
namespace ridgepoint::cuda::kernels {

/// The part of a read that falls to one block: one index runs over the pieces of all passes, and of each `blocks`
/// pieces in a row a block takes one.
struct BulkShare {
    int block = 0;
    int blocks = 1; ///< at most as many as pieces
    int pieces = 1; ///< of a pass
    int passes = 1;
    int slots = 1; ///< copies in flight at once
};

/// Asks for every piece of the share once a pass. `ring.ask(slot, piece)` starts a copy into a slot of shared memory;
/// `ring.await(slot, parity)` waits for the end of its copy, the first of a slot with parity 0, then 1, 0, 1..., and is
/// false where it does not come, which ends everything.
template<typename Ring> RIDGEPOINT_HOST_DEVICE inline void readThroughRing(const BulkShare &share, Ring &ring)
{
    const long long mine = static_cast<long long>(share.pieces) * share.passes - share.block;
    const long long ahead = static_cast<long long>(share.slots) * share.blocks;
    int piece = share.block;
    const auto askFor = [&](int slot) {
        ring.ask(slot, piece);
        piece += share.blocks;
        if (piece >= share.pieces)
            piece -= share.pieces;
    };
    for (int slot = 0; slot < share.slots && static_cast<long long>(slot) * share.blocks < mine; ++slot)
        askFor(slot);
    int slot = 0;
    unsigned parity = 0;
    for (long long left = mine; left > 0; left -= share.blocks) {
        if (!ring.await(slot, parity))
            return;
        if (left > ahead)
            askFor(slot);
        if (++slot == share.slots) {
            slot = 0;
            parity ^= 1;
        }
    }
}

} // namespace ridgepoint::cuda::kernels
