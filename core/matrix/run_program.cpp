// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/run_program.h"

#include "core/base/file_descriptor.h"
#include "core/base/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <system_error>

namespace rooflight {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int pollMilliseconds = 200;
constexpr std::chrono::seconds endTimeout { 20 }; ///< for a program that was asked to end
constexpr int signalStatus = 128;
constexpr int noProgram = 127;
const std::string nowhere = "/dev/null";

std::vector<char *> pointersTo(const std::vector<std::string> &command)
{
    std::vector<char *> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string &word : command)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    return arguments;
}

Error notStarted(const std::string &program)
{
    return { ErrorCode::Internal,
             fmt::format("{} cannot be started: {}.", program, std::generic_category().message(errno)),
             "Check that it is installed." };
}

/// In the child, between fork() and exec(): async-signal-safe calls alone.
[[noreturn]] void become(const std::vector<char *> &arguments, int input, int output, int error)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (const int signal : { SIGINT, SIGTERM, SIGPIPE, SIGXFSZ })
        std::signal(signal, SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    execvp(arguments.front(), arguments.data());
    _exit(noProgram);
}

ProgramEnd endOf(int status)
{
    if (WIFSIGNALED(status))
        return { signalStatus + WTERMSIG(status), WTERMSIG(status) };
    return { WEXITSTATUS(status), 0 };
}

/// Waits for the child; asks it to end once a stop is requested, and kills it when it does not, or after its time.
int waitFor(pid_t child, const std::stop_token &stop, Clock::time_point deadline = Clock::time_point::max())
{
    const FileDescriptor handle(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
    std::optional<Clock::time_point> asked;
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0) {
        if (stop.stop_requested() && !asked) {
            kill(-child, SIGTERM);
            asked = Clock::now();
        } else if ((asked && Clock::now() - *asked > endTimeout) || Clock::now() >= deadline) {
            kill(-child, SIGKILL);
        }
        pollfd readable { handle.get(), POLLIN, 0 };
        poll(&readable, handle.isOpen() ? 1 : 0, pollMilliseconds);
    }
    return ended == child ? status : SIGKILL; // of what nothing is known nothing went well
}

/// To its end, the deadline, or what is beyond the bound. Another program may hold the pipe open after the first ended.
std::string readFrom(int pipe, std::size_t maxBytes, Clock::time_point deadline)
{
    std::string text;
    std::array<char, 4096> buffer {};
    while (text.size() <= maxBytes && Clock::now() < deadline) {
        pollfd readable { pipe, POLLIN, 0 };
        if (poll(&readable, 1, pollMilliseconds) <= 0)
            continue;
        const ssize_t size = read(pipe, buffer.data(), buffer.size());
        if (size > 0)
            text.append(buffer.data(), static_cast<std::size_t>(size));
        else if (size == 0 || errno != EINTR)
            break;
    }
    return text;
}

/// The end of it, where programs say what went wrong.
std::string_view lastWords(std::string_view text)
{
    constexpr std::size_t most = 4096;
    const std::string_view words = trimmed(text);
    return words.substr(words.size() - std::min(words.size(), most));
}

} // namespace

Result<ProgramEnd> runProgram(const std::vector<std::string> &command, const std::string &errorFile,
                              const std::stop_token &stop, const std::string &outputFile)
{
    const std::string &target = outputFile.empty() ? nowhere : outputFile;
    const FileDescriptor output(open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666));
    const FileDescriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    const FileDescriptor errors(open(errorFile.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!nothing.isOpen() || !errors.isOpen() || !output.isOpen())
        return notStarted(command.front());
    const std::vector<char *> arguments = pointersTo(command);
    const pid_t child = fork();
    if (child < 0)
        return notStarted(command.front());
    if (child == 0)
        become(arguments, nothing.get(), output.get(), errors.get());
    setpgid(child, child);
    return endOf(waitFor(child, stop));
}

Result<std::string> outputOf(const std::vector<std::string> &command, const OutputBounds &bounds)
{
    const Clock::time_point deadline = Clock::now() + bounds.time;
    std::array<int, 2> ends {};
    const FileDescriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!nothing.isOpen() || pipe2(ends.data(), O_CLOEXEC) != 0)
        return notStarted(command.front());
    const FileDescriptor readEnd(ends[0]);
    FileDescriptor writeEnd(ends[1]);
    const std::vector<char *> arguments = pointersTo(command);
    const pid_t child = fork();
    if (child < 0)
        return notStarted(command.front());
    if (child == 0)
        become(arguments, nothing.get(), writeEnd.get(), writeEnd.get());
    setpgid(child, child);
    writeEnd.close();
    std::string text = readFrom(readEnd.get(), bounds.bytes, deadline);
    const bool isTooMuch = text.size() > bounds.bytes;
    if (isTooMuch || Clock::now() >= deadline)
        kill(-child, SIGKILL); // with what it started
    const ProgramEnd end = endOf(waitFor(child, {}, deadline));
    if (isTooMuch)
        return Error { ErrorCode::Internal,
                       fmt::format("{} printed more than {} bytes and was ended.", command.front(), bounds.bytes), "" };
    if (end.signal == SIGKILL && Clock::now() >= deadline)
        return Error { ErrorCode::TimedOut,
                       fmt::format("{} took longer than {:g} s and was ended.", command.front(),
                                   std::chrono::duration<double>(bounds.time).count()),
                       "" };
    if (end.exitStatus == noProgram)
        return Error { ErrorCode::Internal, fmt::format("{} cannot be started.", command.front()),
                       "Check that it is installed." };
    if (end.exitStatus != 0)
        return Error { ErrorCode::Internal, fmt::format("{} failed: {}", command.front(), lastWords(text)), "" };
    return text;
}

} // namespace rooflight
