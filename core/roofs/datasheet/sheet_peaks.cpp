// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/datasheet/sheet_peaks.h"

#include "core/base/text.h"

namespace ridgepoint {

namespace {

Roof roofOf(const SheetRate &rate)
{
    Roof roof;
    roof.limit = ComputeLimit { rate.precision, rate.unit };
    roof.name = upperCase(rate.precision.name()) + " (" + std::string(rate.unit.name()) + ")";
    roof.value = rate.flopPerSecond;
    roof.theoretical = rate.flopPerSecond;
    roof.theoreticalSource = rate.source.title + ", " + rate.source.address;
    return roof;
}

Roof roofOf(const SheetMemory &memory)
{
    Roof roof;
    roof.limit = MemoryLimit { memory.level, MemoryPattern::Read, memory.capacityBytes };
    roof.name = upperCase(memory.level.name());
    roof.value = *memory.bytePerSecond;
    roof.theoretical = memory.bytePerSecond;
    roof.theoreticalSource = memory.source.title + ", " + memory.source.address;
    return roof;
}

} // namespace

DeviceRoofs sheetPeaks(const DeviceSheet &sheet)
{
    DeviceRoofs peaks;
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

void addPublishedMemory(DeviceRoofs &peaks)
{
    const DeviceSheet *sheet = sheetOfDevice(peaks.device.name);
    const SheetMemory *memory = sheet ? memoryOf(*sheet, MemoryLevel::Dram) : nullptr;
    if (!memory || !memory->bytePerSecond)
        return;
    for (Roof &roof : peaks.roofs) {
        const bool isDram = roof.memory() && roof.memory()->level == MemoryLevel::Dram;
        if (isDram && !roof.theoretical) {
            roof.theoretical = memory->bytePerSecond;
            roof.theoreticalSource = memory->source.title + ", " + memory->source.address;
        }
    }
}

} // namespace ridgepoint
