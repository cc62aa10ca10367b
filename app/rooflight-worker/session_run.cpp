// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-worker/commands.h"

#include "app/rooflight-cli/progress_line.h"
#include "core/base/signals.h"
#include "core/machine/cuda_devices.h"
#include "core/record/record.h"
#include "core/roofs/cuda/cuda_roofs.h"
#include "core/service/jobs/request_run.h"
#include "core/service/steps/hello.h"

#include <csignal>
#include <optional>
#include <utility>
#include <variant>

namespace rooflight {

namespace {

/// newSession() lists the CPU alone.
bool listsOnlyCpu(const Session &session)
{
    return session.hello.devices.size() == 1;
}

} // namespace

Session newSession()
{
    Session session;
    session.hello = makeHelloOfCpu();
    return session;
}

Error changedFile(const std::string &path)
{
    return { ErrorCode::FileUnreadable, path + " was changed while it was measured.",
             "Measure it again once it stays as it is." };
}

void runInto(Session &session, const Request &request, bool quiet)
{
    // The driver may take seconds to start: it is asked while the request runs.
    std::optional<CudaDeviceQuery> devices;
    if (cudaIndex(request.device) && listsOnlyCpu(session))
        devices.emplace();
    ProgressLine progressLine(quiet);
    const auto receive = [&](Record record) {
        if (const auto *progress = std::get_if<Progress>(&record.body))
            progressLine.show(*progress);
        else
            apply(session, std::move(record));
    };
    runRequest(request, receive, stopOnSignals({ SIGINT, SIGTERM }));
    if (devices)
        addDevices(session.hello, devices->answer());
}

} // namespace rooflight
