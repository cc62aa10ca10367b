// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "app/ridgepoint-cli/output.h"
#include "app/ridgepoint-cli/run_command.h"
#include "app/ridgepoint-cli/worker_program.h"

namespace {

using namespace ridgepoint;

int run(const CommandLine &line, char **argv)
{
    return needsWorker(line) ? failWith(becomeWorker(argv)) : runWithoutWorker(line);
}

} // namespace

int main(int argc, char **argv)
{
    runMain(argc, argv, run);
}
