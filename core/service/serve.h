// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/service/jobs/request_run.h"

#include <chrono>

namespace rooflight {

struct ServeOptions {
    bool unconfined = false; ///< models run without confinement
    std::chrono::milliseconds longestSilence { 10'000 }; ///< then the last progress of a request comes again
    RequestRun::Bodies bodies = {};
};

/// The worker: reads requests from \p input (a file descriptor), one JSON object a line, and writes records to
/// \p output, until the input has ended and every request is answered, or the output has no reader any more. One job
/// runs at a time, the others wait; a cancel takes effect at once. SIGTERM cancels all of them, and ends the worker
/// when the one that runs has ended. A line that is too long or makes no sense is answered with an error. Errors, when
/// it has ended: CommandLine if a line was refused or the input could not be read, OutputFile if answers could
/// not be written. A request that failed is answered, which is no error here.
[[nodiscard]] Result<void> serve(int input, int output, const ServeOptions &options = {});

} // namespace rooflight
