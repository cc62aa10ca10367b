// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/run_request.h"

#include "core/service/jobs/request_run.h"

namespace rooflight {

void runRequest(const Request &request, const std::function<void(Record)> &receive, const std::stop_token &stop)
{
    Result<std::unique_ptr<RequestRun>> started = RequestRun::start(request);
    if (!started.ok()) {
        receive({ request.id, started.error() });
        return;
    }
    const std::unique_ptr<RequestRun> run = std::move(started).value();
    while (!run->finished()) {
        std::vector<pollfd> readable = run->descriptors();
        poll(readable.data(), readable.size(), 50);
        if (stop.stop_requested())
            run->cancel();
        for (CheckedRecord &checked : run->advance())
            receive(std::move(checked.record));
    }
}

} // namespace rooflight
