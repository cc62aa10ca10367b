// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/kept_roofs.h"

#include "core/archive/zip/sha256.h"
#include "core/record/record.h"
#include "core/roofs/cache/roofs_cache.h"

#include <algorithm>

namespace rooflight {

namespace {

bool isSameDevice(const Device &a, const Device &b)
{
    return a.kind == b.kind && a.name == b.name && a.uuid == b.uuid && a.threads == b.threads;
}

bool isCutShort(const Roof &roof)
{
    return roof.hasFlag("partial");
}

} // namespace

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

} // namespace rooflight
