// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-worker/before_main.h"

#include "core/base/error.h"

#include <unistd.h>

#include <exception>
#include <new>
#include <string_view>

namespace rooflight {

namespace {

std::terminate_handler previous = nullptr;

/// Nothing that allocates.
[[noreturn]] void endWith(std::string_view sentence, ErrorCode code)
{
    const ssize_t ignored = write(STDERR_FILENO, sentence.data(), sentence.size());
    static_cast<void>(ignored);
    _exit(exitStatus(code));
}

[[noreturn]] void endEarly()
{
    try {
        if (const std::exception_ptr problem = std::current_exception())
            std::rethrow_exception(problem);
    } catch (const std::bad_alloc &) {
        endWith(
            "rooflight-cli: There is not enough memory to load LibTorch. Lift the limit of this shell (ulimit -v).\n",
            ErrorCode::OutOfMemory);
    } catch (...) {
    }
    endWith("rooflight-cli: The libraries that it needs could not be initialized. Install it again.\n",
            ErrorCode::WorkerUnreachable);
}

void beginInitialization(int, char **, char **)
{
    previous = std::set_terminate(endEarly);
}

} // namespace

// What is in this section of a program runs before the constructors of its libraries.
extern "C" {
[[gnu::section(".preinit_array"), gnu::used]] void (*const rooflightBeforeLibraries)(int, char **,
                                                                                     char **) = beginInitialization;
}

void endOfInitialization()
{
    std::set_terminate(previous);
}

} // namespace rooflight
