// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/hello.h"

#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/machine/cpu_device.h"
#include "core/service/sandbox/confinement.h"

#include <torch/version.h>

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace ridgepoint {

namespace {

std::string hostName()
{
    std::array<char, 256> name {};
    if (gethostname(name.data(), name.size() - 1) != 0)
        return {};
    return name.data();
}

/// The driver lists its GPUs as text files: read without opening any library of it.
std::vector<Device> cudaDevices()
{
    std::vector<Device> devices;
    std::error_code ignored;
    for (const auto &entry : std::filesystem::directory_iterator("/proc/driver/nvidia/gpus", ignored)) {
        Device device;
        device.kind = "cuda";
        device.index = static_cast<int>(devices.size());
        std::ifstream information(entry.path() / "information");
        for (std::string line; std::getline(information, line);) {
            const std::string_view text = line;
            const std::size_t colon = text.find(':');
            if (colon == std::string_view::npos)
                continue;
            const std::string_view key = trimmed(text.substr(0, colon));
            if (key == "Model")
                device.name = trimmed(text.substr(colon + 1));
            else if (key == "GPU UUID")
                device.uuid = trimmed(text.substr(colon + 1));
        }
        devices.push_back(std::move(device));
    }
    return devices;
}

} // namespace

std::string libtorchVersion()
{
    return TORCH_VERSION;
}

std::string compilerVersion()
{
#ifdef __clang__
    return __VERSION__;
#else
    return fmt::format("GCC {}", __VERSION__);
#endif
}

std::string libtorchCudaVersion()
{
    return RIDGEPOINT_LIBTORCH_CUDA;
}

Hello makeHello()
{
    Hello hello;
    hello.program = RIDGEPOINT_VERSION;
    hello.libtorch = libtorchVersion();
    hello.host = hostName();
    hello.created = timestampNow();
    hello.confinement = confinementSupport();
    hello.devices.push_back(cpuDevice());
    for (Device &device : cudaDevices())
        hello.devices.push_back(std::move(device));
    return hello;
}

} // namespace ridgepoint
