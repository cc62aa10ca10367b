// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/memory_touch.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace rooflight {

/// The least memory traffic of each layer, as if all inside it were fused: distinct memory that its operators read and
/// that was not made inside, what was made inside and outlives the call, and memory from outside that was changed.
/// Never more than the sum over the operators. Memory of an unknown storage is left out.
class FusedTraffic
{
public:
    /// Inside the layer that began last and has not ended.
    void layerBegan();

    /// An operator of the innermost layer made this storage. Identities of storages are never used again.
    void allocated(std::uint64_t storage);

    /// What one operator call of the innermost layer touched.
    void touched(const MemoryTouches &touches);

    /// Bytes of the innermost layer, which ends. \p outputs are tensors made inside that outlive the call; \p isAlive
    /// says whether a storage does.
    [[nodiscard]] Count layerEnded(const std::vector<TensorValue> &outputs,
                                   const std::function<bool(std::uint64_t)> &isAlive);

private:
    struct Piece {
        Count read;
        Count written;
    };

    /// From the first to the last byte of several regions.
    class Span
    {
    public:
        void include(const MemoryRegion &region);
        [[nodiscard]] Count bytes() const { return m_end - m_begin; }

    private:
        Count m_begin;
        Count m_end;
    };

    class StorageTraffic
    {
    public:
        void read(const MemoryRegion &region, Count bytes);
        void write(const MemoryRegion &region, Count bytes);
        void add(const StorageTraffic &later);
        /// Distinct bytes that were not written before they were read.
        [[nodiscard]] Count bytesRead() const { return std::min(m_read, m_readSpan.bytes()); }
        /// Distinct bytes.
        [[nodiscard]] Count bytesWritten() const { return std::min(m_written, m_writtenSpan.bytes()); }

    private:
        [[nodiscard]] Count growth(const MemoryRegion &region, Count bytes);
        void takeFromOutside(Count bytes);

        std::unordered_map<MemoryRegion, Piece> m_pieces;
        Count m_read;
        Count m_written;
        Count m_unread; ///< written, and not read since
        Span m_readSpan;
        Span m_writtenSpan;
    };

    struct OpenLayer {
        std::size_t firstMade = 0; ///< number of the first storage that was made inside
        std::unordered_map<std::uint64_t, StorageTraffic> storages;
    };

    void handUp(std::uint64_t storage, StorageTraffic traffic);
    [[nodiscard]] bool madeInside(const OpenLayer &layer, std::uint64_t storage) const;

    std::vector<OpenLayer> m_open; ///< outermost first
    std::unordered_map<std::uint64_t, std::size_t> m_made; ///< storages in the order in which they were made
};

} // namespace rooflight
