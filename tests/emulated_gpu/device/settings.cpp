// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/settings.h"

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include <unistd.h>

namespace emulated_gpu {

namespace {

constexpr std::int64_t nsPerMs = 1'000'000;
constexpr std::int64_t nsPerUs = 1'000;

std::map<std::string, std::string> &variables()
{
    static std::map<std::string, std::string> kept;
    return kept;
}

[[gnu::constructor]] void keepVariables()
{
    for (char **entry = environ; entry && *entry; ++entry) {
        const std::string text = *entry;
        const std::size_t equals = text.find('=');
        if (text.starts_with("CUDA_EMULATED_") && equals != std::string::npos)
            variables()[text.substr(0, equals)] = text.substr(equals + 1);
    }
}

std::int64_t number(const char *variable, std::int64_t otherwise)
{
    const char *text = emulatedVariable(variable);
    return text && *text ? std::atoll(text) : otherwise;
}

std::vector<std::uint64_t> numbers(const char *text)
{
    std::vector<std::uint64_t> read;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
        read.push_back(std::stoull(part));
    return read;
}

Settings readSettings()
{
    Settings read;
    read.devices = static_cast<int>(number("CUDA_EMULATED_DEVICES", read.devices));
    if (const char *bytes = emulatedVariable("CUDA_EMULATED_MEMORY_BYTES"))
        read.memoryBytes = numbers(bytes);
    read.nvmlNs = nsPerMs * number("CUDA_EMULATED_NVML_MS", 0);
    read.launchNs = nsPerUs * number("CUDA_EMULATED_LAUNCH_US", 0);
    read.waveNs = nsPerUs * number("CUDA_EMULATED_WAVE_US", 0);
    read.initNs = nsPerMs * number("CUDA_EMULATED_INIT_MS", 0);
    read.initNeeds = emulatedVariable("CUDA_EMULATED_INIT_NEEDS");
    read.initStatus = static_cast<int>(number("CUDA_EMULATED_INIT_STATUS", 0));
    read.cuptiStatus = static_cast<int>(number("CUDA_EMULATED_CUPTI_STATUS", 0));
    read.name = emulatedVariable("CUDA_EMULATED_NAME");
    read.idleMilliwatts = number("CUDA_EMULATED_IDLE_MILLIWATTS", read.idleMilliwatts);
    read.hostMemoryStatus = static_cast<int>(number("CUDA_EMULATED_HOST_MEMORY_STATUS", 0));
    return read;
}

} // namespace

const char *emulatedVariable(const char *name)
{
    if (const char *text = std::getenv(name)) // also before the constructor above has run
        return text;
    const auto found = variables().find(name);
    return found == variables().end() ? nullptr : found->second.c_str();
}

const Settings &settings()
{
    static const Settings read = readSettings();
    return read;
}

} // namespace emulated_gpu
