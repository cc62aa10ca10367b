// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/datasheet/sheet_peaks.h"

#include <algorithm>
#include <cctype>

namespace ridgepoint {

namespace {

std::string upperCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

Roof roofOf(const SheetRate &rate)
{
    Roof roof;
    roof.kind = RoofKind::Compute;
    roof.name = upperCase(rate.precision) + " (" + rate.unit + ")";
    roof.precision = rate.precision;
    roof.unit = rate.unit;
    roof.value = rate.flopPerSecond;
    roof.theoretical = rate.flopPerSecond;
    roof.theoreticalSource = rate.source.title + ", " + rate.source.address;
    return roof;
}

Roof roofOf(const SheetMemory &memory)
{
    Roof roof;
    roof.kind = RoofKind::Memory;
    roof.name = upperCase(memory.level);
    roof.level = memory.level;
    roof.pattern = "read";
    roof.capacityBytes = memory.capacityBytes;
    roof.value = *memory.bytePerSecond;
    roof.theoretical = memory.bytePerSecond;
    roof.theoreticalSource = memory.source.title + ", " + memory.source.address;
    return roof;
}

} // namespace

Peaks sheetPeaks(const DeviceSheet &sheet)
{
    Peaks peaks;
    peaks.theoretical = true;
    peaks.device.kind = sheet.kind;
    peaks.device.name = sheet.name;
    for (const SheetRate &rate : sheet.compute)
        peaks.roofs.push_back(roofOf(rate));
    for (const SheetMemory &memory : sheet.memory) {
        if (memory.bytePerSecond)
            peaks.roofs.push_back(roofOf(memory));
    }
    return peaks;
}

Session underRoofsOf(const DeviceSheet &sheet, const Session &session)
{
    Session other = session;
    other.peaks = sheetPeaks(sheet);
    return other;
}

void addPublishedMemory(Peaks &peaks)
{
    const DeviceSheet *sheet = sheetOfDevice(peaks.device.name);
    const SheetMemory *memory = sheet ? memoryOf(*sheet, "dram") : nullptr;
    if (!memory || !memory->bytePerSecond)
        return;
    for (Roof &roof : peaks.roofs) {
        if (roof.kind == RoofKind::Memory && roof.level == "dram" && !roof.theoretical) {
            roof.theoretical = memory->bytePerSecond;
            roof.theoreticalSource = memory->source.title + ", " + memory->source.address;
        }
    }
}

} // namespace ridgepoint
