// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/rooflight-cli/command_line.h"
#include "core/base/result.h"
#include "core/report/comparison_report.h"
#include "core/results/session.h"
#include "core/roofline/estimate.h"
#include "core/roofline/token_figures.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

inline constexpr std::string_view standardOutput = "-"; ///< as the name of a file

/// The options whose output is to go to stdout instead of the tables.
[[nodiscard]] std::vector<std::string> optionsOnStdout(const CommandLine &line);

/// Checks, before anything is measured, that the files to be written can be, that only one thing goes to stdout and to
/// each file, and that no file that is read would be lost. Errors: OutputFile, CommandLine.
[[nodiscard]] Result<void> checkOutputFiles(const CommandLine &line);

/// Whether a session holds how its command failed, and nothing else of it.
[[nodiscard]] bool holdsOnlyFailure(const Session &session);

/// Writes the files that were asked for, the session first: as it was measured, tables under the roofs that are shown.
/// Tries each of them, and says why one cannot be written. False if one cannot.
[[nodiscard]] bool writeOutputFiles(const CommandLine &line, const Session &session, const JudgedSession &shown);

/// Prints the result on stdout, if no file was to go there: JSON of what was measured, or tables of what is
/// shown. False, and says why, if it cannot be written.
[[nodiscard]] bool printResult(const CommandLine &line, const Session &session, const JudgedSession &shown);

/// Whether something that was measured is printed or in a file, as \p line asks for it.
[[nodiscard]] bool showsTimes(const CommandLine &line, const JudgedSession &shown);

/// Width of the lines of tables: as chosen, else as COLUMNS says, else that of the terminal; 0, no limit, in a pipe or
/// file.
[[nodiscard]] int outputWidth(const CommandLine &line);

/// Writes and prints what differs between two sessions. Tries all of it; false, and says why, if something cannot be
/// written. \p after is the session that is compared.
[[nodiscard]] bool printComparison(const CommandLine &line, const JudgedSession &after, const PageComparison &compared);
/// The same for a session that holds the interleaved runs of two models.
[[nodiscard]] bool printInterleaved(const CommandLine &line, const Session &session);

/// Writes to a file, or prints if it is "-". Errors: OutputFile.
[[nodiscard]] Result<void> writeOutput(const std::string &file, const std::string &text);

/// The same with a session. Errors: OutputFile, also for one that would be too large to be read.
[[nodiscard]] Result<void> saveSession(const std::string &path, const Session &session);

/// Writes and prints what a model costs for each token, in the same way.
[[nodiscard]] bool printTokens(const CommandLine &line, const std::vector<TokenFigures> &workloads);

/// Prints what a model is expected to take. \p there is the session that the estimate was made for.
[[nodiscard]] bool printEstimate(const CommandLine &line, const Estimate &estimate, const Session &there);

/// Names on stderr what a reader of the numbers has to know: notices, and leaves that torchstat does not know.
void printNotices(const Session &session);

/// One line on stderr: what, which file, why, what to do.
void printError(const Error &error);
/// The same; returns the status with which the program is to end.
[[nodiscard]] int failWith(const Error &error);
/// Whether something could be written; prints the error if it could not.
[[nodiscard]] bool tried(const Result<void> &written);

} // namespace rooflight
