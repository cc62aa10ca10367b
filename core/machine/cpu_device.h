// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/device.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace rooflight {

/// How the system lets the CPU choose its clock, from /sys/devices/system/cpu: for example "governor
/// powersave, preference balance_performance, at most 4.90 GHz, turbo off". Empty if it reports nothing, as in most
/// virtual machines. `root` replaces "/" in tests.
[[nodiscard]] std::string cpuClockPolicy(const std::filesystem::path &root = "/");

/// CPUs that this process may keep busy: its affinity mask, cut to its control group's quota (rounded up). At least 1.
[[nodiscard]] int availableCpus();

/// Brand of the processor; if the system names none, the architecture, for example "x86_64 processor".
[[nodiscard]] std::string cpuName();

/// The brand in the text of /proc/cpuinfo; empty when it holds none.
[[nodiscard]] std::string cpuNameFromCpuInfo(std::string_view cpuInfo);

/// What decides how fast the CPU runs for this process: cpuClockPolicy() and the quota of its control group.
[[nodiscard]] std::string cpuSpeedPolicy();

/// The CPU as a device that runs operators on this many threads; 0: availableCpus().
[[nodiscard]] Device cpuDevice(int threads = 0);

} // namespace rooflight
