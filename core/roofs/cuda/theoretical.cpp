// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/theoretical.h"

#include "core/roofs/datasheet/device_sheet.h"

#include <array>
#include <cmath>

namespace rooflight::cuda {

namespace {

/// Of one multiprocessor. 0: not known, or not there.
struct ChipRates {
    int computeCapability;
    int fp32Lanes;
    int fp64Lanes;
    int fp16Lanes; ///< values, not pairs
    int fp16Tensor; ///< dense multiply-adds a cycle with sums in 32 bits
    int fp64Tensor; ///< likewise
    int special; ///< results of ex2.approx a cycle
};

constexpr std::array<ChipRates, 9> chips = { {
    { 75, 64, 2, 128, 512, 0, 16 },
    { 80, 64, 32, 256, 1024, 64, 16 },
    { 86, 128, 2, 128, 512, 0, 16 },
    { 87, 128, 2, 0, 1024, 0, 16 },
    { 89, 128, 2, 128, 512, 0, 16 },
    { 90, 128, 64, 256, 2048, 128, 16 },
    { 100, 128, 64, 0, 0, 0, 16 },
    { 103, 128, 0, 0, 0, 0, 0 },
    { 120, 128, 2, 0, 512, 0, 16 },
} };

constexpr double flopPerFma = 2;
constexpr double sharedBytesPerCycle = 32 * 4;

const ChipRates *ratesOf(const GpuProperties &properties)
{
    for (const ChipRates &chip : chips) {
        if (chip.computeCapability == properties.computeCapability)
            return &chip;
    }
    return nullptr;
}

std::optional<double> flopOfLanes(int lanes)
{
    return lanes > 0 ? std::optional(flopPerFma * lanes) : std::nullopt;
}

bool isGeForce(const GpuProperties &properties)
{
    return properties.name.find("GeForce") != std::string::npos;
}

/// The data sheet of the very board: one of another size, as a slice of a GPU is, does not count.
const DeviceSheet *sheetOf(const GpuProperties &properties)
{
    const DeviceSheet *sheet = sheetOfDevice(properties.name);
    const bool isOther = sheet && sheet->multiprocessors && *sheet->multiprocessors != properties.multiprocessors;
    return isOther ? nullptr : sheet;
}

std::string textOf(const SheetSource &source)
{
    return source.title + ", " + source.address;
}

std::optional<Theory> published(const GpuProperties &properties, Precision precision, ArithmeticUnit unit)
{
    const DeviceSheet *sheet = sheetOf(properties);
    const SheetRate *rate = sheet ? rateOf(*sheet, precision, unit) : nullptr;
    return rate ? std::optional(Theory { rate->flopPerSecond, textOf(rate->source) }) : std::nullopt;
}

std::string megahertz(double clockHz)
{
    return std::to_string(std::llround(clockHz / 1e6)) + " MHz";
}

std::optional<Theory> atHighestClock(const GpuProperties &properties, std::optional<double> flopPerCycle)
{
    if (!flopPerCycle || properties.clockHz <= 0)
        return std::nullopt;
    return Theory { *flopPerCycle * properties.multiprocessors * properties.clockHz,
                    std::to_string(properties.multiprocessors) + " multiprocessors x "
                        + std::to_string(std::llround(*flopPerCycle)) + " FLOP per cycle x "
                        + megahertz(properties.clockHz) };
}

} // namespace

std::optional<double> vectorFlopPerCycle(const GpuProperties &properties, Precision precision)
{
    const ChipRates *chip = ratesOf(properties);
    if (!chip)
        return std::nullopt;
    switch (precision) {
    case Precision::Fp64:
        return flopOfLanes(chip->fp64Lanes);
    case Precision::Fp32:
        return flopOfLanes(chip->fp32Lanes);
    case Precision::Fp16:
        return flopOfLanes(chip->fp16Lanes);
    default:
        return std::nullopt;
    }
}

std::optional<double> tensorFlopPerCycle(const GpuProperties &properties, Precision precision)
{
    const ChipRates *chip = ratesOf(properties);
    if (!chip || !hasTensor(properties, precision))
        return std::nullopt;
    const int halfRate = isGeForce(properties) && properties.computeCapability >= 86 ? 2 : 1;
    switch (precision) {
    case Precision::Fp64:
        return flopOfLanes(chip->fp64Tensor);
    case Precision::Tf32:
        return flopOfLanes(chip->fp16Tensor / 2 / halfRate);
    case Precision::Fp16:
    case Precision::Bf16:
        return flopOfLanes(chip->fp16Tensor / halfRate);
    case Precision::Fp8:
        return flopOfLanes(chip->fp16Tensor * 2 / halfRate);
    case Precision::Int8:
        return flopOfLanes(chip->fp16Tensor * 2);
    case Precision::Nvfp4:
        return flopOfLanes(chip->fp16Tensor * 4);
    case Precision::Mxfp8:
    case Precision::Fp32:
        break;
    }
    return std::nullopt;
}

std::optional<double> specialPerCycle(const GpuProperties &properties)
{
    const ChipRates *chip = ratesOf(properties);
    return chip && chip->special > 0 ? std::optional<double>(chip->special) : std::nullopt;
}

std::optional<Theory> theoreticalSpecial(const GpuProperties &properties)
{
    std::optional<Theory> theory = atHighestClock(properties, specialPerCycle(properties));
    if (theory)
        theory->source += "; CUDA C++ Programming Guide, arithmetic instructions";
    return theory;
}

std::optional<Theory> theoreticalVector(const GpuProperties &properties, Precision precision)
{
    const std::optional<Theory> sheet = published(properties, precision, ArithmeticUnit::Vector);
    return sheet ? sheet : atHighestClock(properties, vectorFlopPerCycle(properties, precision));
}

std::optional<Theory> theoreticalTensor(const GpuProperties &properties, Precision precision)
{
    if (std::optional<Theory> sheet = published(properties, precision, ArithmeticUnit::Tensor))
        return sheet;
    if (properties.computeCapability == 90 && precision != Precision::Fp64)
        return std::nullopt;
    return atHighestClock(properties, tensorFlopPerCycle(properties, precision));
}

std::optional<Theory> theoreticalDram(const GpuProperties &properties)
{
    const DeviceSheet *sheet = sheetOf(properties);
    const SheetMemory *memory = sheet ? memoryOf(*sheet, MemoryLevel::Dram) : nullptr;
    if (memory && memory->bytePerSecond)
        return Theory { *memory->bytePerSecond, textOf(memory->source) };
    if (properties.memoryClockHz <= 0 || properties.memoryBusBits <= 0)
        return std::nullopt;
    return Theory { properties.memoryBusBits / 8.0 * properties.memoryClockHz * 2,
                    std::to_string(properties.memoryBusBits) + "-bit bus x " + megahertz(properties.memoryClockHz)
                        + " x 2" };
}

Theory theoreticalShared(const GpuProperties &properties)
{
    return { sharedBytesPerCycle * properties.multiprocessors * properties.clockHz,
             std::to_string(properties.multiprocessors) + " multiprocessors x 32 banks of 4 bytes x "
                 + megahertz(properties.clockHz) };
}

void setTheory(Roof &roof, const std::optional<Theory> &theory)
{
    if (!theory)
        return;
    roof.theoretical = theory->value;
    roof.theoreticalSource = theory->source;
}

bool hasTensor(const GpuProperties &properties, Precision precision)
{
    const int capability = properties.computeCapability;
    switch (precision) {
    case Precision::Fp64:
        return capability == 80 || capability == 90 || capability == 100;
    case Precision::Fp32:
        return false;
    case Precision::Tf32:
    case Precision::Bf16:
        return capability >= 80;
    case Precision::Fp8:
        return capability >= 89;
    case Precision::Mxfp8:
    case Precision::Nvfp4:
        return capability >= 100;
    case Precision::Fp16:
    case Precision::Int8:
        break;
    }
    return capability >= 75;
}

bool hasVector(const GpuProperties &properties, Precision precision)
{
    switch (precision) {
    case Precision::Fp64:
    case Precision::Fp32:
    case Precision::Fp16:
        return true;
    case Precision::Bf16:
        return properties.computeCapability >= 80;
    default:
        return false;
    }
}

} // namespace rooflight::cuda
