// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/worker_program.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace rooflight {

Error becomeWorker(char **argv)
{
    namespace fs = std::filesystem;
    std::error_code problem;
    const fs::path folder = fs::read_symlink("/proc/self/exe", problem).parent_path();
    int why = ENOENT;
    // What is installed finds LibTorch before it starts.
    for (const fs::path &program : { folder / "rooflight-worker", folder / "../lib/rooflight/start-worker" }) {
        execv(program.c_str(), argv);
        if (errno != ENOENT)
            why = errno;
    }
    return { ErrorCode::WorkerUnreachable,
             why == ENOENT
                 ? "rooflight-worker, which runs models, is not installed beside rooflight-cli."
                 : "rooflight-worker, which runs models, does not start: " + std::generic_category().message(why) + ".",
             "Install Rooflight again." };
}

} // namespace rooflight
