// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/run_command.h"
#include "app/rooflight-cli/worker_program.h"

namespace {

using namespace rooflight;

int run(const CommandLine &line, char **argv)
{
    return needsWorker(line) ? failWith(becomeWorker(argv)) : runWithoutWorker(line);
}

} // namespace

int main(int argc, char **argv)
{
    runMain(argc, argv, run);
}
