// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/call/memory_region.h"

#include "core/cost/call/call_arguments.h"

#include <algorithm>

namespace rooflight {

namespace {

using Extents = std::vector<std::pair<std::int64_t, Count>>;

/// Strides and sizes of the dimensions that move through memory, innermost first.
Extents movingExtents(const TensorValue &tensor)
{
    Extents extents;
    for (std::size_t i = 0; i < tensor.strides.size(); ++i) {
        if (tensor.info.shape[i] > 1 && tensor.strides[i] != 0)
            extents.emplace_back(tensor.strides[i], tensor.info.shape[i]);
    }
    std::ranges::sort(extents);
    return extents;
}

/// Two dimensions of which the outer goes on where the inner ends are one.
Extents merged(const Extents &extents)
{
    Extents result;
    for (const auto &[stride, size] : extents) {
        if (!result.empty() && Count(result.back().first) * result.back().second == Count(stride))
            result.back().second *= size;
        else
            result.emplace_back(stride, size);
    }
    return result;
}

/// Elements from the first to the last one, gaps included.
Count span(const Extents &extents)
{
    Count elements = 1;
    for (const auto &[stride, size] : extents)
        elements += (size - 1) * stride;
    return elements;
}

Count addressedElements(const Extents &extents)
{
    Count product = 1;
    for (const auto &extent : extents)
        product *= extent.second;
    return std::min(product, span(extents));
}

} // namespace

MemoryRegion::MemoryRegion(const TensorValue &tensor)
    : m_storage(tensor.storage)
    , m_offset(tensor.storageOffset)
    , m_elements(elementsOf(tensor))
{
    const bool hasLayout = tensor.strides.size() == tensor.info.shape.size();
    if (hasLayout && m_elements > 0) {
        m_extents = merged(movingExtents(tensor));
        m_elements = addressedElements(m_extents);
    }
    if (!hasLayout && tensor.packedBytes == 0) // a packed weight lies in memory of its own
        m_storage = 0;
    const Count size = itemSize(tensor.info.dtype);
    m_bytes = tensor.packedBytes > 0 ? Count(tensor.packedBytes) : m_elements * size;
    m_beginByte = size * m_offset;
    m_endByte =
        m_beginByte + (hasLayout && tensor.packedBytes == 0 && m_elements > 0 ? span(m_extents) * size : m_bytes);
}

bool MemoryRegion::isSameMemoryAs(const MemoryRegion &other) const
{
    return m_storage != 0 && m_storage == other.m_storage && m_offset == other.m_offset && m_bytes == other.m_bytes
        && m_extents == other.m_extents;
}

void DistinctMemory::add(const TensorValue &tensor)
{
    MemoryRegion region(tensor);
    if (std::ranges::any_of(m_regions, [&](const MemoryRegion &known) { return known.isSameMemoryAs(region); }))
        return;
    m_bytes += region.bytes();
    m_regions.push_back(std::move(region));
}

bool shareStorage(const TensorValue &a, const TensorValue &b)
{
    return a.storage != 0 && a.storage == b.storage;
}

} // namespace rooflight

std::size_t std::hash<rooflight::MemoryRegion>::operator()(const rooflight::MemoryRegion &region) const noexcept
{
    std::size_t result = std::hash<std::uint64_t> {}(region.m_storage);
    const auto mix = [&result](std::int64_t value) {
        constexpr std::size_t prime = 1099511628211U; // of FNV-1a
        result = (result ^ std::hash<std::int64_t> {}(value)) * prime;
    };
    mix(region.m_offset);
    mix(region.m_bytes.value());
    for (const auto &[stride, size] : region.m_extents) {
        mix(stride);
        mix(size.value());
    }
    return result;
}
