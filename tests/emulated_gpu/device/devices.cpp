// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/devices.h"

#include "device/clock.h"
#include "device/settings.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace emulated_gpu {

namespace {

int physicalOf(const std::string &text)
{
    for (int i = 0; i < settings().devices; ++i) {
        if (text == std::to_string(i) || (text.starts_with("GPU-") && uuidText(i).starts_with(text)))
            return i;
    }
    return -1;
}

/// As the driver reads it: a name of no device, or of one that is listed already, ends the list.
std::vector<int> readVisibleDevices()
{
    std::vector<int> visible;
    const char *variable = std::getenv("CUDA_VISIBLE_DEVICES");
    if (!variable) {
        for (int i = 0; i < settings().devices; ++i)
            visible.push_back(i);
        return visible;
    }
    std::istringstream names(variable);
    for (std::string name; std::getline(names, name, ',');) {
        const int physical = physicalOf(name);
        if (physical < 0)
            break;
        if (std::ranges::find(visible, physical) != visible.end())
            return {};
        visible.push_back(physical);
    }
    return visible;
}

} // namespace

const std::vector<int> &visibleDevices()
{
    static const auto *visible = new std::vector<int>(readVisibleDevices());
    return *visible;
}

const char *nameOfDevices()
{
    return settings().name ? settings().name : "Emulated GPU";
}

std::array<unsigned char, 16> uuidOf(int physical)
{
    return { 'E', 'M', 'U', 'L', 'A', 'T', 'E', 'D', 0, 0, 0, 0, 0, 0, 0, static_cast<unsigned char>(physical) };
}

std::string uuidText(int physical)
{
    std::string text = "GPU-";
    const std::array<unsigned char, 16> bytes = uuidOf(physical);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        std::array<char, 3> hex {};
        std::snprintf(hex.data(), hex.size(), "%02x", bytes[i]);
        text += hex.data();
    }
    return text;
}

std::string busIdOf(int physical)
{
    std::array<char, 16> text {};
    std::snprintf(text.data(), text.size(), "0000:%02X:00.0", physical + 1);
    return text.data();
}

namespace {

/// False in a namespace of processes that has the /proc of another: NVIDIA's driver (580.159) does not start there.
bool isInProc()
{
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self", ignored) == std::to_string(getpid());
}

} // namespace

int startDriver()
{
    static const int status = [] {
        waitUntil(nowNs() + settings().initNs);
        constexpr int notInitialized = 3;
        constexpr int noDevice = 100;
        constexpr int operatingSystem = 304;
        if (!isInProc())
            return operatingSystem;
        if (settings().initNeeds && !std::getenv(settings().initNeeds))
            return notInitialized;
        if (settings().initStatus != 0)
            return settings().initStatus;
        return visibleDevices().empty() ? noDevice : 0;
    }();
    return status;
}

} // namespace emulated_gpu
