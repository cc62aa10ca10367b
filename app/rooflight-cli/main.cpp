// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/run_command.h"
#include "core/base/error.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace {

using namespace rooflight;

/// Becomes rooflight-worker, which has LibTorch in it: the one in the folder of this program, or the one that is
/// installed in ../lib/rooflight. Returns only if there is none, or it does not start. Errors: Internal.
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

int run(const CommandLine &line, char **argv)
{
    return needsWorker(line) ? failWith(becomeWorker(argv)) : runWithoutWorker(line);
}

} // namespace

int main(int argc, char **argv)
{
    runMain(argc, argv, run);
}
