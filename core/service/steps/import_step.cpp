// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/steps.h"

#include "core/archive/zip/sha256.h"
#include "core/base/opened_file.h"
#include "core/import/profiler_trace.h"
#include "core/import/trace_calls.h"
#include "core/torchscript/replay/trace_replay.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

Result<ProfilerTrace> readTraceFile(const std::string &path)
{
    std::error_code problem;
    const auto unreadable = [&path](const std::string &why) {
        return Error { ErrorCode::FileUnreadable, fmt::format("Cannot import {}: {}.", path, why),
                       "Name a trace that torch.profiler's export_chrome_trace() wrote." };
    };
    if (!fs::exists(path, problem))
        return unreadable("there is no such file");
    if (!fs::is_regular_file(path, problem))
        return unreadable("it is not a regular file");
    errno = 0;
    std::ifstream file(pathToRead(path), std::ios::binary);
    if (!file)
        return unreadable(std::generic_category().message(errno));
    return readProfilerTrace(file, path);
}

bool hasKernels(const ProfilerTrace &trace)
{
    return std::ranges::any_of(trace.events,
                               [](const RecordedEvent &event) { return event.kind == RecordedEvent::Kind::Kernel; });
}

/// Whether the device of the request is of the kind that the trace was recorded on, so that its roofs judge it.
bool isOfThisDevice(const Request &request, const ProfilerTrace &trace)
{
    return request.isOnCuda() == hasKernels(trace);
}

Device tracedDevice(const Request &request, const ProfilerTrace &trace, const Device &ours)
{
    if (isOfThisDevice(request, trace))
        return ours;
    Device device;
    device.kind = hasKernels(trace) ? "cuda" : "cpu";
    device.name = hasKernels(trace) ? trace.gpu : std::string();
    return device;
}

void sendRemarks(const Request &request, const ProfilerTrace &trace, const TracedCalls &calls, JobReporter &reporter)
{
    if (!isOfThisDevice(request, trace))
        reporter.send(Notice { "no_roofs_of_trace",
                               hasKernels(trace)
                                   ? "The trace holds kernels of a GPU, so no roofs of this CPU judge it: name a GPU "
                                     "with --device cuda:0, or a data sheet with --what-if."
                                   : "The trace holds no kernels, so no roofs of a GPU judge it." });
    if (calls.otherRuns > 0)
        reporter.send(Notice { "other_runs",
                               fmt::format("Of {} runs in the trace {} called other operators than the last one, and "
                                           "were left out.",
                                           calls.runs.size() + calls.otherRuns, calls.otherRuns) });
}

Inspection inspectionOf(const std::string &path, const std::string &sha256)
{
    Inspection inspection;
    inspection.model.path = path;
    inspection.model.sha256 = sha256;
    inspection.model.form = ModelForm::Profile;
    std::error_code ignored;
    inspection.fileBytes = static_cast<std::int64_t>(fs::file_size(path, ignored));
    inspection.producer = "PyTorch profiler";
    return inspection;
}

} // namespace

bool sendImported(const Request &request, PreparedModel &prepared, JobReporter &reporter, JobStart &start)
{
    reporter.enter(JobStage::Loading);
    reporter.progress("load", 0, 0);
    Result<ProfilerTrace> read = readTraceFile(request.model);
    if (!read.ok())
        return reporter.fail(read.error());
    const Result<std::string> sha256 = sha256OfFile(request.model);
    if (!sha256.ok())
        return reporter.fail(sha256.error());
    const ProfilerTrace trace = std::move(read).value();
    const TracedCalls calls = callsOf(trace);
    // What the parent is to believe is said before operators of the trace are called.
    const Device device = tracedDevice(request, trace, prepared.device);
    reporter.announceDevice(device);
    reporter.send(inspectionOf(request.model, sha256.value()));
    sendRemarks(request, trace, calls, reporter);
    // Which operators of the trace may be called, OperatorRights::mayCall() decides.
    const Result<JobRights> rights = start.end();
    if (!rights.ok())
        return reporter.fail(rights.error());
    reporter.enter(JobStage::Running);
    reporter.progress("analyze", 0, 0);
    Result<ReplayedTrace> replayed =
        replayTrace(trace, calls, prepared.operators, prepared.convention, request.model, rights.value().operators());
    if (!replayed.ok())
        return reporter.fail(replayed.error());
    Analysis &analysis = replayed.value().analysis;
    analysis.model.path = request.model;
    analysis.model.sha256 = sha256.value();
    analysis.device = device;
    reporter.send(analysis);
    if (isOfThisDevice(request, trace) && !reporter.awaitRoofs())
        return false;
    reporter.send(timesOf(trace, calls, replayed.value().items, analysis));
    return true;
}

} // namespace rooflight
