// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/output.h"

#include "core/request/latency_variants.h"
#include "core/request/pipeline_request.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace rooflight {

namespace {

/// 0, or why no file can be made in a folder that claims to be writable, as /proc does.
int problemOfNewFile(const std::filesystem::path &folder)
{
    std::string name = (folder / ".rooflight-XXXXXX").string();
    const int descriptor = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0)
        return errno;
    close(descriptor);
    unlink(name.c_str());
    return 0;
}

Result<void> checkOutputFile(const std::string &file)
{
    const std::filesystem::path path(file);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return Error { ErrorCode::OutputFile, fmt::format("{} cannot be written: it is a folder.", file),
                       "Name a file." };
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)
        && access(file.c_str(), W_OK) == 0)
        return {}; // a device or a pipe
    if (access(folder.c_str(), W_OK | X_OK) != 0 || !std::filesystem::is_directory(folder, ignored))
        return Error { ErrorCode::OutputFile,
                       fmt::format("{} cannot be written: the folder {} is missing or not writable.", file,
                                   folder.string()),
                       "Choose another place." };
    if (const int problem = problemOfNewFile(folder); problem != 0 && !std::filesystem::exists(path, ignored))
        return Error { ErrorCode::OutputFile,
                       fmt::format("{} cannot be written: no file can be made in the folder {}: {}.", file,
                                   folder.string(), std::generic_category().message(problem)),
                       "Choose another place." };
    return {};
}

/// A folder that is there, or that can be made.
Result<void> checkOutputFolder(const std::string &folder)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(folder, ignored))
        return checkOutputFile((std::filesystem::path(folder) / "script.py").string());
    if (std::filesystem::exists(folder, ignored))
        return Error { ErrorCode::OutputFile, fmt::format("{} cannot be written: it is not a folder.", folder),
                       "Name a folder." };
    return checkOutputFile(std::filesystem::path(folder + "/").parent_path().string());
}

/// The file's whole path, also of one that is not there yet; the name itself if there is none.
std::filesystem::path placeOf(const std::string &file)
{
    std::error_code problem;
    std::filesystem::path place = std::filesystem::absolute(file, problem);
    if (!problem)
        place = std::filesystem::weakly_canonical(place, problem);
    return problem ? std::filesystem::path(file) : place;
}

/// Two names of one file; of a device or a pipe nothing is lost.
bool isSameFile(const std::string &a, const std::string &b)
{
    std::error_code ignored;
    if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored))
        return false;
    return std::filesystem::equivalent(a, b, ignored) || placeOf(a) == placeOf(b);
}

/// The models, sessions, roofs and plans that the command reads.
std::vector<std::string> readFiles(const CommandLine &line)
{
    std::vector<std::string> files = pipelineFiles(line.request);
    if (const Result<std::vector<VariantChoice>> variants = variantsOf(line.request); variants.ok()) {
        for (const VariantChoice &variant : variants.value())
            files.push_back(variant.model);
    }
    for (const std::string &file :
         { line.sessionFile, line.secondSessionFile, line.roofsFile, line.matrix.planFile, line.request.formulas })
        files.push_back(file);
    for (const std::vector<std::string> &more : { line.moreBefore, line.moreAfter, line.request.libraries })
        files.insert(files.end(), more.begin(), more.end());
    std::erase(files, std::string());
    return files;
}

/// A session may be saved in its own place: what it holds stays.
bool mayReplace(const CommandLine &line, std::string_view option, const std::string &file)
{
    return line.kind == CommandLine::Kind::ShowSession && option == "--save" && file == line.sessionFile;
}

/// The options that name a file to be written, with that file.
std::vector<std::pair<std::string_view, std::string>> writtenFiles(const CommandLine &line)
{
    return { { "--csv", line.csvFile },
             { "--html", line.htmlFile },
             { "--save", line.saveFile },
             { "--trace", line.traceFile },
             { "--junit", line.junitFile },
             { "--bmf", line.bmfFile },
             { "--markdown", line.markdownFile },
             { "--node-data", line.nodeDataFile },
             { "--save-compiled", line.request.saveCompiled } };
}

/// Errors: CommandLine, if a file that is written is read as well, or written twice.
Result<void> checkOverwriting(const CommandLine &line)
{
    std::vector<std::pair<std::string_view, std::string>> before;
    const std::vector<std::string> read = readFiles(line);
    for (const auto &[option, file] : writtenFiles(line)) {
        if (file.empty() || file == standardOutput)
            continue;
        for (const std::string &other : read) {
            if (isSameFile(file, other) && !mayReplace(line, option, other))
                return Error { ErrorCode::CommandLine,
                               fmt::format("{} {} would replace a file that this command reads.", option, file),
                               "Name another file." };
        }
        for (const auto &[earlierOption, earlier] : before) {
            if (isSameFile(file, earlier))
                return Error { ErrorCode::CommandLine,
                               fmt::format("{} and {} name the same file, {}.", earlierOption, option, file),
                               "Name one for each." };
        }
        before.emplace_back(option, file);
    }
    return {};
}

} // namespace

std::vector<std::string> optionsOnStdout(const CommandLine &line)
{
    std::vector<std::string> options;
    if (line.json)
        options.emplace_back("--json");
    for (const auto &[option, file] : writtenFiles(line)) {
        if (file == standardOutput)
            options.push_back(fmt::format("{} -", option));
    }
    return options;
}

Result<void> checkOutputFiles(const CommandLine &line)
{
    if (const std::vector<std::string> options = optionsOnStdout(line); options.size() > 1)
        return Error { ErrorCode::CommandLine,
                       fmt::format("{} cannot all go to standard output.", fmt::join(options, " and ")),
                       "Name files for all but one." };
    if (Result<void> whole = checkOverwriting(line); !whole.ok())
        return whole;
    for (const auto &[option, file] : writtenFiles(line)) {
        if (file.empty() || file == standardOutput)
            continue;
        if (Result<void> writable = checkOutputFile(file); !writable.ok())
            return writable;
    }
    const std::string &folder = line.explain.reproducerFolder;
    return folder.empty() ? Result<void>() : checkOutputFolder(folder);
}

} // namespace rooflight
