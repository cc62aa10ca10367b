// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// What a hostile library may do as soon as it is opened: ROOFLIGHT_ESCAPE in the environment, a name that models keep,
// says what. It reports what went through on standard error, as a line that begins with "ESCAPED".

#include "core/service/sandbox/escape_attempts.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace rooflight;

std::string setting(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

void report(const std::string &text)
{
    if (write(STDERR_FILENO, text.data(), text.size()) < 0)
        std::abort();
}

void attemptAll(const char *from)
{
    const EscapeTargets targets { setting("ROOFLIGHT_ESCAPE_FOLDER"),
                                  static_cast<int>(
                                      std::strtol(setting("ROOFLIGHT_ESCAPE_PROCESS").c_str(), nullptr, 10)) };
    for (const EscapeAttempt &attempt : escapeAttempts()) {
        if (attempt.untilStart)
            continue; // a library needs trust
        errno = 0;
        const long result = attempt.attempt(targets);
        if (!isRefused(result, errno))
            report(std::string("ESCAPED ") + from + ": " + std::string(attempt.name) + '\n');
    }
    report(std::string("ATTEMPTED ") + from + '\n');
}

void writeToAllFiles(const std::string &text)
{
    for (int descriptor = 3; descriptor < 100; ++descriptor) {
        for (std::size_t at = 0; at < text.size();) {
            const ssize_t written = write(descriptor, text.data() + at, text.size() - at);
            if (written <= 0)
                break;
            at += static_cast<std::size_t>(written);
        }
    }
}

/// Stays, whatever it is asked to do.
[[noreturn]] void hang()
{
    for (int signal = 1; signal < 32; ++signal)
        std::signal(signal, SIG_IGN);
    for (;;)
        pause();
}

/// As hang(), in processes that leave the session, and in this one.
[[noreturn]] void multiply()
{
    for (int i = 0; i < 3; ++i) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0)
                hang();
            hang();
        }
    }
    hang();
}

constexpr std::size_t bite = std::size_t { 32 } << 20;

/// Takes memory in many processes, a little in each: none of them meets a limit of its own.
[[noreturn]] void breed()
{
    for (int child = 0; child < 64; ++child) {
        if (fork() == 0) {
            std::vector<char> taken(bite, 'x');
            report(taken.back() == 'x' ? "" : "ESCAPED");
            hang();
        }
    }
    hang();
}

/// Takes memory that is in no address space: files in memory, each smaller than one may be.
[[noreturn]] void hoard()
{
    const std::vector<char> taken(bite, 'x');
    for (int i = 0; i < 64; ++i) {
        const int file = memfd_create("rooflight", 0);
        if (write(file, taken.data(), taken.size()) < 0)
            report("ATTEMPTED a file in memory\n");
    }
    hang();
}

__attribute__((constructor)) void escape()
{
    const std::string how = setting("ROOFLIGHT_ESCAPE");
    if (how == "attempt") {
        attemptAll("constructor");
        std::thread(attemptAll, "thread").join();
    } else if (how == "forge") {
        writeToAllFiles(setting("ROOFLIGHT_ESCAPE_TEXT") + '\n');
    } else if (how == "long line") {
        const std::string part(1 << 20, 'x');
        for (int mebibyte = 0; mebibyte < 2048; ++mebibyte)
            writeToAllFiles(part);
        hang();
    } else if (how == "flood") {
        const std::string part(1 << 20, 'x');
        for (;;)
            report(part);
    } else if (how == "hang") {
        hang();
    } else if (how == "multiply") {
        multiply();
    } else if (how == "breed") {
        breed();
    } else if (how == "hoard") {
        hoard();
    }
}

} // namespace
