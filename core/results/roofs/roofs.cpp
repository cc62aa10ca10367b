// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/roofs/roofs.h"

#include "core/base/translation_mark.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace rooflight {

void Roof::setName(ComposedText title)
{
    name = std::move(title.text);
    nameParts = std::move(title.parts);
}

void Roof::setName(ComposedText title, ComposedText note)
{
    setName(composedText(QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"), { std::move(title), std::move(note) }));
}

std::string_view Roof::valueUnit() const
{
    return std::visit([](const auto &kind) { return kind.valueUnit; }, limit);
}

bool Roof::hasFlag(std::string_view flag) const
{
    return std::ranges::find(flags, flag) != flags.end();
}

void addLaunchesOf(const DeviceRoofs &here, DeviceRoofs &there)
{
    const auto isLaunch = [](const Roof &roof) { return roof.launch() != nullptr; };
    if (std::ranges::none_of(there.roofs, isLaunch))
        std::ranges::copy_if(here.roofs, std::back_inserter(there.roofs), isLaunch);
}

bool isSoundPoint(const CurvePoint &point)
{
    const auto &[low, high] = point.interval;
    return point.bytes > 0 && std::isfinite(point.bytesPerSecond) && point.bytesPerSecond > 0 && low >= 0
        && low <= point.bytesPerSecond && std::isfinite(high) && high >= point.bytesPerSecond;
}

} // namespace rooflight
