// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/matrix_folder.h"

#include "core/base/plain_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/matrix/table/matrix_table.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/judged_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view messagePrefix = "rooflight-cli: ";
constexpr std::size_t maxLogBytes = std::size_t { 16 } << 20;
constexpr std::size_t maxHeaderBytes = 1000;
constexpr std::size_t maxOwnerBytes = 1000;

Error unwritable(const std::string &path, const std::string &why, const char *hint = "Choose another place.")
{
    return { ErrorCode::OutputFile, fmt::format("{} cannot be written: {}.", path, why), hint };
}

std::string nameOf(uid_t user)
{
    passwd entry {};
    passwd *found = nullptr;
    std::vector<char> buffer(16384);
    const bool known = getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) == 0 && found;
    return known ? entry.pw_name : fmt::format("user {}", user);
}

/// What the system refused of a file or folder: names whose it is, where that is the reason.
Error refused(const std::string &path, int reason)
{
    const std::string why = std::generic_category().message(reason);
    struct stat status {
    };
    if ((reason != EACCES && reason != EPERM) || stat(path.c_str(), &status) != 0 || status.st_uid == geteuid())
        return unwritable(path, why);
    return { ErrorCode::OutputFile, fmt::format("{} belongs to {}: {}.", path, nameOf(status.st_uid), why),
             "Choose another folder, or ask for the right to read and write this one." };
}

/// Sessions and logs that cannot be read are another user's: nothing is measured again over them.
Result<void> checkReadable(const fs::path &folder, const std::string &asNamed)
{
    std::error_code problem;
    for (fs::directory_iterator file(folder, problem); !problem && file != fs::directory_iterator();
         file.increment(problem)) {
        const fs::path ending = file->path().extension();
        if ((ending == ".ridge" || ending == ".log") && faccessat(AT_FDCWD, file->path().c_str(), R_OK, AT_EACCESS) != 0
            && errno != ENOENT)
            return refused(file->path().string(), errno);
    }
    return problem ? Result<void>(refused(asNamed, problem.value())) : Result<void>();
}

/// The lock may be taken by whoever may write into its folder, and no others.
FileDescriptor openLock(const fs::path &folder)
{
    const fs::path path = folder / ".lock";
    // Without O_CREAT first: a folder that everybody writes into, such as /tmp, refuses it for the file of another
    // user.
    FileDescriptor lock(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (lock.isOpen() || errno != ENOENT)
        return lock;
    lock = FileDescriptor(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    struct stat status {
    };
    if (lock.isOpen() && stat(folder.c_str(), &status) == 0)
        static_cast<void>(fchmod(lock.get(), status.st_mode & 0666));
    return lock;
}

std::string hostName()
{
    std::array<char, 256> name {};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("this machine");
}

std::string firstLine(const std::string &path)
{
    const std::string text = readPlainText(path, maxHeaderBytes, FileEnd::First);
    return text.substr(0, text.find('\n'));
}

} // namespace

std::string logHeader(const MatrixCell &cell)
{
    return "cell " + cell.sha256;
}

Result<MatrixFolder> MatrixFolder::open(const std::string &path)
{
    std::error_code problem;
    const fs::path folder = fs::absolute(path);
    fs::create_directories(folder, problem);
    if (problem)
        return unwritable(path, problem.message());
    if (Result<void> readable = checkReadable(folder, path); !readable.ok())
        return readable.error();
    FileDescriptor lock = openLock(folder);
    if (!lock.isOpen())
        return refused(path, errno);
    if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return unwritable(path,
                              fmt::format("its file system has no locks ({})", std::generic_category().message(errno)),
                              "Choose a folder on another file system.");
        return unwritable(
            path, fmt::format("{} fills it now", trimmed(readPlainText((folder / ".lock").string(), maxOwnerBytes))),
            "Wait until it has ended, or choose another folder.");
    }
    const std::string owner = fmt::format("process {} of {} on {}\n", getpid(), nameOf(geteuid()), hostName());
    if (ftruncate(lock.get(), 0) != 0
        || write(lock.get(), owner.data(), owner.size()) != static_cast<ssize_t>(owner.size()))
        return unwritable(path, std::generic_category().message(errno));
    return MatrixFolder(folder.lexically_normal().string(), std::move(lock));
}

std::string MatrixFolder::fileOf(const std::string &name) const
{
    return (fs::path(m_path) / name).string();
}

bool MatrixFolder::isDone(const MatrixCell &cell) const
{
    std::error_code ignored;
    return fs::is_regular_file(sessionFile(cell), ignored) && firstLine(logFile(cell)) == logHeader(cell);
}

Result<void> MatrixFolder::begin(const MatrixCell &cell) const
{
    std::error_code problem;
    for (const std::string &file : { sessionFile(cell), partFile(cell), logFile(cell) }) {
        fs::remove(file, problem);
        if (problem)
            return refused(file, problem.value());
    }
    return replaceWholeFile(logFile(cell), logHeader(cell) + '\n');
}

Result<void> MatrixFolder::finish(const MatrixCell &cell) const
{
    std::error_code problem;
    fs::rename(partFile(cell), sessionFile(cell), problem);
    return problem ? Result<void>(unwritable(sessionFile(cell), problem.message())) : Result<void>();
}

void MatrixFolder::discardPart(const MatrixCell &cell) const
{
    std::error_code ignored;
    fs::remove(partFile(cell), ignored);
}

std::string MatrixFolder::lastMessage(const MatrixCell &cell) const
{
    std::istringstream file(readPlainText(logFile(cell), maxLogBytes));
    std::string message;
    std::string whole;
    std::string line;
    std::getline(file, line); // the header
    while (std::getline(file, line)) {
        if (line.starts_with(messagePrefix))
            message = line.substr(messagePrefix.size());
        const std::string_view words = trimmed(line);
        whole += words.empty() || whole.empty() ? "" : " ";
        whole += words;
    }
    return message.empty() && !cell.worker.empty() ? whole : message;
}

MatrixRow rowOf(const MatrixCell &cell)
{
    MatrixRow row;
    row.name = cell.name;
    row.model = cell.model;
    row.input = cell.input;
    row.target = cell.target;
    row.execution = cell.execution;
    return row;
}

MatrixRow rowOf(const MatrixCell &cell, const Session &session)
{
    MatrixRow row = rowOf(cell);
    row.status = CellStatus::Done;
    row.session = cell.name + ".ridge";
    if (session.analysis) {
        row.peakMemoryBytes = session.analysis->totals.peakActivationBytes;
        row.macs = session.analysis->totals.cost.macs;
    }
    if (session.latency) {
        row.throughputPerSecond = session.latency->throughputPerSecond;
        row.throughputUnit = session.latency->batchSource == BatchSource::Unknown ? "runs" : "items";
        if (session.latency->energy)
            row.joulesPerRun = session.latency->energy->joulesPerRun;
    }
    if (const std::optional<SampleSet> times = bareSamples(session)) {
        row.medianNs = times->summary.medianNs;
        row.intervalLowNs = times->summary.medianIntervalNs[0];
        row.intervalHighNs = times->summary.medianIntervalNs[1];
        row.sparkline = sparklineOf(times->samplesNs);
    }
    const JudgedSession judged(session);
    row.timeAtRoofNs = judged.summary().timeAtRoofNs;
    row.roofShare = judged.summary().roofShare();
    // The answer is about an analysis: without one the runs alone may have been disturbed.
    row.disturbedBy = session.analysis ? judged.answer().disturbedBy : disturbancesOf(session);
    return row;
}

MatrixRow failedRow(const MatrixCell &cell, std::string reason)
{
    MatrixRow row = rowOf(cell);
    row.status = CellStatus::Failed;
    row.reason = std::move(reason);
    return row;
}

Result<void> writeIndex(const MatrixFolder &folder, const std::vector<MatrixRow> &rows, const std::string &planSha256)
{
    Result<void> written = replaceWholeFile(folder.fileOf("matrix.csv"), matrixToCsv(rows));
    return written.ok() ? replaceWholeFile(folder.fileOf(std::string(matrixIndexName)), matrixToJson(rows, planSha256))
                        : written;
}

} // namespace rooflight
