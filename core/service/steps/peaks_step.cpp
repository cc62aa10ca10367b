// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/peaks_step.h"

#include "core/machine/control_group.h"
#include "core/machine/cpu_device.h"
#include "core/machine/cuda_devices.h"
#include "core/roofline/disturbed.h"
#include "core/roofs/cache/roofs_cache.h"
#include "core/roofs/cpu/cpu_roofs.h"
#include "core/roofs/cuda/cuda_roofs.h"
#include "core/roofs/datasheet/device_sheet.h"
#include "core/roofs/torch/library_benchmark.h"
#include "core/roofs/torch/operator_launch_overhead.h"
#include "core/service/steps/kept_files.h"
#include "core/torchscript/load/loaded_model.h"

#include <ATen/Parallel.h>

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <set>
#include <thread>

namespace rooflight {

namespace {

/// Without roofs a report is still worth something; a request for nothing else has failed.
bool lackRoofs(const Request &request, JobReporter &reporter, const Error &error)
{
    if (request.kind == RequestKind::Peaks)
        return reporter.fail(error);
    reporter.send(Notice { "no_cuda_roofs", error.text });
    return true;
}

/// Nothing when the cache holds none, none that were measured under this policy, or none are wanted from it.
std::optional<DeviceRoofs> cachedRoofs(const Request &request, const Device &device, const std::string &clockPolicy)
{
    if (request.remeasure)
        return std::nullopt;
    return keptRoofs(device, clockPolicy);
}

/// One roof alone is measured whatever is known of it; then the better value is kept.
Result<DeviceRoofs> roofsFor(const Request &request, std::optional<DeviceRoofs> cached,
                             const std::function<Result<DeviceRoofs>()> &measure)
{
    if (request.roof.empty())
        return settledRoofs(std::move(cached), request.effort, measure);
    Result<DeviceRoofs> measured = measure();
    if (!measured.ok() || !cached)
        return measured;
    return betterRoofs(*cached, std::move(measured).value());
}

void sendNotes(const RoofRun &run, const char *code, const std::optional<Notice> &withoutOverhead,
               JobReporter &reporter)
{
    if (withoutOverhead)
        reporter.send(*withoutOverhead);
    for (const std::string &note : run.notes())
        reporter.send(Notice { code, note });
}

/// The notice says why there is none.
std::optional<Notice> addLaunchOverhead(RoofBenchmarks &benchmarks, const Request &request)
{
    const Result<c10::Device> device = openDevice(request.device);
    if (!device.ok())
        return Notice { "no_operator_floor", device.error().text };
    Result<std::unique_ptr<OperatorLaunchOverhead>> overhead =
        OperatorLaunchOverhead::ofTorch(device.value(), request.effort);
    if (!overhead.ok())
        return Notice { "no_operator_floor", overhead.error().text };
    benchmarks.push_back(std::move(overhead).value());
    return std::nullopt;
}

/// Precisions in which LibTorch is measured. None if a quota holds the threads back: a product then takes as long as
/// the moment lets it.
std::set<Precision> libraryPrecisions(int threads)
{
    const Result<std::set<Precision>> precisions = cpuPrecisions();
    return precisions.ok() && !exceedsQuota(threads) ? precisions.value() : std::set<Precision>();
}

Result<DeviceRoofs> measuredCpuRoofs(const Request &request, JobReporter &reporter)
{
    RoofRun run(request.effort, reporter.context("peaks"));
    run.measureOnly(request.roof);
    const int threads = at::get_num_threads();
    RoofBenchmarks ofTorch;
    ofTorch.push_back(std::make_unique<LibraryBenchmark>(libraryPrecisions(threads), request.effort));
    const std::optional<Notice> withoutOverhead = addLaunchOverhead(ofTorch, request);
    Result<DeviceRoofs> roofs = measureCpuRoofs(run, { threads }, std::move(ofTorch));
    if (!roofs.ok())
        return roofs;
    run.dropUncertain(roofs.value());
    sendNotes(run, "cpu_roofs", withoutOverhead, reporter);
    addPublishedMemory(roofs.value());
    return roofs;
}

/// Waits for another Rooflight that measures this device: its roofs serve this request, too.
std::optional<RoofsLock> lockRoofs(const Device &device, JobReporter &reporter)
{
    const std::filesystem::path path = peaksCachePath(device);
    std::optional<RoofsLock> lock = RoofsLock::tryLock(path);
    if (lock)
        return lock;
    reporter.send(
        Notice { std::string(roofsAwaited), "Another Rooflight is measuring this device: waiting for its roofs." });
    while (!lock && !reporter.stopRequested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        lock = RoofsLock::tryLock(path);
    }
    return lock;
}

/// What was measured now said what is missing; what was kept says it whenever it is used.
void sendRoofs(DeviceRoofs roofs, JobReporter &reporter)
{
    if (roofs.cached && lacksLaunchOverhead(roofs))
        reporter.send(Notice { "no_operator_floor",
                               "The roofs that were kept lack the launch overhead of an operator, so that none is "
                               "launch-bound: measure them again (peaks --remeasure)." });
    reporter.send(std::move(roofs));
}

bool sendCpuRoofs(const Request &request, JobReporter &reporter)
{
    const Device device = deviceOf(request);
    const std::optional<RoofsLock> lock = lockRoofs(device, reporter);
    Result<DeviceRoofs> roofs = roofsFor(request, cachedRoofs(request, device, cpuSpeedPolicy()),
                                         [&] { return measuredCpuRoofs(request, reporter); });
    if (!roofs.ok())
        return reporter.fail(roofs.error());
    sendRoofs(std::move(roofs).value(), reporter);
    return true;
}

Result<DeviceRoofs> measuredCudaRoofs(const Request &request, JobReporter &reporter, cuda::Gpu &gpu, int index,
                                      std::optional<Error> &lost)
{
    RoofRun run(request.effort, reporter.context("peaks"));
    run.measureOnly(request.roof);
    RoofBenchmarks ofTorch;
    const std::optional<Notice> withoutOverhead = addLaunchOverhead(ofTorch, request);
    Result<DeviceRoofs> roofs = measureCudaRoofs(run, gpu, index, std::move(ofTorch));
    if (!roofs.ok())
        return roofs;
    run.dropUncertain(roofs.value());
    sendNotes(run, "cuda_roofs", withoutOverhead, reporter);
    lost = run.deviceLost();
    return roofs;
}

bool sendCudaRoofs(const Request &request, JobReporter &reporter)
{
    const std::optional<int> index = cudaIndex(request.device);
    if (!index)
        return reporter.fail(
            { ErrorCode::CommandLine, fmt::format("\"{}\" is not a device.", request.device), "Use cpu or cuda:0." });
    const Result<std::unique_ptr<cuda::Gpu>> opened = openCudaGpu(*index);
    if (!opened.ok())
        return lackRoofs(request, reporter, opened.error());
    cuda::Gpu &gpu = *opened.value();
    const std::optional<RoofsLock> lock = lockRoofs(cudaDevice(gpu, *index), reporter);
    std::optional<Error> lost;
    Result<DeviceRoofs> roofs =
        roofsFor(request, cachedRoofs(request, cudaDevice(gpu, *index), gpu.properties().clockPolicy),
                 [&] { return measuredCudaRoofs(request, reporter, gpu, *index, lost); });
    // A device that failed while it was measured cannot time a model either.
    if (!roofs.ok() && roofs.error().code == ErrorCode::DeviceMissing)
        return reporter.fail(roofs.error());
    if (!roofs.ok())
        return lackRoofs(request, reporter, roofs.error());
    sendRoofs(std::move(roofs).value(), reporter);
    return !lost || reporter.fail(*lost);
}

} // namespace

bool sendPeaks(const Request &request, JobReporter &reporter)
{
    reporter.enter(JobStage::Measuring);
    reporter.progress("peaks", 0, 0);
    return request.isOnCuda() ? sendCudaRoofs(request, reporter) : sendCpuRoofs(request, reporter);
}

bool sendKeptPeaks(const Request &request, JobReporter &reporter)
{
    const Device device = deviceOf(request);
    std::string clockPolicy = cpuSpeedPolicy();
    if (request.isOnCuda()) {
        const Result<std::unique_ptr<cuda::Gpu>> opened = openCudaGpu(device.index);
        if (!opened.ok())
            return true;
        clockPolicy = opened.value()->properties().clockPolicy;
    }
    if (std::optional<DeviceRoofs> kept = keptRoofs(device, clockPolicy))
        sendRoofs(std::move(*kept), reporter);
    return true;
}

Device deviceOf(const Request &request)
{
    if (!request.isOnCuda())
        return cpuDevice(at::get_num_threads());
    const int index = cudaIndex(request.device).value_or(0);
    for (const Device &candidate : cudaDevicesOfThisProcess()) {
        if (candidate.index == index)
            return candidate;
    }
    Device unknown;
    unknown.kind = "cuda";
    unknown.index = index;
    return unknown;
}

} // namespace rooflight
