// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/traffic/reuse_distances.h"

#include <algorithm>
#include <bit>

namespace rooflight {

namespace {

bool isSameKind(const MemoryReuse &a, const MemoryReuse &b)
{
    return a.constant == b.constant && a.written == b.written;
}

void addEntry(std::vector<MemoryReuse> &entries, const MemoryReuse &entry)
{
    const auto known = std::ranges::find_if(entries, [&](const MemoryReuse &other) {
        return other.distanceBytes == entry.distanceBytes && isSameKind(other, entry);
    });
    if (known == entries.end())
        entries.push_back(entry);
    else
        known->bytes = (Count(known->bytes) + entry.bytes).value();
}

/// Joins entries with distances within a factor of two, at the longest of them.
std::vector<MemoryReuse> joined(std::vector<MemoryReuse> entries)
{
    std::ranges::sort(entries, std::ranges::greater {}, &MemoryReuse::distanceBytes);
    std::vector<MemoryReuse> result;
    const auto scale = [](const MemoryReuse &entry) {
        return std::bit_width(static_cast<std::uint64_t>(entry.distanceBytes));
    };
    for (const MemoryReuse &entry : entries) {
        const auto alike = std::ranges::find_if(
            result, [&](const MemoryReuse &other) { return isSameKind(other, entry) && scale(other) == scale(entry); });
        if (alike == result.end())
            result.push_back(entry);
        else
            alike->bytes = (Count(alike->bytes) + entry.bytes).value();
    }
    return result;
}

} // namespace

std::size_t ReuseDistances::addPiece(const MemoryRegion &region, bool picked, std::size_t storage)
{
    m_pieces.push_back({ storage, picked, region.beginByte(), region.endByte(), 0, 0 });
    return m_pieces.size() - 1;
}

std::size_t ReuseDistances::pieceOf(const MemoryRegion &region, bool picked)
{
    if (region.storage() == 0) {
        m_storages.emplace_back();
        return addPiece(region, picked, m_storages.size() - 1);
    }
    const auto [storage, isNewStorage] = m_storageOfId.try_emplace(region.storage(), m_storages.size());
    if (isNewStorage)
        m_storages.emplace_back().id = region.storage();
    const auto [piece, isNewPiece] = m_pieceOfRegion[picked ? 1 : 0].try_emplace(region, m_pieces.size());
    return isNewPiece ? addPiece(region, picked, storage->second) : piece->second;
}

void ReuseDistances::addAccess(const MemoryRegion &region, Count bytes, bool read)
{
    if (bytes > Count(0))
        m_accesses.push_back({ pieceOf(region, bytes < region.bytes()), bytes, read });
}

void ReuseDistances::add(const MemoryTouches &touches)
{
    Call call;
    for (const MemoryTouch &touch : touches) {
        addAccess(touch.region, touch.read, true);
        call.touched += touch.bytes();
    }
    for (const MemoryTouch &touch : touches)
        addAccess(touch.region, touch.written, false);
    call.end = m_accesses.size();
    m_calls.push_back(call);
}

void ReuseDistances::addAt(std::size_t position, std::int64_t bytes)
{
    m_total += bytes;
    for (std::size_t i = position + 1; i < m_tree.size(); i += i & (~i + 1))
        m_tree[i] += bytes;
}

Count ReuseDistances::sumFrom(std::size_t position) const
{
    std::int64_t before = 0;
    for (std::size_t i = position; i > 0; i -= i & (~i + 1))
        before += m_tree[i];
    return m_total - before;
}

void ReuseDistances::setWeight(std::size_t piece, Count weight, std::size_t position)
{
    Piece &moved = m_pieces[piece];
    addAt(moved.position, -moved.weight.value());
    moved.weight = weight;
    moved.position = position;
    addAt(position, weight.value());
}

bool ReuseDistances::coversWidest(std::size_t piece) const
{
    const Piece &covering = m_pieces[piece];
    const std::size_t index = m_storages[covering.storage].widest;
    const Piece &widest = m_pieces[index];
    return piece == index || (!covering.picked && covering.begin <= widest.begin && widest.end <= covering.end);
}

bool ReuseDistances::overlapsWidest(const Piece &piece) const
{
    const Piece &widest = m_pieces[m_storages[piece.storage].widest];
    return piece.begin < widest.end && widest.begin < piece.end;
}

/// Distinct bytes touched since the last touch of the same memory, it included.
Count ReuseDistances::touch(const Access &access, std::size_t position)
{
    Storage &storage = m_storages[m_pieces[access.piece].storage];
    if (storage.widest == nowhere)
        storage.widest = access.piece;
    return coversWidest(access.piece) ? touchWidest(access.piece, access.bytes, position)
                                      : touchPart(access.piece, access.bytes, position);
}

std::size_t ReuseDistances::oldestPosition(const Storage &storage) const
{
    const Piece &widest = m_pieces[storage.widest];
    if (widest.weight > Count(0))
        return widest.position;
    std::size_t oldest = nowhere;
    for (const std::size_t part : storage.parts)
        oldest = std::min(oldest, m_pieces[part].position);
    return oldest;
}

/// All of the storage that was touched so far: what parts of it hold comes back to it.
Count ReuseDistances::touchWidest(std::size_t piece, Count bytes, std::size_t position)
{
    Storage &storage = m_storages[m_pieces[piece].storage];
    const std::size_t last = oldestPosition(storage);
    const Count own = m_pieces[storage.widest].weight + storage.weightOfParts;
    const Count distance = last == nowhere ? bytes : sumFrom(last) + (bytes - own);
    for (const std::size_t part : storage.parts)
        setWeight(part, 0, position);
    storage.parts.clear();
    storage.weightOfParts = 0;
    setWeight(storage.widest, 0, position);
    storage.widest = piece;
    setWeight(piece, bytes, position);
    return distance;
}

/// A part that was not touched as such came with the widest piece, and takes its bytes from it.
Count ReuseDistances::touchPart(std::size_t piece, Count bytes, std::size_t position)
{
    Storage &storage = m_storages[m_pieces[piece].storage];
    const Piece &part = m_pieces[piece];
    Count distance = bytes;
    if (part.weight > Count(0)) {
        distance = sumFrom(part.position) + (bytes - part.weight);
        storage.weightOfParts = storage.weightOfParts - part.weight;
    } else {
        storage.parts.push_back(piece);
        const Piece &widest = m_pieces[storage.widest];
        if (overlapsWidest(part) && widest.weight > Count(0)) {
            setWeight(storage.widest, widest.weight - bytes, widest.position);
            distance += sumFrom(widest.position + 1);
        }
    }
    storage.weightOfParts += bytes;
    setWeight(piece, bytes, position);
    return distance;
}

std::vector<std::vector<MemoryReuse>>
ReuseDistances::evaluate(const std::function<bool(std::uint64_t storage)> &isConstant)
{
    constexpr std::size_t most = 8;
    m_tree.assign(2 * m_accesses.size() + 1, 0);
    std::size_t position = 0;
    for (const Access &access : m_accesses)
        touch(access, position++);

    std::vector<std::vector<MemoryReuse>> result;
    result.reserve(m_calls.size());
    std::size_t next = 0;
    for (const Call &call : m_calls) {
        std::vector<MemoryReuse> entries;
        for (; next < call.end; ++next) {
            const Access &access = m_accesses[next];
            const std::uint64_t storage = m_storages[m_pieces[access.piece].storage].id;
            const Count distance = touch(access, position++);
            const bool isKnown = access.read && storage != 0;
            addEntry(entries,
                     { access.bytes.value(), (isKnown ? distance : call.touched).value(),
                       isKnown && isConstant(storage), !access.read });
        }
        result.push_back(entries.size() > most ? joined(std::move(entries)) : std::move(entries));
    }
    return result;
}

} // namespace rooflight
