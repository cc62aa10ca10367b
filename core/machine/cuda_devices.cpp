// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cuda_devices.h"

#include "core/base/shared_library.h"
#include "core/base/text.h"
#include "core/machine/gpu_uuid.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

constexpr auto longestAnswer = std::chrono::seconds(20);

/// The functions of the CUDA driver API that list devices: their declarations have been the same since CUDA 11.4.
struct DriverFunctions {
    int (*init)(unsigned flags) = nullptr;
    int (*count)(int *count) = nullptr;
    int (*device)(int *device, int ordinal) = nullptr;
    int (*name)(char *name, int length, int device) = nullptr;
    int (*uuid)(unsigned char *bytes, int device) = nullptr;

    explicit DriverFunctions(void *library)
    {
        findFunction(library, "cuInit", init);
        findFunction(library, "cuDeviceGetCount", count);
        findFunction(library, "cuDeviceGet", device);
        findFunction(library, "cuDeviceGetName", name);
        findFunction(library, "cuDeviceGetUuid_v2", uuid);
        if (!uuid)
            findFunction(library, "cuDeviceGetUuid", uuid);
    }

    [[nodiscard]] bool complete() const { return init && count && device && name && uuid; }
};

Device describe(const DriverFunctions &driver, int ordinal)
{
    Device device;
    device.kind = "cuda";
    device.index = ordinal;
    int handle = 0;
    if (driver.device(&handle, ordinal) != 0)
        return device;
    std::array<char, 256> name {};
    if (driver.name(name.data(), static_cast<int>(name.size()) - 1, handle) == 0)
        device.name = name.data();
    std::array<unsigned char, 16> uuid {};
    if (driver.uuid(uuid.data(), handle) == 0)
        device.uuid = gpuUuidText(uuid);
    return device;
}

std::vector<Device> listDevices(void *library)
{
    const DriverFunctions driver(library);
    int count = 0;
    if (!driver.complete() || driver.init(0) != 0 || driver.count(&count) != 0)
        return {};
    std::vector<Device> devices;
    devices.reserve(static_cast<std::size_t>(count));
    for (int ordinal = 0; ordinal < count; ++ordinal)
        devices.push_back(describe(driver, ordinal));
    return devices;
}

/// One line a device: UUID, a tab, name.
std::string asText(const std::vector<Device> &devices)
{
    std::string text;
    for (const Device &device : devices)
        text += fmt::format("{}\t{}\n", device.uuid, device.name);
    return text;
}

std::vector<Device> fromText(std::string_view text)
{
    std::vector<Device> devices;
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
        const std::string_view line = text.substr(0, end);
        const std::size_t tab = line.find('\t');
        Device device;
        device.kind = "cuda";
        device.index = static_cast<int>(devices.size());
        device.uuid = line.substr(0, tab);
        device.name = tab == std::string_view::npos ? std::string_view() : line.substr(tab + 1);
        devices.push_back(std::move(device));
    }
    return devices;
}

[[noreturn]] void answerAndEnd(void *library, int pipe)
{
    const std::string text = asText(listDevices(library));
    std::string_view left = text;
    while (!left.empty()) {
        const ssize_t written = write(pipe, left.data(), left.size());
        if (written <= 0)
            break;
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    _exit(0);
}

/// All that comes until the other end closes; empty when that takes too long.
std::string readAnswer(int pipe, std::chrono::steady_clock::time_point end)
{
    std::string text;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd waited { pipe, POLLIN, 0 };
        const int ready = left.count() > 0 ? poll(&waited, 1, static_cast<int>(left.count())) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return {};
        std::array<char, 4096> part {};
        const ssize_t size = read(pipe, part.data(), part.size());
        if (size <= 0)
            return text;
        text.append(part.data(), static_cast<std::size_t>(size));
    }
}

} // namespace

std::vector<Device> cudaDevicesOfThisProcess()
{
    void *library = openCudaDriver();
    return library ? listDevices(library) : std::vector<Device>();
}

CudaDeviceQuery::CudaDeviceQuery()
    : m_deadline(std::chrono::steady_clock::now() + longestAnswer)
{
    void *library = openCudaDriver();
    int pipes[2] = { -1, -1 };
    if (!library || pipe2(pipes, O_CLOEXEC) != 0)
        return;
    m_child = fork();
    if (m_child == 0)
        answerAndEnd(library, pipes[1]);
    close(pipes[1]);
    m_pipe = pipes[0];
}

CudaDeviceQuery::~CudaDeviceQuery()
{
    end();
}

std::vector<Device> CudaDeviceQuery::answer()
{
    const std::string text = m_child > 0 ? readAnswer(m_pipe, m_deadline) : std::string();
    end();
    return fromText(text);
}

void CudaDeviceQuery::end()
{
    if (m_pipe >= 0)
        close(std::exchange(m_pipe, -1));
    if (m_child <= 0)
        return;
    kill(m_child, SIGKILL);
    while (waitpid(m_child, nullptr, 0) < 0 && errno == EINTR) { }
    m_child = -1;
}

std::vector<Device> cudaDevices()
{
    return CudaDeviceQuery().answer();
}

std::optional<int> cudaIndex(std::string_view device)
{
    constexpr std::string_view kind = "cuda";
    if (!device.starts_with(kind))
        return std::nullopt;
    device.remove_prefix(kind.size());
    if (device.empty())
        return 0;
    if (device.front() != ':' || device.size() < 2 || device[1] < '0' || device[1] > '9')
        return std::nullopt;
    return parseNumber<int>(device.substr(1));
}

} // namespace rooflight
