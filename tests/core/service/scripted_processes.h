// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/service/steps/job_reporter.h"

#include <QtGlobal>

#include <csignal>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rooflight::fixture {

/// Far more than a trial by a script needs: it ends when all ratios are known.
constexpr double scriptedSeconds = 10;

/// What benchmark processes do that run no model: their times are those of a test, on any host.
struct ProcessState {
    int number = 0; ///< in the order in which experiments take them
    RunSetup setup; ///< that it was loaded with
    std::int64_t items = 0; ///< that were set
};

using ProcessScript = std::function<Result<BenchmarkResponse>(const ProcessState &, const BenchmarkRequest &)>;

/// As a process of a model that crashes.
inline void endBySignal(int signal)
{
    std::signal(signal, SIG_DFL); // a test catches some of them
    raise(signal);
}

inline std::vector<BenchmarkProcess> scriptedProcesses(int count, const ProcessScript &script)
{
    std::vector<BenchmarkProcess> processes;
    for (int number = 0; number < count; ++number) {
        Result<std::vector<BenchmarkProcess>> started =
            BenchmarkProcess::start(1, [number, &script, &processes](BenchmarkSocket socket) {
                processes.clear(); // the connections of others
                ProcessState state { number, {} };
                std::optional<BenchmarkRequest> first = socket.readRequest();
                if (!first)
                    return;
                answerAll(socket, std::move(*first), [&](const BenchmarkRequest &request) {
                    if (request.task == BenchmarkTask::Load)
                        state.setup = request.setup;
                    if (request.task == BenchmarkTask::SetBatch && request.count > 0)
                        state.items = request.count;
                    return script(state, request);
                });
            });
        if (!started.ok())
            qFatal("no processes");
        processes.push_back(std::move(started.value().front()));
    }
    return processes;
}

/// The last result of a kind that was sent, and the error behind it.
template<typename Body> struct SentResult {
    std::optional<Body> result;
    std::optional<Error> error;
    std::vector<Notice> notices;
    std::stop_source stop;
    bool stopsAtNotice = false; ///< as by a person who reads it

    [[nodiscard]] JobReporter reporter()
    {
        return { [this](const RecordBody &body) {
                    if (const auto *sent = std::get_if<Body>(&body))
                        result = *sent;
                    else if (const auto *failure = std::get_if<Error>(&body))
                        error = *failure;
                    else if (const auto *notice = std::get_if<Notice>(&body)) {
                        notices.push_back(*notice);
                        if (stopsAtNotice)
                            stop.request_stop();
                    }
                },
                 [](JobStage) {}, [] {}, stop.get_token() };
    }
};

} // namespace rooflight::fixture
