// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/memory_touch.h"
#include "core/results/analysis/analysis.h"

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace rooflight {

/// How much other memory is touched before a run comes back to a piece of memory: the stack distance of Mattson and
/// others, "Evaluation techniques for storage hierarchies", IBM Systems Journal 9 (1970), in bytes. A run follows the
/// other without end, so that what a run finds there (parameters, inputs) was last touched by the run before.
class ReuseDistances
{
public:
    /// The next operator call of the run.
    void add(const MemoryTouches &touches);

    /// For each call what MemoryReuse says, a few entries; together the bytes that the call moves. \p isConstant says
    /// of which storages reads are constant. Call it once, after the run: O(n log n).
    [[nodiscard]] std::vector<std::vector<MemoryReuse>>
    evaluate(const std::function<bool(std::uint64_t storage)> &isConstant);

private:
    /// A region of a storage, or what is picked of it. Its bytes are counted where it was touched last.
    struct Piece {
        std::size_t storage = 0;
        bool picked = false;
        Count begin;
        Count end;
        std::size_t position = 0; ///< of the last touch
        Count weight; ///< 0: not touched yet, or since then only as a part of another piece
    };

    /// The pieces of a storage that hold its bytes: the widest one, and parts touched since.
    struct Storage {
        std::uint64_t id = 0; ///< 0: unknown storage
        std::size_t widest = nowhere;
        std::vector<std::size_t> parts;
        Count weightOfParts;
    };

    struct Access {
        std::size_t piece = 0;
        Count bytes;
        bool read = false;
    };

    struct Call {
        std::size_t end = 0; ///< the first access of the next call
        Count touched; ///< distinct bytes
    };

    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    void addAccess(const MemoryRegion &region, Count bytes, bool read);
    [[nodiscard]] std::size_t pieceOf(const MemoryRegion &region, bool picked);
    [[nodiscard]] std::size_t addPiece(const MemoryRegion &region, bool picked, std::size_t storage);
    [[nodiscard]] bool coversWidest(std::size_t piece) const;
    [[nodiscard]] bool overlapsWidest(const Piece &piece) const;
    Count touch(const Access &access, std::size_t position);
    Count touchWidest(std::size_t piece, Count bytes, std::size_t position);
    Count touchPart(std::size_t piece, Count bytes, std::size_t position);
    [[nodiscard]] std::size_t oldestPosition(const Storage &storage) const;
    void setWeight(std::size_t piece, Count weight, std::size_t position);
    void addAt(std::size_t position, std::int64_t bytes);
    [[nodiscard]] Count sumFrom(std::size_t position) const;

    std::vector<Piece> m_pieces;
    std::vector<Storage> m_storages;
    std::array<std::unordered_map<MemoryRegion, std::size_t>, 2> m_pieceOfRegion; ///< whole ones, picked ones
    std::unordered_map<std::uint64_t, std::size_t> m_storageOfId;
    std::vector<Access> m_accesses;
    std::vector<Call> m_calls;
    std::vector<std::int64_t> m_tree; ///< Fenwick tree of the weights by position, of both runs
    std::int64_t m_total = 0;
};

} // namespace rooflight
