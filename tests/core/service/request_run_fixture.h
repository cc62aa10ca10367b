// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/jobs/request_run.h"
#include "core/service/steps/kept_files.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A request whose processes run the bodies of a test.
namespace rooflight::fixture {

inline Request request(RequestKind kind)
{
    Request made;
    made.id = 7;
    made.kind = kind;
    made.model = "m.pt";
    return made;
}

inline DeviceRoofs roofs(double flopPerSecond = 1e12)
{
    DeviceRoofs made;
    made.device.kind = "cpu";
    made.device.name = "test";
    made.device.threads = 1;
    Roof roof;
    roof.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
    roof.name = "FP32";
    roof.value = flopPerSecond;
    roof.interval = { 0.9 * flopPerSecond, 1.1 * flopPerSecond };
    roof.samples = { 0.9 * flopPerSecond, flopPerSecond };
    made.roofs = { roof };
    return made;
}

inline bool areKept(const DeviceRoofs &measured)
{
    return keptRoofs(measured.device, measured.clockPolicy).has_value();
}

/// Cancels behind a record of which \p cancels says so.
inline std::vector<RecordBody> recordsOf(
    const Request &request, RequestRun::Bodies bodies,
    const std::function<bool(const RecordBody &)> &cancels = [](const RecordBody &) { return false; })
{
    Result<std::unique_ptr<RequestRun>> started = RequestRun::start(request, std::move(bodies));
    if (!started.ok())
        throw std::runtime_error(started.error().text);
    const std::unique_ptr<RequestRun> run = std::move(started).value();
    std::vector<RecordBody> records;
    while (!run->finished()) {
        std::vector<pollfd> waiting = run->descriptors();
        poll(waiting.data(), waiting.size(), 10);
        for (CheckedRecord &checked : run->advance()) {
            if (cancels(checked.record.body))
                run->cancel();
            records.push_back(std::move(checked.record.body));
        }
    }
    return records;
}

inline void sendRoofs(const Request &, JobReporter &reporter)
{
    reporter.send(roofs());
    reporter.send(Done {});
}

inline JobProcess::Body sending(RecordBody body)
{
    return [body](const Request &, JobReporter &reporter) {
        reporter.send(body);
        reporter.send(Done {});
    };
}

inline Inspection inspectionOf(const Request &request)
{
    Inspection inspection;
    inspection.model.path = request.model;
    inspection.model.sha256 = std::string(64, 'a');
    return inspection;
}

inline Analysis analysisOf(const Request &request)
{
    Analysis analysis;
    analysis.model = inspectionOf(request).model;
    return analysis;
}

} // namespace rooflight::fixture
