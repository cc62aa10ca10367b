// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/run_request.h"

#include "core/roofs/cache/roofs_cache.h"
#include "core/service/jobs/job_process.h"
#include "core/service/steps/sweep_file.h"

#include <poll.h>

#include <algorithm>

namespace ridgepoint {

void keepPeaks(const Record &record)
{
    const auto *peaks = std::get_if<DeviceRoofs>(&record.body);
    if (!peaks || peaks->cached)
        return;
    const auto isCutShort = [](const Roof &roof) {
        return std::ranges::find(roof.flags, "partial") != roof.flags.end();
    };
    if (peaks->roofs.empty() || std::ranges::any_of(peaks->roofs, isCutShort))
        return;
    // Without a place for the cache the roofs are measured again next time: nothing else is lost.
    if (!writePeaksCache(peaksCachePath(peaks->device), encode({ 0, *peaks })).ok())
        return;
}

void runRequest(const Request &request, const std::function<void(Record)> &receive, const std::stop_token &stop)
{
    Result<std::unique_ptr<JobProcess>> started = JobProcess::start(request);
    if (!started.ok()) {
        receive({ request.id, started.error() });
        return;
    }
    const std::unique_ptr<JobProcess> job = std::move(started).value();
    while (!job->finished()) {
        pollfd readable { job->recordDescriptor(), POLLIN, 0 };
        poll(&readable, 1, 50);
        if (stop.stop_requested())
            job->cancel();
        for (const std::string &line : job->advance()) {
            Result<Record> record = decode(line);
            if (!record.ok()) {
                receive({ request.id, record.error() });
                return;
            }
            keepPeaks(record.value());
            keepSweep(record.value());
            receive(std::move(record).value());
        }
    }
}

} // namespace ridgepoint
