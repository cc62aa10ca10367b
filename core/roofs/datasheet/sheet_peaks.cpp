// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/datasheet/sheet_peaks.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"

namespace rooflight {

namespace {

/// "tensor"; units that no sheet names stay as they are.
ComposedText nameOf(const OpenEnum<ArithmeticUnit> &unit)
{
    if (unit == ArithmeticUnit::Tensor)
        return composedText(QT_TRANSLATE_NOOP("Phrases", "tensor"));
    return unit == ArithmeticUnit::Vector ? composedText(QT_TRANSLATE_NOOP("Phrases", "vector"))
                                          : ComposedText(unit.name());
}

Roof roofOf(const SheetRate &rate)
{
    Roof roof;
    roof.limit = ComputeLimit { rate.precision, rate.unit };
    roof.setName(upperCase(rate.precision.name()), nameOf(rate.unit));
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
    if (session.peaks)
        addLaunchesOf(*session.peaks, other.peaks.edit());
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

} // namespace rooflight
