// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/call/memory_touch.h"

#include <algorithm>

namespace rooflight {

Count MemoryTouch::bytes() const
{
    return std::max(read, written);
}

void MemoryTouches::addWhole(const TensorValue &tensor, Count MemoryTouch::*part)
{
    MemoryRegion region(tensor);
    const auto known =
        std::ranges::find_if(m_touches, [&](const MemoryTouch &touch) { return touch.region.isSameMemoryAs(region); });
    const Count bytes = region.bytes();
    if (known == m_touches.end())
        (m_touches.emplace_back(MemoryTouch { std::move(region), 0, 0 })).*part = bytes;
    else
        (*known).*part = std::max((*known).*part, bytes);
}

void MemoryTouches::add(const TensorValue &tensor, Count read, Count written)
{
    m_touches.push_back({ MemoryRegion(tensor), read, written });
}

OperatorBytes MemoryTouches::sums() const
{
    Count read;
    Count written;
    for (const MemoryTouch &touch : m_touches) {
        read += touch.read;
        written += touch.written;
    }
    return { read.value(), written.value() };
}

void MemoryTouches::fitTo(const OperatorBytes &sums)
{
    fit(&MemoryTouch::read, sums.read);
    fit(&MemoryTouch::written, sums.written);
}

void MemoryTouches::fit(Count MemoryTouch::*part, Count sum)
{
    Count before;
    for (const MemoryTouch &touch : m_touches)
        before += touch.*part;
    Count fitted = before;
    if (sum < before) {
        const double scale = static_cast<double>(sum.value()) / static_cast<double>(before.value());
        fitted = 0;
        for (MemoryTouch &touch : m_touches) {
            const Count share = static_cast<std::int64_t>(static_cast<double>((touch.*part).value()) * scale);
            touch.*part = std::min(share, sum - fitted);
            fitted += touch.*part;
        }
    }
    if (sum > fitted)
        (m_touches.emplace_back()).*part = sum - fitted;
}

} // namespace rooflight
