// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/cost/call/operator_call.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace rooflight {

/// The memory that a tensor addresses, in a form in which a transposed or reshaped view of the same elements is equal.
class MemoryRegion
{
public:
    /// Memory that is nowhere: of size 0.
    MemoryRegion() = default;
    explicit MemoryRegion(const TensorValue &tensor);

    /// Elements really addressed: a stride of 0 repeats one element, overlapping windows share theirs.
    [[nodiscard]] Count elements() const { return m_elements; }
    [[nodiscard]] Count bytes() const { return m_bytes; }

    /// Identity of the storage; 0 when the tensor does not say where it lies.
    [[nodiscard]] std::uint64_t storage() const { return m_storage; }
    /// First byte and the one behind the last, counted from the start of the storage.
    [[nodiscard]] Count beginByte() const { return m_beginByte; }
    [[nodiscard]] Count endByte() const { return m_endByte; }

    /// False whenever one of the two does not say where it lies.
    [[nodiscard]] bool isSameMemoryAs(const MemoryRegion &other) const;

    bool operator==(const MemoryRegion &) const = default;

private:
    friend struct std::hash<MemoryRegion>;

    std::uint64_t m_storage = 0;
    std::int64_t m_offset = 0;
    std::vector<std::pair<std::int64_t, Count>> m_extents; ///< stride and size, innermost first, merged where they join
    Count m_elements;
    Count m_bytes;
    Count m_beginByte;
    Count m_endByte;
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

} // namespace rooflight

template<> struct std::hash<rooflight::MemoryRegion> {
    std::size_t operator()(const rooflight::MemoryRegion &region) const noexcept;
};
