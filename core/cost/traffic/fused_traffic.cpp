// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/traffic/fused_traffic.h"

#include <algorithm>

namespace rooflight {

void FusedTraffic::Span::include(const MemoryRegion &region)
{
    const bool isFirst = m_end == Count(0);
    m_begin = isFirst ? region.beginByte() : std::min(m_begin, region.beginByte());
    m_end = std::max(m_end, region.endByte());
}

/// Distinct bytes that are read of this region for the first time. Parts of one region add up to all of it.
Count FusedTraffic::StorageTraffic::growth(const MemoryRegion &region, Count bytes)
{
    Count &before = m_pieces[region].read;
    const Count after = std::min(before + bytes, region.bytes());
    const Count more = after - before;
    before = after;
    m_readSpan.include(region);
    return more;
}

/// What was written inside is read first.
void FusedTraffic::StorageTraffic::takeFromOutside(Count bytes)
{
    const Count inside = std::min(bytes, m_unread);
    m_unread = m_unread - inside;
    m_read += bytes - inside;
}

void FusedTraffic::StorageTraffic::read(const MemoryRegion &region, Count bytes)
{
    takeFromOutside(growth(region, bytes));
}

void FusedTraffic::StorageTraffic::write(const MemoryRegion &region, Count bytes)
{
    Piece &piece = m_pieces[region];
    const Count after = std::min(piece.written + bytes, region.bytes());
    const Count more = after - piece.written;
    piece.written = after;
    m_written += more;
    m_unread += more - piece.read;
    m_writtenSpan.include(region);
}

void FusedTraffic::StorageTraffic::add(const StorageTraffic &later)
{
    Count readLater;
    for (const auto &[region, piece] : later.m_pieces) {
        if (piece.read > Count(0))
            readLater += growth(region, piece.read);
    }
    takeFromOutside(std::min(readLater, later.bytesRead()));
    for (const auto &[region, piece] : later.m_pieces) {
        if (piece.written > Count(0))
            write(region, piece.written);
    }
}

void FusedTraffic::layerBegan()
{
    m_open.push_back({ m_made.size(), {} });
}

void FusedTraffic::allocated(std::uint64_t storage)
{
    m_made.try_emplace(storage, m_made.size());
}

bool FusedTraffic::madeInside(const OpenLayer &layer, std::uint64_t storage) const
{
    const auto made = m_made.find(storage);
    return made != m_made.end() && made->second >= layer.firstMade;
}

void FusedTraffic::touched(const MemoryTouches &touches)
{
    if (m_open.empty())
        return;
    OpenLayer &layer = m_open.back();
    for (const MemoryTouch &touch : touches) {
        const std::uint64_t storage = touch.region.storage();
        if (storage != 0 && touch.read > Count(0) && !madeInside(layer, storage))
            layer.storages[storage].read(touch.region, touch.read);
    }
    for (const MemoryTouch &touch : touches) {
        const std::uint64_t storage = touch.region.storage();
        if (storage != 0 && touch.written > Count(0))
            layer.storages[storage].write(touch.region, touch.written);
    }
}

Count FusedTraffic::layerEnded(const std::vector<TensorValue> &outputs,
                               const std::function<bool(std::uint64_t)> &isAlive)
{
    std::unordered_map<std::uint64_t, DistinctMemory> kept;
    for (const TensorValue &output : outputs)
        kept[output.storage].add(output);
    OpenLayer ended = std::move(m_open.back());
    m_open.pop_back();

    Count bytes;
    for (auto &[storage, traffic] : ended.storages) {
        const bool inside = madeInside(ended, storage);
        const bool lives = isAlive(storage);
        if (!inside)
            bytes += traffic.bytesRead();
        if (lives) {
            const auto output = inside ? kept.find(storage) : kept.end();
            bytes += output == kept.end() ? traffic.bytesWritten()
                                          : std::min(traffic.bytesWritten(), output->second.bytes());
        }
        if (!m_open.empty() && (lives || !inside))
            handUp(storage, std::move(traffic));
    }
    return bytes;
}

/// Adds what a layer did to the layer that called it.
void FusedTraffic::handUp(std::uint64_t storage, StorageTraffic traffic)
{
    const auto known = m_open.back().storages.find(storage);
    if (known == m_open.back().storages.end())
        m_open.back().storages.emplace(storage, std::move(traffic));
    else
        known->second.add(traffic);
}

} // namespace rooflight
