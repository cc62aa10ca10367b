// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/kept_roofs.h"

#include "core/archive/zip/sha256.h"
#include "core/record/record.h"
#include "core/roofs/cache/roofs_cache.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {

namespace {

// In the order of RoofKind, in units of the roofs: a thousand times what one machine of 2026 reaches (a GPU: 2e16
// FLOP/s, caches 2e14 B/s), and for launches ten seconds.
constexpr std::array mostValue = { 2e19, 2e17, 10.0 };
constexpr double mostDifference = 2; ///< of a value from its interval and samples, as a factor

bool isSoundRoof(const Roof &roof)
{
    const auto isNear = [&roof](double low, double high) {
        return low > 0 && roof.value >= low / mostDifference && roof.value <= high * mostDifference;
    };
    if (!std::isfinite(roof.value) || roof.value <= 0 || roof.value > mostValue[roof.limit.index()])
        return false;
    const auto &[low, high] = roof.interval;
    if (high != 0 && (!(low <= high) || !isNear(low > 0 ? low : roof.value, high)))
        return false;
    if (roof.samples.empty())
        return true;
    const auto [least, most] = std::ranges::minmax_element(roof.samples);
    return std::isfinite(*most) && isNear(*least, *most);
}

bool isSameDevice(const Device &a, const Device &b)
{
    return a.kind == b.kind && a.name == b.name && a.uuid == b.uuid && a.threads == b.threads;
}

bool isCutShort(const Roof &roof)
{
    return roof.hasFlag("partial");
}

} // namespace

bool areSound(const DeviceRoofs &roofs)
{
    return !roofs.roofs.empty() && std::ranges::all_of(roofs.roofs, isSoundRoof);
}

std::string keptText(const DeviceRoofs &roofs)
{
    const std::string line = encode({ 0, roofs });
    return line + sha256OfText(line) + '\n';
}

std::optional<DeviceRoofs> roofsIn(std::string_view text)
{
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view line = text.substr(0, end + 1);
    if (text.substr(end + 1) != sha256OfText(line) + '\n')
        return std::nullopt;
    Result<Record> record = decode(line);
    if (!record.ok() || !std::holds_alternative<DeviceRoofs>(record.value().body))
        return std::nullopt;
    auto roofs = std::get<DeviceRoofs>(std::move(record).value().body);
    return areSound(roofs) ? std::optional(std::move(roofs)) : std::nullopt;
}

std::optional<DeviceRoofs> keptRoofs(const Device &device, const std::string &clockPolicy)
{
    const std::optional<std::string> text = readPeaksCache(peaksCachePath(device));
    std::optional<DeviceRoofs> roofs = text ? roofsIn(*text) : std::nullopt;
    if (!roofs || !isSameDevice(roofs->device, device) || roofs->clockPolicy != clockPolicy)
        return std::nullopt;
    roofs->cached = true;
    return roofs;
}

void keepRoofs(const DeviceRoofs &roofs)
{
    if (roofs.cached || !areSound(roofs) || std::ranges::any_of(roofs.roofs, isCutShort))
        return;
    if (!writePeaksCache(peaksCachePath(roofs.device), keptText(roofs)).ok())
        return;
}

} // namespace ridgepoint
