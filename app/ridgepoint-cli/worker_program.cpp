// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "app/ridgepoint-cli/worker_program.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace ridgepoint {

Error becomeWorker(char **argv)
{
    namespace fs = std::filesystem;
    std::error_code problem;
    const fs::path folder = fs::read_symlink("/proc/self/exe", problem).parent_path();
    int why = ENOENT;
    // What is installed finds LibTorch before it starts.
    for (const fs::path &program : { folder / "ridgepoint-worker", folder / "../lib/ridgepoint/start-worker" }) {
        execv(program.c_str(), argv);
        if (errno != ENOENT)
            why = errno;
    }
    return { ErrorCode::Internal,
             why == ENOENT ? "ridgepoint-worker, which runs models, is not installed beside ridgepoint-cli."
                           : "ridgepoint-worker, which runs models, does not start: "
                     + std::generic_category().message(why) + ".",
             "Install Ridgepoint again." };
}

} // namespace ridgepoint
