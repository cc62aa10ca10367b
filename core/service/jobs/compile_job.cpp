// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/compiled_packages.h"

#include "core/base/build_versions.h"
#include "core/base/clock.h"
#include "core/base/environment.h"
#include "core/base/file_descriptor.h"
#include "core/base/text_file.h"
#include "core/base/whole_file.h"
#include "core/service/sandbox/confinement.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

namespace rooflight {

extern const std::string_view compileProgram;
extern const std::string_view compileConfinement;

namespace {

namespace fs = std::filesystem;

constexpr int waitMilliseconds = 200;
constexpr int statusOfNoStart = 127;
/// The folder of our files takes the place of the working folder in sys.path.
constexpr const char *compileStart = "import sys; sys.path[0] = sys.argv.pop(1); "
                                     "from rooflight_compiler._compile_file import main; main()";

fs::path codeFolder(const CompileOrder &order)
{
    return order.folder / "code";
}

bool writeProgram(const CompileOrder &order)
{
    const fs::path package = codeFolder(order) / "rooflight_compiler";
    std::error_code problem;
    fs::create_directories(package, problem);
    return !problem && writeWholeFile((package / "_compile_file.py").string(), compileProgram).ok()
        && writeWholeFile((package / "_confined.py").string(), compileConfinement).ok();
}

/// What Inductor and the compiler keep, they keep in the folder, one file after the other.
void setEnvironment(const CompileOrder &order)
{
    // NOLINTBEGIN(concurrency-mt-unsafe): a process with one thread
    if (const char *home = environmentVariable("HOME")) // where packages of this user lie
        setenv("PYTHONUSERBASE", (fs::path(home) / ".local").c_str(), 0);
    for (const char *variable : { "TMPDIR", "HOME", "TORCHINDUCTOR_CACHE_DIR" })
        setenv(variable, order.folder.c_str(), 1);
    setenv("TORCHINDUCTOR_COMPILE_THREADS", "1", 1);
    // NOLINTEND(concurrency-mt-unsafe)
}

std::vector<std::string> argumentsOf(const Request &request, const CompileOrder &order)
{
    std::error_code ignored;
    std::vector<std::string> arguments = { order.python,
                                           "-B",
                                           "-c",
                                           compileStart,
                                           codeFolder(order).string(),
                                           fs::absolute(request.model, ignored).string(),
                                           order.folder.string(),
                                           libtorchVersion(),
                                           std::to_string(order.threads),
                                           request.unconfined ? "unconfined" : "confined" };
    arguments.insert(arguments.end(), order.ways.begin(), order.ways.end());
    return arguments;
}

/// In the child, which becomes Python.
[[noreturn]] void becomePython(const Request &request, const CompileOrder &order, int output)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    std::vector<std::string> arguments = argumentsOf(request, order); // while the working folder is the user's
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0
        || dup2(nothing, STDERR_FILENO) < 0 || chdir(order.folder.c_str()) != 0)
        _exit(statusOfNoStart);
    setEnvironment(order);
    if (!request.unconfined && !confineProgram()) {
        for (const std::string_view way : order.ways)
            static_cast<void>(writeWholeFile(outcomeIn(order.folder, way).string(), "not_confined\n"));
        _exit(statusOfNoStart);
    }
    std::vector<char *> pointers;
    for (std::string &argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    execv(order.python.c_str(), pointers.data());
    _exit(statusOfNoStart);
}

/// Text that it prints may be anything once the model was read: a number of seconds is all that is taken from it.
class ExpectedSeconds
{
public:
    explicit ExpectedSeconds(int descriptor)
        : m_descriptor(descriptor)
    {
    }

    /// Waits for a moment. 0 while it is not known.
    [[nodiscard]] std::int64_t look()
    {
        constexpr std::size_t mostBytes = 16;
        pollfd readable { m_descriptor, POLLIN, 0 };
        std::array<char, 64> chunk {};
        if (poll(m_ended ? nullptr : &readable, m_ended ? 0 : 1, waitMilliseconds) == 1) {
            const ssize_t count = read(m_descriptor, chunk.data(), chunk.size());
            m_ended = count <= 0;
            if (count > 0 && m_text.size() < mostBytes)
                m_text.append(chunk.data(), static_cast<std::size_t>(count));
        }
        constexpr std::int64_t day = 86400;
        const std::int64_t seconds =
            m_text.find('\n') < mostBytes ? numberIn<std::int64_t>(m_text).value_or(0) : std::int64_t { 0 };
        return seconds > 0 && seconds < day ? seconds : 0;
    }

private:
    int m_descriptor;
    std::string m_text;
    bool m_ended = false;
};

} // namespace

fs::path packageIn(const fs::path &folder, std::string_view way)
{
    return folder / (std::string(way) + ".pt2");
}

fs::path outcomeIn(const fs::path &folder, std::string_view way)
{
    return folder / (std::string(way) + ".txt");
}

void compileModel(const Request &request, const CompileOrder &order, JobReporter &reporter)
{
    constexpr const char *stage = "compile";
    std::array<int, 2> ends {};
    reporter.progress(stage, 0, 0);
    if (!writeProgram(order) || pipe2(ends.data(), O_CLOEXEC) != 0)
        return reporter.send(Done {}); // what is not there says enough
    const FileDescriptor reading(ends[0]);
    FileDescriptor writing(ends[1]);
    const pid_t python = fork();
    if (python == 0) {
        reporter.closeInChild();
        becomePython(request, order, writing.get());
    }
    writing.close();
    ExpectedSeconds expected(reading.get());
    const double begin = monotonicSeconds();
    while (python > 0) {
        const std::int64_t seconds = expected.look();
        if (waitpid(python, nullptr, WNOHANG) != 0)
            break;
        if (reporter.stopRequested()) { // what it started ends with this process
            kill(python, SIGKILL);
            return;
        }
        if (seconds > 0)
            reporter.progress(stage, static_cast<std::int64_t>(monotonicSeconds() - begin), seconds);
    }
    reporter.send(Done {});
}

} // namespace rooflight
