// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/module/piece_share.h"

/// The order in which a block reads by bulk copies. Without any instruction of a GPU, so that tests can run it.
namespace rooflight::cuda::kernels {

/// Asks for every piece of the share once a pass, `slots` copies in flight at once. `ring.ask(slot, piece)` starts a
/// copy into a slot of shared memory; `ring.await(slot, parity)` waits for the end of its copy, the first of a slot
/// with parity 0, then 1, 0, 1..., and is false if it does not come, which ends everything.
template<typename Ring>
ROOFLIGHT_HOST_DEVICE inline void readThroughRing(const PieceShare &share, int passes, int slots, Ring &ring)
{
    const long long copies = static_cast<long long>(share.count) * passes;
    int next = 0;
    const auto askFor = [&](int slot) {
        ring.ask(slot, share.piece(next));
        if (++next == share.count)
            next = 0;
    };
    ROOFLIGHT_NOT_UNROLLED
    for (int slot = 0; slot < slots && slot < copies; ++slot)
        askFor(slot);
    int slot = 0;
    unsigned parity = 0;
    ROOFLIGHT_NOT_UNROLLED
    for (long long left = copies; left > 0; --left) {
        if (!ring.await(slot, parity))
            return;
        if (left > slots)
            askFor(slot);
        if (++slot == slots) {
            slot = 0;
            parity ^= 1;
        }
    }
}

} // namespace rooflight::cuda::kernels
