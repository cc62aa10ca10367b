// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cuda/theoretical.h"

#include <array>

namespace ridgepoint::cuda {

namespace {

/// Of one multiprocessor. 0: not known, or not there.
struct ChipRates {
    int computeCapability;
    int fp32Lanes;
    int fp64Lanes;
    int fp16Lanes; ///< values, not pairs
    int fp16Tensor; ///< dense multiply-adds a cycle with sums in 32 bits
    int fp64Tensor; ///< likewise
};

constexpr std::array<ChipRates, 9> chips = { {
    { 75, 64, 2, 128, 512, 0 },
    { 80, 64, 32, 256, 1024, 64 },
    { 86, 128, 2, 128, 512, 0 },
    { 87, 128, 2, 0, 1024, 0 },
    { 89, 128, 2, 128, 512, 0 },
    { 90, 128, 64, 256, 2048, 128 },
    { 100, 128, 64, 0, 0, 0 },
    { 103, 128, 0, 0, 0, 0 },
    { 120, 128, 2, 0, 512, 0 },
} };

constexpr double flopPerFma = 2;
constexpr double hopperTensorClockHz = 1.83e9;
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

/// Boards of 132 multiprocessors that boost to 1980 MHz and whose matrix figures are given at 1830 MHz.
bool isFullHopper(const GpuProperties &properties)
{
    return properties.computeCapability == 90 && properties.multiprocessors == 132 && properties.clockHz > 1.97e9;
}

std::optional<double> atClock(const GpuProperties &properties, std::optional<double> flopPerCycle, double clockHz)
{
    if (!flopPerCycle || clockHz <= 0)
        return std::nullopt;
    return *flopPerCycle * properties.multiprocessors * clockHz;
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
    case Precision::Fp32:
        break;
    }
    return std::nullopt;
}

std::optional<double> theoreticalVector(const GpuProperties &properties, Precision precision)
{
    return atClock(properties, vectorFlopPerCycle(properties, precision), properties.clockHz);
}

std::optional<double> theoreticalTensor(const GpuProperties &properties, Precision precision)
{
    double clockHz = properties.clockHz;
    if (properties.computeCapability == 90 && precision != Precision::Fp64) {
        if (!isFullHopper(properties))
            return std::nullopt;
        clockHz = hopperTensorClockHz;
    }
    return atClock(properties, tensorFlopPerCycle(properties, precision), clockHz);
}

std::optional<double> theoreticalDram(const GpuProperties &properties)
{
    if (properties.memoryClockHz <= 0 || properties.memoryBusBits <= 0)
        return std::nullopt;
    return properties.memoryBusBits / 8.0 * properties.memoryClockHz * 2;
}

double theoreticalShared(const GpuProperties &properties)
{
    return sharedBytesPerCycle * properties.multiprocessors * properties.clockHz;
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

} // namespace ridgepoint::cuda
