// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"
#include "core/results/session.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace rooflight {

/// Ends this process with the sentence and the status of ErrorCode::TimedOut when laying out what a request brought
/// takes \p seconds of processor time, as long as the request itself might take: an untrusted file may bring much. Who
/// reads slowly is waited for. Files are made whole or not at all.
class RenderingLimit
{
public:
    /// 0 seconds: no limit.
    RenderingLimit(double seconds, std::string model);
    ~RenderingLimit();
    RenderingLimit(const RenderingLimit &) = delete;
    RenderingLimit &operator=(const RenderingLimit &) = delete;

private:
    void endLate();

    double m_seconds;
    std::string m_model;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_written = false;
    std::thread m_clock;
};

/// Whether models are opened or roofs measured, which rooflight-worker does.
[[nodiscard]] bool needsWorker(const CommandLine &line);

/// What can be seen without LibTorch: the device of --what-if, files to be written, the request. Errors: CommandLine,
/// OutputFile.
[[nodiscard]] Result<void> checkCommand(const CommandLine &line);

/// A command that is checked and needs no worker: of saved sessions, or a matrix. Returns the exit status.
[[nodiscard]] int runWithoutWorker(const CommandLine &line);

/// Writes the files, prints the result, its notices and its error. Returns the exit status.
[[nodiscard]] int finishWith(const CommandLine &line, Session session);

/// main() of both programs: ends the process, with the status of \p run or of what it threw.
[[noreturn]] void runMain(int argc, char **argv, int (*run)(const CommandLine &line, char **argv));

} // namespace rooflight
