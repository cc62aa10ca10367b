// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string>

namespace rooflight {

/// How the system lets the CPU choose its clock, from /sys/devices/system/cpu: for example "governor
/// powersave, preference balance_performance, at most 4.90 GHz, turbo off". Empty if it reports nothing, as in most
/// virtual machines. `root` replaces "/" in tests.
[[nodiscard]] std::string cpuClockPolicy(const std::filesystem::path &root = "/");

} // namespace rooflight
