// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "simulated_gpu.h"

#include <array>
#include <chrono>
#include <thread>
#include <utility>

using namespace rooflight;
using namespace rooflight::cuda;

namespace {

/// Of queueing work, beside what the work takes.
constexpr double hostSeconds = 1e-5;

/// Too few warps in flight, or too many registers, slow the chains down.
double fmaShare(const FmaWork &work)
{
    const int inFlight = work.chains * work.blocksPerMultiprocessor;
    if (inFlight < 64)
        return inFlight / 64.0;
    return work.chains == 16 ? 0.9 : 1;
}

/// Few blocks keep too few bytes of DRAM in flight; other sizes than 8 KiB are slower.
double bulkRateShare(const MemoryWork &work)
{
    return (!work.cached && work.blocksPerMultiprocessor < 4 ? 0.8 : 1) * (work.bulkBytes == 8 << 10 ? 1 : 0.9);
}

/// Small grids keep too few bytes in flight; triad and copy turn the bus around.
double memoryRateShare(const MemoryWork &work)
{
    if (work.path == ReadPath::BulkCopies)
        return bulkRateShare(work);
    const double grid = work.blocksPerMultiprocessor == 1 || work.accesses < 8 ? 0.8 : 1;
    switch (work.pattern) {
    case MemoryPattern::Copy:
        return 0.9 * grid;
    case MemoryPattern::Triad:
        return 0.92 * grid;
    default:
        return grid;
    }
}

} // namespace

SimulatedChip simulatedH200()
{
    SimulatedChip chip;
    chip.properties = { "NVIDIA H200",
                        "GPU-01234567-89ab-cdef-0123-456789abcdef",
                        "580.82.07",
                        "at most 700 W",
                        90,
                        132,
                        1.98e9,
                        3.125e9,
                        6144,
                        std::int64_t(50) << 20 };
    chip.vectorFlopPerCycle = {
        { Precision::Fp64, 128 }, { Precision::Fp32, 256 }, { Precision::Fp16, 512 }, { Precision::Bf16, 512 }
    };
    chip.tensorFlopPerSecond = {
        { Precision::Fp64, 60e12 },  { Precision::Tf32, 420e12 }, { Precision::Fp16, 800e12 },
        { Precision::Bf16, 800e12 }, { Precision::Fp8, 1450e12 }, { Precision::Int8, 1400e12 }
    };
    return chip;
}

SimulatedChip simulatedB200()
{
    SimulatedChip chip = simulatedH200();
    chip.properties.name = "NVIDIA B200";
    chip.properties.computeCapability = 100;
    chip.properties.multiprocessors = 148;
    chip.tensorFlopPerSecond[Precision::Mxfp8] = 3e15;
    chip.tensorFlopPerSecond[Precision::Nvfp4] = 6e15;
    return chip;
}

SimulatedGpu::SimulatedGpu(SimulatedChip chip)
    : m_chip(std::move(chip))
{
}

MeasurementContext SimulatedGpu::context()
{
    MeasurementContext context;
    context.now = [this] { return m_seconds; };
    return context;
}

std::function<void(double seconds)> SimulatedGpu::sleep()
{
    return [this](double seconds) {
        m_seconds += seconds;
        m_productSeconds = 0;
    };
}

Result<GpuMemory> SimulatedGpu::memory()
{
    return GpuMemory { m_chip.freeBytes, m_chip.freeBytes };
}

Telemetry SimulatedGpu::telemetry()
{
    Telemetry telemetry;
    if (!m_chip.telemetryGap.empty())
        return telemetry;
    telemetry.clockHz = m_chip.heldClockHz;
    telemetry.powerWatts = 640;
    telemetry.temperatureCelsius = 61;
    telemetry.busyShare = m_chip.busyShare;
    telemetry.powerCapped = isThrottled();
    return telemetry;
}

Result<KernelTime> SimulatedGpu::spend(double seconds, bool counted)
{
    if (m_seconds >= m_chip.vanishesAtSeconds)
        return Error { ErrorCode::DeviceMissing, "The GPU stopped answering.", "Look at the system's log." };
    m_random = m_random * 1664525U + 1013904223U;
    const double between = static_cast<double>(m_random >> 8) / (1 << 24) * 2 - 1;
    KernelTime time;
    time.seconds = seconds * (1 + m_chip.noise * between);
    time.cycles = counted ? seconds * m_chip.heldClockHz : 0;
    time.telemetry = telemetry();
    m_seconds += time.seconds + hostSeconds;
    if (m_chip.sleeps)
        std::this_thread::sleep_for(std::chrono::duration<double>(time.seconds));
    return time;
}

Result<KernelTime> SimulatedGpu::runFma(const FmaWork &work)
{
    const double rate = m_chip.vectorFlopPerCycle.at(work.precision) * m_chip.properties.multiprocessors
        * m_chip.heldClockHz * fmaShare(work);
    return spend(flopOf(work, m_chip.properties.multiprocessors) / rate, true);
}

Result<KernelTime> SimulatedGpu::runShared(const SharedWork &work)
{
    const double rate = m_chip.sharedBytesPerCycle * m_chip.properties.multiprocessors * m_chip.heldClockHz;
    return spend(bytesOf(work, m_chip.properties.multiprocessors) / rate, true);
}

Result<KernelTime> SimulatedGpu::runSpecial(const SpecialWork &work)
{
    const double rate = m_chip.specialPerCycle * m_chip.properties.multiprocessors * m_chip.heldClockHz;
    return spend(flopOf(work, m_chip.properties.multiprocessors) / rate, true);
}

Result<void> SimulatedGpu::reserveArrays(std::int64_t bytes)
{
    reservations.push_back(bytes);
    if (3 * bytes > m_chip.largestReservation)
        return Error { ErrorCode::OutOfMemory, "The GPU is out of memory.", "Close other programs." };
    ++reserved;
    return {};
}

Result<KernelTime> SimulatedGpu::runMemory(const MemoryWork &work)
{
    m_productSeconds = 0;
    if (!work.cached && work.pattern == m_chip.failingPattern)
        return Error { ErrorCode::Internal, "The GPU failed to run a kernel: invalid argument.", "" };
    if (work.path == ReadPath::BulkCopies && (m_chip.failsBulkCopies || !hasBulkCopies(m_chip.properties)))
        return Error { ErrorCode::Internal, "The GPU failed to start a kernel: invalid device function.", "" };
    if (work.cached && !canBeCached(work, m_chip.properties.multiprocessors))
        return Error { ErrorCode::Internal, "The GPU failed to start a kernel: invalid argument.", "" };
    const double most = work.cached ? m_chip.l2BytesPerSecond : m_chip.dramBytesPerSecond;
    const std::array<double, 3> shares = { 1, m_chip.readOnlyPathShare, m_chip.bulkCopyShare };
    const double rate = most * shares.at(static_cast<std::size_t>(work.path));
    return spend(bytesOf(work) / rate / memoryRateShare(work), false);
}

Result<int> SimulatedGpu::prepareMatrix(Precision precision, const MatrixShape &shape)
{
    if (!m_chip.tensorFlopPerSecond.contains(precision))
        return 0;
    const std::int64_t bytes = operandBytes(precision, shape.m * shape.k) + operandBytes(precision, shape.k * shape.n);
    if (bytes > m_chip.largestReservation)
        return Error { ErrorCode::OutOfMemory, "The GPU is out of memory.", "Close other programs." };
    ++reserved;
    shapes.push_back(shape);
    m_precision = precision;
    m_shape = shape;
    return 4;
}

/// The third algorithm and 8192 squared are the best.
Result<KernelTime> SimulatedGpu::runMatrix(int algorithm, int products)
{
    if (m_precision == m_chip.failingProduct)
        return Error { ErrorCode::Internal, "The GPU failed to multiply matrices: cuBLASLt status 14.", "" };
    double rate = m_chip.tensorFlopPerSecond.at(m_precision);
    rate *= algorithm == 2 ? 1 : 0.6;
    rate *= m_shape == MatrixShape { 8192, 8192, 8192 } ? 1 : 0.8;
    rate *= isThrottled() ? m_chip.throttledShare : 1;
    const double seconds = products * flopOf(m_shape) / rate;
    m_productSeconds += seconds;
    return spend(seconds, false);
}

Result<KernelTime> SimulatedGpu::runEmpty(LaunchPattern pattern, int launches)
{
    const double each = pattern == LaunchPattern::Graph ? m_chip.launchSeconds / 2 : m_chip.launchSeconds;
    return spend(launches * each, false);
}

Result<void> SimulatedGpu::reserveTransfer(std::int64_t bytes)
{
    if (bytes > m_chip.largestReservation)
        return Error { ErrorCode::OutOfMemory, "No memory can be locked.", "Raise the limit." };
    ++reserved;
    m_transferBytes = bytes;
    return {};
}

Result<KernelTime> SimulatedGpu::runCopy(CopyDirection, int copies)
{
    return spend(copies * static_cast<double>(m_transferBytes) / m_chip.pcieBytesPerSecond, false);
}

void SimulatedGpu::release()
{
    reserved = 0;
}
