// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/run_command.h"
#include "app/rooflight-worker/before_main.h"
#include "app/rooflight-worker/commands.h"
#include "core/service/experiments/preloaded_process.h"
#include "core/service/jobs/job.h"
#include "core/service/serve.h"

#include <unistd.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace rooflight;

/// glibc gives freed memory back to the kernel beyond twice the largest block that was freed so far. Without this it
/// was chance, such as how large a file was, whether operators with results of a megabyte wait for new pages at each
/// call; after it less than 8 MiB stays. Larger results change that in every process.
void keepSmallResults()
{
    constexpr std::size_t largestFreed = 4U << 20U;
    std::vector<char> block;
    block.reserve(largestFreed);
    const char *const volatile begin = block.data(); // seen from outside, so it is not optimized away
    static_cast<void>(begin);
}

int statusOf(const Result<void> &done)
{
    return done.ok() ? 0 : failWith(done.error());
}

/// Every command, also what rooflight-cli does without it: the program can be used alone.
int run(const CommandLine &line, char ** /*argv*/)
{
    if (!needsWorker(line))
        return runWithoutWorker(line);
    if (line.kind == CommandLine::Kind::Serve)
        return statusOf(serve(STDIN_FILENO, STDOUT_FILENO, { .unconfined = line.request.unconfined }));
    if (line.kind == CommandLine::Kind::CheckConfinement)
        return statusOf(printConfinement(line.json));
    if (line.kind == CommandLine::Kind::ShowTokens)
        return runTokensOfModels(line);
    if (line.kind == CommandLine::Kind::Estimate)
        return runEstimate(line);
    if (line.request.kind == RequestKind::Explain)
        return runExplain(line);
    Session session = newSession();
    runInto(session, line.request, line.quiet);
    return finishWith(line, std::move(session));
}

} // namespace

int main(int argc, char **argv)
{
    endOfInitialization();
    keepSmallResults();
    if (argc > 1 && argv[1] == preloadedArgument) {
        if (std::optional<PreloadedStart> start = preloadedStart(argc, argv))
            answerPreloaded(*std::move(start));
        _exit(0); // as every benchmark process: without the destructors of LibTorch's globals
    }
    runMain(argc, argv, run);
}
