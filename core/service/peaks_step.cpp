// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/peaks_step.h"

#include "core/machine/control_group.h"
#include "core/machine/cpu_device.h"
#include "core/roofs/cache/roofs_cache.h"
#include "core/roofs/cpu/cpu_roofs.h"
#include "core/roofs/cuda/cuda_roofs.h"
#include "core/roofs/datasheet/sheet_peaks.h"
#include "core/roofs/torch/library_roofs.h"
#include "core/roofs/torch/operator_launch_overhead.h"
#include "core/service/hello.h"
#include "core/torchscript/loaded_model.h"

#include <ATen/Parallel.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>

namespace ridgepoint {

namespace {

bool isCuda(const Request &request)
{
    return request.device.starts_with("cuda");
}

/// Without roofs a report is still worth something; a request for nothing else has failed.
bool lackRoofs(const Request &request, JobReporter &reporter, const Error &error)
{
    if (request.kind == RequestKind::Peaks)
        return reporter.fail(error);
    reporter.send(Notice { "no_cuda_roofs", error.text });
    return true;
}

/// False when the cache holds none, none that were measured under this policy, or none are wanted from it.
bool sendCachedPeaks(const Request &request, JobReporter &reporter, const Device &device,
                     const std::string &clockPolicy)
{
    if (request.remeasure)
        return false;
    const auto cached = readPeaksCache(peaksCachePath(device));
    if (!cached)
        return false;
    Result<Record> record = decode(*cached);
    if (!record.ok() || !std::holds_alternative<Peaks>(record.value().body))
        return false;
    Peaks peaks = std::get<Peaks>(std::move(record).value().body);
    if (peaks.clockPolicy != clockPolicy)
        return false;
    peaks.cached = true;
    reporter.send(std::move(peaks));
    return true;
}

PeaksKeepGoing keepGoing(JobReporter &reporter)
{
    return [&reporter](const PeaksProgress &progress) {
        reporter.progress("peaks", progress.done, progress.total);
        return !reporter.cancelled();
    };
}

std::optional<OperatorFloor> operatorFloor(const Request &request, int visits, JobReporter &reporter)
{
    const Result<c10::Device> device = openDevice(request.device);
    if (device.ok())
        return OperatorFloor::ofTorch(device.value(), request.effort, visits);
    reporter.send(Notice { "no_operator_floor", device.error().text });
    return std::nullopt;
}

void addRoof(Peaks &peaks, std::optional<OperatorFloor> &floor)
{
    if (std::optional<Roof> roof = floor ? floor->takeRoof() : std::nullopt)
        peaks.roofs.push_back(std::move(*roof));
}

/// Precisions in which LibTorch is measured. None where a quota holds the threads back: a product then takes as long as
/// the moment lets it.
std::set<std::string> libraryPrecisions(int threads)
{
    if (exceedsQuota(threads))
        return {};
    const Result<std::set<std::string>> precisions = cpuPrecisions();
    return precisions.ok() ? precisions.value() : std::set<std::string>();
}

bool sendCpuPeaks(const Request &request, JobReporter &reporter)
{
    if (sendCachedPeaks(request, reporter, deviceOf(request), cpuSpeedPolicy()))
        return true;
    CpuPeaksOptions options;
    options.threads = at::get_num_threads();
    const auto cancelled = [&reporter] { return reporter.cancelled(); };
    LibraryRoofs library(libraryPrecisions(options.threads), request.effort, cancelled);
    std::optional<OperatorFloor> floor = operatorFloor(request, visitRounds(request.effort), reporter);
    options.afterRound = [&] {
        library.visit();
        if (floor)
            floor->visit(cancelled);
    };
    options.effort = request.effort;
    options.secondsForOthers = librarySeconds(request.effort) + operatorFloorSeconds(request.effort);
    Result<Peaks> peaks = measureCpuPeaks(options, keepGoing(reporter));
    if (!peaks.ok())
        return reporter.fail(peaks.error());
    Peaks all = std::move(peaks).value();
    addPublishedMemory(all);
    std::ranges::move(library.takeRoofs(), std::back_inserter(all.roofs));
    addRoof(all, floor);
    reporter.send(std::move(all));
    return true;
}

bool sendCudaPeaks(const Request &request, JobReporter &reporter)
{
    const std::optional<int> index = cudaIndex(request.device);
    if (!index)
        return reporter.fail(
            { ErrorCode::CommandLine, fmt::format("\"{}\" is no device.", request.device), "Use cpu or cuda:0." });
    const Result<std::unique_ptr<cuda::Gpu>> gpu = openCudaGpu(*index);
    if (!gpu.ok())
        return lackRoofs(request, reporter, gpu.error());
    if (sendCachedPeaks(request, reporter, cudaDevice(*gpu.value(), *index), gpu.value()->properties().clockPolicy))
        return true;
    Result<CudaPeaks> peaks = measureCudaPeaks(*gpu.value(), *index, request.effort, keepGoing(reporter));
    if (!peaks.ok())
        return lackRoofs(request, reporter, peaks.error());
    for (const std::string &note : peaks.value().notes)
        reporter.send(Notice { "cuda_roofs", note });
    Peaks all = std::move(peaks).value().peaks;
    std::optional<OperatorFloor> floor = operatorFloor(request, 1, reporter);
    if (floor)
        floor->visit([&reporter] { return reporter.cancelled(); });
    addRoof(all, floor);
    reporter.send(std::move(all));
    return true;
}

} // namespace

bool sendPeaks(const Request &request, JobReporter &reporter)
{
    reporter.enter(JobStage::Measuring);
    reporter.progress("peaks", 0, 0);
    return isCuda(request) ? sendCudaPeaks(request, reporter) : sendCpuPeaks(request, reporter);
}

Device deviceOf(const Request &request)
{
    if (!isCuda(request))
        return cpuDevice(at::get_num_threads());
    const std::size_t colon = request.device.find(':');
    const int index = colon == std::string::npos ? 0 : std::atoi(request.device.c_str() + colon + 1);
    for (const Device &candidate : makeHello().devices) {
        if (candidate.kind == "cuda" && candidate.index == index)
            return candidate;
    }
    Device unknown;
    unknown.kind = "cuda";
    unknown.index = index;
    return unknown;
}

} // namespace ridgepoint
