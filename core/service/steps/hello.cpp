// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/hello.h"

#include "core/base/build_versions.h"
#include "core/base/clock.h"
#include "core/machine/cpu_device.h"
#include "core/machine/cuda_devices.h"
#include "core/machine/processor.h"
#include "core/roofline/disturbed.h"
#include "core/roofs/cache/roofs_cache.h"
#include "core/roofs/cpu/cpu_roofs.h"
#include "core/service/sandbox/confinement.h"
#include "core/service/steps/kept_files.h"

#include <ATen/Version.h>
#include <fmt/format.h>

#include <unistd.h>

#include <array>

namespace rooflight {

namespace {

std::string hostName()
{
    std::array<char, 256> name {};
    if (gethostname(name.data(), name.size() - 1) != 0)
        return {};
    return name.data();
}

Processor processorHere()
{
    Processor processor = processorOf(cpuTopology());
    if (const Result<std::string> instructions = cpuInstructionSet(); instructions.ok())
        processor.instructionSet = instructions.value();
    processor.libtorchInstructionSet = at::get_cpu_capability();
    return processor;
}

void addKeptRoofs(Hello &hello, const Device &device)
{
    const std::optional<std::string> text = readPeaksCache(peaksCachePath(device));
    const std::optional<DeviceRoofs> roofs = text ? roofsIn(*text) : std::nullopt;
    if (roofs && !isDisturbed(*roofs, Effort::Normal)) // else the next model measures them again
        hello.keptRoofs.push_back(
            { device.kind == "cpu" ? device.kind : fmt::format("{}:{}", device.kind, device.index),
              roofs->measuredAt });
}

} // namespace

void addDevices(Hello &hello, std::vector<Device> devices)
{
    for (Device &device : devices) {
        addKeptRoofs(hello, device);
        hello.devices.push_back(std::move(device));
    }
}

Hello makeHello()
{
    Hello hello = makeHelloOfCpu();
    addDevices(hello, cudaDevices());
    return hello;
}

Hello makeHelloOfCpu()
{
    Hello hello;
    hello.program = ROOFLIGHT_VERSION;
    hello.libtorch = libtorchVersion();
    hello.host = hostName();
    hello.created = timestampNow();
    hello.confinement = confinementSupport();
    hello.processor = processorHere();
    addDevices(hello, { cpuDevice() });
    return hello;
}

} // namespace rooflight
