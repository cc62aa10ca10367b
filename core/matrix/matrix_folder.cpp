// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/matrix_folder.h"

#include "core/base/text.h"
#include "core/base/text_file.h"
#include "core/base/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace ridgepoint {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view messagePrefix = "ridgepoint-cli: ";

Error unwritable(const std::string &path, const std::string &why, const char *hint = "Choose another place.")
{
    return { ErrorCode::OutputFile, fmt::format("{} cannot be written: {}.", path, why), hint };
}

std::string hostName()
{
    std::array<char, 256> name {};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("this machine");
}

std::string firstLine(const std::string &path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
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
    const std::string lockPath = (folder / ".lock").string();
    FileDescriptor lock(::open(lockPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!lock.isOpen())
        return unwritable(path, std::generic_category().message(errno));
    if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return unwritable(path, fmt::format("{} fills it now", trimmed(readText(lockPath))),
                          "Wait until it has ended, or choose another folder.");
    const std::string owner = fmt::format("process {} on {}\n", getpid(), hostName());
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
    for (const std::string &file : { sessionFile(cell), partFile(cell) }) {
        fs::remove(file, problem);
        if (problem)
            return unwritable(file, problem.message());
    }
    return writeWholeFile(logFile(cell), logHeader(cell) + '\n');
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
    std::ifstream file(logFile(cell));
    std::string message;
    std::string last;
    std::getline(file, last); // the header
    last.clear();
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(messagePrefix))
            message = line.substr(messagePrefix.size());
        last = line;
    }
    return message.empty() && !cell.worker.empty() ? last : message;
}

} // namespace ridgepoint
