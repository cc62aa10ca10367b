// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/steps/job_reporter.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// What the user's Python is asked to compile, and where it leaves the result.
struct CompileOrder {
    std::string python;
    std::filesystem::path folder; ///< this process' own, and empty
    std::vector<std::string_view> ways; ///< names of remedies
    int threads = 1;
};

/// Files that the program leaves for a way: what it made, and a word on how it ended.
[[nodiscard]] std::filesystem::path packageIn(const std::filesystem::path &folder, std::string_view way);
[[nodiscard]] std::filesystem::path outcomeIn(const std::filesystem::path &folder, std::string_view way);

/// Compiles the request's model: runs the user's Python on our program in a process of its own, and says how far it is,
/// in seconds. To be called in a process that may be lost (JobProcess), with its time limited; whatever Python starts
/// ends with that. The request's model is read by Python alone, when it is confined, and no code of it is run.
void compileModel(const Request &request, const CompileOrder &order, JobReporter &reporter);

} // namespace rooflight
