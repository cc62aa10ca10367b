// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/cost/call/operator_call.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ridgepoint {

/// The memory that a tensor addresses, in a form in which a transposed or reshaped view of the same elements is equal.
class MemoryRegion
{
public:
    explicit MemoryRegion(const TensorValue &tensor);

    /// Elements really addressed: a stride of 0 repeats one element, overlapping windows share theirs.
    [[nodiscard]] Count elements() const { return m_elements; }
    [[nodiscard]] Count bytes() const { return m_bytes; }

    /// False whenever one of the two does not say where it lies.
    [[nodiscard]] bool isSameMemoryAs(const MemoryRegion &other) const;

private:
    std::uint64_t m_storage;
    std::int64_t m_offset;
    std::vector<std::pair<std::int64_t, Count>> m_extents; ///< stride and size, innermost first, merged where they join
    Count m_elements;
    Count m_bytes;
};

/// Bytes of several tensors, each piece of memory once.
class DistinctMemory
{
public:
    void add(const TensorValue &tensor);
    [[nodiscard]] Count bytes() const { return m_bytes; }

private:
    std::vector<MemoryRegion> m_regions;
    Count m_bytes;
};

/// True when both lie in the same storage, whichever part of it.
[[nodiscard]] bool shareStorage(const TensorValue &a, const TensorValue &b);

} // namespace ridgepoint
