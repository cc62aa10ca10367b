// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/baseline.h"

#include "core/base/text_file.h"
#include "core/base/whole_file.h"
#include "core/record/session_file.h"
#include "core/roofline/session_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

std::string modelName(const Session &session)
{
    return session.analysis ? fs::path(session.analysis->model.path).filename().string() : std::string();
}

/// Another file of the same name, or another LibTorch, is what a baseline is compared with for.
bool isBaselineOf(const Session &candidate, const Session &session)
{
    if (modelName(candidate) != modelName(session))
        return false;
    return std::ranges::none_of(
        compareSessions(candidate, session).differences, [](const SettingDifference &difference) {
            return difference.setting == Setting::Device || difference.setting == Setting::Inputs
                || difference.setting == Setting::Execution;
        });
}

std::vector<fs::path> sessionsIn(const std::string &folder)
{
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".ridge" && entry.is_regular_file(ignored))
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

} // namespace

Result<SessionFile> findBaseline(const std::string &folder, const Session &session)
{
    std::optional<SessionFile> newest;
    for (const fs::path &file : sessionsIn(folder)) {
        Result<Session> candidate = readSession(file.string());
        if (!candidate.ok() || !isBaselineOf(candidate.value(), session))
            continue;
        // ISO 8601 in UTC: the order of the texts is that of the times.
        if (!newest || newest->session.hello.created <= candidate.value().hello.created)
            newest = SessionFile { file.string(), std::move(candidate).value() };
    }
    if (!newest)
        return Error { ErrorCode::FileUnreadable,
                       fmt::format("{} holds no session of {} on this device with these inputs and this execution.",
                                   folder, session.analysis ? modelName(session) : "an analysed model"),
                       "Measure one there, or pass --keep-baseline to keep this one." };
    return std::move(*newest);
}

Result<void> keepAsBaseline(const std::string &folder, const std::string &file)
{
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem)
        return Error { ErrorCode::OutputFile, fmt::format("{} cannot be made: {}.", folder, problem.message()),
                       "Choose another place." };
    return writeWholeFile((fs::path(folder) / fs::path(file).filename()).string(), readText(file));
}

} // namespace rooflight
