// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <string>
#include <vector>

namespace emulated_gpu {

constexpr int computeMajor = 9;
constexpr int computeMinor = 0;
constexpr int multiprocessors = 100;
constexpr int clockKhz = 1'500'000;
constexpr int memoryClockKhz = 2'000'000;
constexpr int memoryBusBits = 4096;
constexpr int l2Bytes = 50 << 20;
constexpr int driverVersion = 13020; ///< CUDA that the driver is for
constexpr const char *driverRelease = "595.00.00";

/// The devices of the machine that CUDA_VISIBLE_DEVICES leaves, in its order: as indices, or as the begins of UUIDs.
[[nodiscard]] const std::vector<int> &visibleDevices();
/// "Emulated GPU", or what the settings say.
[[nodiscard]] const char *nameOfDevices();
/// Of a device of the machine.
[[nodiscard]] std::array<unsigned char, 16> uuidOf(int physical);
[[nodiscard]] std::string uuidText(int physical);
[[nodiscard]] std::string busIdOf(int physical);

/// Starts the driver, once: takes the time and has the end that the settings say. Returns a CUresult.
int startDriver();

} // namespace emulated_gpu
