// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/faults.h"

#include "device/settings.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace emulated_gpu {

namespace {

struct StepFacts {
    std::string_view name;
    int status; ///< that it fails with where none is given
    bool sticks; ///< the context is lost with it
};

constexpr int outOfMemory = 2;
constexpr int illegalAddress = 700;
constexpr int nvmlGpuIsLost = 15;

/// In the order of the enumeration.
constexpr std::array<StepFacts, 4> steps = { {
    { "allocation", outOfMemory, false },
    { "launch", illegalAddress, true },
    { "call", illegalAddress, true },
    { "nvml", nvmlGpuIsLost, false },
} };

struct Fault {
    int step = -1;
    std::int64_t count = 0;
    int status = 0;
};

Fault readFault()
{
    const char *variable = emulatedVariable("CUDA_EMULATED_FAULT");
    const std::string text = variable ? variable : "";
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        return {};
    Fault fault;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (text.substr(0, colon) == steps[i].name) {
            fault.step = static_cast<int>(i);
            fault.status = steps[i].status;
        }
    }
    fault.count = std::atoll(text.c_str() + colon + 1);
    const std::size_t second = text.find(':', colon + 1);
    if (second != std::string::npos)
        fault.status = std::atoi(text.c_str() + second + 1);
    return fault;
}

const Fault &fault()
{
    static const Fault read = readFault();
    return read;
}

std::array<std::atomic<std::int64_t>, steps.size()> counts;
std::atomic<int> sticky = 0;

} // namespace

int afterStep(Step step)
{
    if (const int status = sticky; status != 0 && step != Step::Nvml)
        return status;
    const auto index = static_cast<std::size_t>(step);
    const std::int64_t count = ++counts[index];
    if (fault().step != static_cast<int>(index) || count < fault().count)
        return 0;
    if (steps[index].sticks)
        sticky = fault().status;
    return fault().status;
}

int stickyStatus()
{
    return sticky;
}

} // namespace emulated_gpu
