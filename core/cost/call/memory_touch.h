// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/cost/call/memory_region.h"
#include "core/cost/call/operator_call.h"

#include <cstdint>
#include <vector>

namespace rooflight {

/// Bytes that one operator call moves.
struct OperatorBytes {
    std::int64_t read = 0;
    std::int64_t written = 0;

    bool operator==(const OperatorBytes &) const = default;
};

/// What one operator call touches of a piece of memory: all of it, or of a table, say, only the rows that it picks.
struct MemoryTouch {
    MemoryRegion region; ///< the piece; without a storage if that is unknown
    Count read; ///< bytes
    Count written; ///< bytes

    /// Distinct bytes: what is changed in place counts once.
    [[nodiscard]] Count bytes() const;

    bool operator==(const MemoryTouch &) const = default;
};

/// The touches of one call: reads in the order of its arguments, then writes.
class MemoryTouches
{
public:
    /// All of a tensor; the same memory again adds nothing.
    void read(const TensorValue &tensor) { addWhole(tensor, &MemoryTouch::read); }
    void write(const TensorValue &tensor) { addWhole(tensor, &MemoryTouch::written); }
    /// Adds this many bytes of a tensor, whatever else of it is touched.
    void add(const TensorValue &tensor, Count read, Count written);

    /// Makes the sums those given: touches are scaled down; what is missing is added as memory without a storage.
    void fitTo(const OperatorBytes &sums);

    [[nodiscard]] OperatorBytes sums() const;
    [[nodiscard]] auto begin() const { return m_touches.begin(); }
    [[nodiscard]] auto end() const { return m_touches.end(); }
    [[nodiscard]] bool empty() const { return m_touches.empty(); }

    bool operator==(const MemoryTouches &) const = default;

private:
    void addWhole(const TensorValue &tensor, Count MemoryTouch::*part);
    void fit(Count MemoryTouch::*part, Count sum);

    std::vector<MemoryTouch> m_touches;
};

} // namespace rooflight
