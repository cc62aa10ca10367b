// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// Stands for NVIDIA's driver library: two GPUs, in the order that CUDA_VISIBLE_DEVICES gives.

#include "tests/core/machine/fake_cuda_driver.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int noDevice = 100; // CUDA_ERROR_NO_DEVICE
constexpr int invalidValue = 1; // CUDA_ERROR_INVALID_VALUE

std::vector<int> visible;

} // namespace

int &fakeCudaStarts()
{
    static int starts = 0;
    return starts;
}

// Declared as in NVIDIA's reference manual of the CUDA driver API, handles and enumerations as what they are passed as.
extern "C" {

int cuInit(unsigned)
{
    ++fakeCudaStarts();
    visible.clear();
    const char *chosen = std::getenv("CUDA_VISIBLE_DEVICES"); // NOLINT(concurrency-mt-unsafe): one thread
    for (const char gpu : std::string(chosen ? chosen : "0,1")) {
        if (gpu == '0' || gpu == '1')
            visible.push_back(gpu - '0');
    }
    return visible.empty() ? noDevice : 0;
}

int cuDeviceGetCount(int *count)
{
    *count = static_cast<int>(visible.size());
    return 0;
}

int cuDeviceGet(int *device, int ordinal)
{
    if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= visible.size())
        return invalidValue;
    *device = visible[static_cast<std::size_t>(ordinal)];
    return 0;
}

int cuDeviceGetName(char *name, int length, int device)
{
    std::strncpy(name, device == 0 ? "NVIDIA H100 80GB HBM3" : "NVIDIA L4", static_cast<std::size_t>(length));
    return 0;
}

int cuDeviceGetUuid_v2(unsigned char *bytes, int device)
{
    for (int i = 0; i < 16; ++i)
        bytes[i] = static_cast<unsigned char>(16 * device + i);
    return 0;
}
}
