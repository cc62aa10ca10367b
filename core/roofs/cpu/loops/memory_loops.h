// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roof_terms.h"
#include "core/roofs/cpu/loops/memory_kernels.h"

#include <array>
#include <string_view>

namespace rooflight {

/// Three arrays of as many floats, one thread's part of them; a pattern uses the first ones that it needs.
struct LoopArrays {
    float *a = nullptr;
    float *b = nullptr;
    float *c = nullptr;
    std::size_t floats = 0; ///< a multiple of kernels::blockFloats
};

/// A way through memory. Its bytes are those that it names, whatever the caches move besides.
struct MemoryLoop {
    std::string_view name; ///< "read", "write", "copy", "update", "triad"
    const char *title; ///< pattern of a roof's name: "%1 read"
    MemoryPattern pattern; ///< an update is a copy in place
    int arrays = 0;
    int ways = 0; ///< times that its bytes are those of one array
    bool stores = false;
    void (*run)(const LoopArrays &arrays, std::int64_t passes, kernels::Access access);

    [[nodiscard]] double bytes(std::size_t floats) const { return static_cast<double>(floats * sizeof(float)) * ways; }
};

/// read n, write n, copy 2 n, update (a = s a) 2 n, triad (a = b + s c) 3 n.
extern const std::array<MemoryLoop, 5> memoryLoops;

} // namespace rooflight
