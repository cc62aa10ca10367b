// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/subcommands.h"

#include "app/rooflight-cli/output.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/base/text_file.h"
#include "core/base/whole_file.h"
#include "core/record/session_file.h"
#include "core/report/comparison_report.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/session_comparison.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

std::string modelName(const Session &session)
{
    return session.analysis ? fileNameOf(session.analysis->model.path) : std::string();
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

/// Sorted; none of a folder that is not there. Errors: FileUnreadable.
Result<std::vector<fs::path>> sessionsIn(const std::string &folder)
{
    std::vector<fs::path> files;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem); !problem && entry != fs::directory_iterator();
         entry.increment(problem)) {
        std::error_code ignored;
        if (entry->path().extension() == ".ridge" && entry->is_regular_file(ignored))
            files.push_back(entry->path());
    }
    if (problem && problem != std::errc::no_such_file_or_directory)
        return Error { ErrorCode::FileUnreadable,
                       fmt::format("Cannot list the baselines in {}: {}.", folder, problem.message()),
                       "Name a folder that you may read." };
    std::ranges::sort(files);
    return files;
}

bool isCutOff(const Session &session)
{
    return !session.analysis && std::ranges::find(session.notices, "cut_off", &Notice::code) != session.notices.end();
}

/// By what was found in both files before anything was measured.
bool isOfOtherFile(const Session &candidate, const Session &session)
{
    return candidate.inspection && session.inspection
        && fileNameOf(candidate.inspection->model.path) != fileNameOf(session.inspection->model.path);
}

/// Nothing if it is no baseline of \p session. Errors: those of readSession(), and Damaged where the end of the file is
/// missing and with it what was measured, unless it was of another model.
Result<std::optional<Session>> readCandidate(const fs::path &file, const Session &session)
{
    Result<Session> candidate = readSession(file.string());
    if (!candidate.ok())
        return candidate.error();
    if (isCutOff(candidate.value()) && !isOfOtherFile(candidate.value(), session))
        return Error { ErrorCode::Damaged,
                       fmt::format("Cannot read the session {}: its end is missing.", file.string()), "" };
    if (isCutOff(candidate.value()) || !isBaselineOf(candidate.value(), session))
        return std::optional<Session>();
    return std::optional(std::move(candidate).value());
}

Error noBaseline(const std::string &folder, const Session &session, const std::vector<Error> &unread, std::string hint)
{
    std::string text = fmt::format("{} holds no session of {} on this device with these inputs and this execution.",
                                   folder, session.analysis ? modelName(session) : "an analysed model");
    for (const Error &error : unread)
        text += ' ' + error.text;
    return { ErrorCode::FileUnreadable, std::move(text), std::move(hint) };
}

struct SessionFile {
    std::string path;
    Session session;
};

/// What a folder holds for a session: the newest of the same model file (by its name), on the same device, with the
/// same inputs and execution. Without one, every file was read.
struct Baselines {
    std::optional<SessionFile> newest;
    std::vector<Error> unread; ///< of files that were left out
    fs::path place; ///< for the session itself
};

fs::path placeOf(const std::string &folder, const std::string &file)
{
    return fs::path(folder) / fs::path(file).filename();
}

/// Its own name, or where that is one of \p others one with a number: "model.ridge", "model-2.ridge". Two batches may
/// both be saved as model.ridge.
fs::path placeBeside(const std::vector<fs::path> &others, const fs::path &own)
{
    fs::path place = own;
    for (int number = 2; std::ranges::find(others, place) != others.end(); ++number)
        place.replace_filename(fmt::format("{}-{}{}", own.stem().string(), number, own.extension().string()));
    return place;
}

/// For the session in \p file. Errors: FileUnreadable, of a folder that cannot be listed, without a baseline where a
/// file was not read, or where \p keep would replace such a file.
Result<Baselines> findBaseline(const std::string &folder, const std::string &file, const Session &session, bool keep)
{
    const Result<std::vector<fs::path>> files = sessionsIn(folder);
    if (!files.ok())
        return files.error();
    Baselines found;
    std::vector<fs::path> others;
    for (const fs::path &path : files.value()) {
        Result<std::optional<Session>> candidate = readCandidate(path, session);
        if (!candidate.ok() && keep && path == placeOf(folder, file))
            return Error { ErrorCode::FileUnreadable, candidate.error().text + " It is not replaced.",
                           "Move or remove it." };
        if (!candidate.ok()) {
            found.unread.push_back(candidate.error());
            others.push_back(path);
            continue;
        }
        std::optional<Session> baseline = std::move(candidate).value();
        if (!baseline)
            others.push_back(path);
        // ISO 8601 in UTC: the order of the texts is that of the times.
        if (baseline && (!found.newest || found.newest->session.hello.created <= baseline->hello.created))
            found.newest = SessionFile { path.string(), std::move(*baseline) };
    }
    if (!found.newest && !found.unread.empty())
        return noBaseline(folder, session, found.unread, "What cannot be read may be one: replace or remove it.");
    found.place = placeBeside(others, placeOf(folder, file));
    return found;
}

/// Copies a session file to its place in the folder. Errors: FileUnreadable, OutputFile.
Result<void> keepAsBaseline(const std::string &folder, const std::string &file, const fs::path &place)
{
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem)
        return Error { ErrorCode::OutputFile, fmt::format("{} cannot be made: {}.", folder, problem.message()),
                       "Choose another place." };
    return writeWholeFile(place.string(), readText(file));
}

constexpr int criterionMet = 1;

/// What is compared, and further sessions of the same. Without `before`: a session of interleaved runs, which holds
/// both.
struct Compared {
    std::vector<Session> before;
    std::vector<Session> after;
    std::string beforeFile;
    std::string afterFile;
    std::vector<Error> leftOut; ///< files that might have been baselines

    [[nodiscard]] bool isInterleaved() const { return before.empty(); }
};

std::string titleOf(const Compared &compared)
{
    const Session &after = compared.after.front();
    const std::string &path = after.analysis ? (*after.analysis).model.path : compared.afterFile;
    return std::filesystem::path(path).filename().string();
}

/// Why one is not a repetition of the other, in a sentence; empty if it is one.
std::string differenceBetween(const Session &one, const Session &other)
{
    const std::vector<std::string> texts = differenceTexts(compareSessions(one, other));
    if (!texts.empty())
        return texts.front();
    const bool otherFile =
        one.inspection && other.inspection && one.inspection->model.sha256 != other.inspection->model.sha256;
    return otherFile ? "another model file." : "";
}

/// Errors: those of readSession(), and what ended the command of a session before there was anything to compare, with
/// the status that show has.
Result<Session> readSide(const std::string &file)
{
    Result<Session> session = readSession(file);
    if (!session.ok() || !holdsOnlyFailure(session.value()))
        return session;
    const Error &failure = *session.value().error;
    return Error { .code = failure.code,
                   .text = fmt::format("{} holds only how its command failed: {}", file, failure.text),
                   .hint = "",
                   .status = failure.status };
}

/// Reads further sessions of what the first of \p sessions, read from \p firstFile, is one of. Errors: those of
/// reading, and CommandLine where one was measured otherwise.
Result<void> readRepetitions(const std::vector<std::string> &files, const std::string &firstFile,
                             std::vector<Session> &sessions)
{
    for (const std::string &file : files) {
        Result<Session> session = readSide(file);
        if (!session.ok())
            return session.error();
        const std::string difference = differenceBetween(sessions.front(), session.value());
        if (!difference.empty())
            return Error { ErrorCode::CommandLine,
                           fmt::format("{} is not a repetition of {}: {}", file, firstFile, difference),
                           "Measure the same model with the same options." };
        sessions.push_back(std::move(session).value());
    }
    return {};
}

bool isComparable(const Session &session)
{
    return session.analysis || bareMedianNs(session);
}

/// Errors: CommandLine, if one of two sessions holds nothing that is compared.
Result<void> checkComparable(const Compared &compared)
{
    const bool before = compared.isInterleaved() || isComparable(compared.before.front());
    const bool after = compared.isInterleaved() || isComparable(compared.after.front());
    if (before && after)
        return {};
    std::string text = before || after ? fmt::format("{} holds neither an analysis nor the latency of a model.",
                                                     before ? compared.afterFile : compared.beforeFile)
                                       : fmt::format("Neither {} nor {} holds an analysis or the latency of a model.",
                                                     compared.beforeFile, compared.afterFile);
    return Error { ErrorCode::CommandLine, std::move(text), "Save both with report." };
}

/// What a command is about.
struct ReadSessions {
    std::optional<Compared> compared; ///< nothing if --keep-baseline is to keep the session, as the first of its kind
    fs::path place; ///< in which it is kept
};

/// Further sessions of a baseline that is missing are read as well, so that their errors are not found only later.
Result<ReadSessions> noneYet(const CommandLine &line, const fs::path &place)
{
    for (const std::string &file : line.moreBefore) {
        if (const Result<Session> session = readSession(file); !session.ok())
            return session.error();
    }
    return ReadSessions { std::nullopt, place };
}

Result<ReadSessions> readCompared(const CommandLine &line)
{
    const bool alone = line.secondSessionFile.empty();
    Compared compared;
    fs::path place;
    compared.afterFile = alone ? line.sessionFile : line.secondSessionFile;
    Result<Session> after = readSide(compared.afterFile);
    if (!after.ok())
        return after.error();
    compared.after.push_back(std::move(after).value());
    if (const Result<void> read = readRepetitions(line.moreAfter, compared.afterFile, compared.after); !read.ok())
        return read.error();
    if (!line.baselineFolder.empty()) {
        Result<Baselines> read =
            findBaseline(line.baselineFolder, compared.afterFile, compared.after.front(), line.keepBaseline);
        if (!read.ok())
            return read.error();
        Baselines found = std::move(read).value();
        if (!found.newest && !line.keepBaseline)
            return noBaseline(line.baselineFolder, compared.after.front(), {},
                              "Measure one there, or pass --keep-baseline to keep this one.");
        if (!found.newest)
            return noneYet(line, found.place);
        place = found.place;
        compared.leftOut = std::move(found.unread);
        compared.beforeFile = found.newest->path;
        compared.before.push_back(std::move(found.newest->session));
    } else if (!alone) {
        compared.beforeFile = line.sessionFile;
        Result<Session> before = readSide(line.sessionFile);
        if (!before.ok())
            return before.error();
        compared.before.push_back(std::move(before).value());
    }
    if (const Result<void> read = readRepetitions(line.moreBefore, compared.beforeFile, compared.before); !read.ok())
        return read.error();
    if (const Result<void> comparable = checkComparable(compared); !comparable.ok())
        return comparable.error();
    return ReadSessions { std::move(compared), std::move(place) };
}

/// The criteria that are met, or that the sessions do not decide, go to stderr, a line each.
void printMet(const std::vector<CriterionResult> &results)
{
    for (const CriterionResult &result : results) {
        if (result.failed || result.undecided)
            fmt::print(stderr, "rooflight-cli: {} on {}: {}\n", result.failed ? "failed" : "undecided",
                       criterionText(result.criterion), harmlessLine(resultText(result)));
    }
}

bool writeGateFiles(const CommandLine &line, const Compared &compared, const std::vector<CriterionResult> &results)
{
    bool complete = true;
    const auto write = [&complete](const std::string &file, const auto &make) {
        if (!file.empty())
            complete = tried(writeOutput(file, make())) && complete;
    };
    write(line.junitFile, [&] { return resultsToJunit(results, titleOf(compared)); });
    write(line.bmfFile, [&] {
        const Session &after = compared.after.front();
        return compared.isInterleaved() ? interleavedToBmf(*after.interleaved) : sessionToBmf(JudgedSession(after));
    });
    write(line.markdownFile, [&] {
        const SessionComparison comparison =
            compared.isInterleaved() ? SessionComparison() : compareSessions(compared.before, compared.after);
        return comparisonToMarkdown(comparison, results, titleOf(compared));
    });
    return complete;
}

bool printChange(const CommandLine &line, const Compared &compared)
{
    const Session &after = compared.after.front();
    if (compared.isInterleaved())
        return printInterleaved(line, after);
    const SessionComparison comparison = compareSessions(compared.before, compared.after);
    return printComparison(
        line, JudgedSession(after),
        { JudgedSession(compared.before.front()), comparison, compared.beforeFile, compared.afterFile });
}

/// Without a baseline so far there is nothing to fail on.
int keepFirst(const CommandLine &line, const fs::path &place)
{
    if (!tried(keepAsBaseline(line.baselineFolder, line.sessionFile, place)))
        return exitStatus(ErrorCode::OutputFile);
    fmt::print(stderr, "rooflight-cli: {} is the first of its kind in {}, and was kept there as {}.\n",
               harmlessLine(line.sessionFile), harmlessLine(line.baselineFolder),
               harmlessLine(place.filename().string()));
    return 0;
}

Result<void> checkCombination(const CommandLine &line)
{
    const auto wrong = [](const char *text, const char *hint) { return Error { ErrorCode::CommandLine, text, hint }; };
    if (!line.baselineFolder.empty() && !line.secondSessionFile.empty())
        return wrong("--baseline takes the place of the first session.", "Name one session.");
    if (line.keepBaseline && line.baselineFolder.empty())
        return wrong("--keep-baseline needs a folder.", "Name it with --baseline.");
    const bool alone = line.secondSessionFile.empty() && line.baselineFolder.empty();
    if (alone && (!line.moreBefore.empty() || !line.moreAfter.empty()))
        return wrong("--more-before and --more-after need two sessions.", "Name the first of each side before them.");
    return {};
}

Result<std::vector<CriterionResult>> judge(const CommandLine &line, const Compared &compared)
{
    if (!compared.isInterleaved())
        return judgeChange(line.failOn, compared.before, compared.after);
    const Session &pair = compared.after.front();
    if (!pair.interleaved)
        return Error { ErrorCode::CommandLine, fmt::format("{} holds no interleaved runs.", compared.afterFile),
                       "Name two sessions, or save one with latency BEFORE.pt --interleave AFTER.pt." };
    return judgeInterleaved(line.failOn, *pair.interleaved);
}

} // namespace

void addCompareOptions(CLI::App &command, CommandLine &line)
{
    command.add_option("before", line.sessionFile, "Session to compare with")->required()->type_name("A.ridge");
    command
        .add_option(
            "after", line.secondSessionFile,
            "Session to compare; leave it out with --baseline, or if the first holds the interleaved runs of both")
        ->type_name("B.ridge");
    command.add_option("--more-before", line.moreBefore, "Further sessions of the same measurement as A.ridge")
        ->type_name("FILE...");
    command
        .add_option(
            "--more-after", line.moreAfter,
            "Further sessions of the same measurement as B.ridge: the spread of several decides better than one")
        ->type_name("FILE...");
    command
        .add_option_function<std::string>(
            "--fail-on",
            [&line](const std::string &list) {
                Result<std::vector<FailCriterion>> criteria = parseFailCriteria(list);
                if (!criteria.ok())
                    throw CLI::ValidationError(wholeText(criteria.error()));
                line.failOn = std::move(criteria).value();
            },
            "Exit with status 1 if the model is slower, if that is unsure, if it moves more-bytes or does more-flops; "
            "slower:5%: with a minimum effect; several with commas")
        ->type_name("WHAT");
    command
        .add_option("--baseline", line.baselineFolder,
                    "Compare with the newest session of this folder that has the same model, device, inputs and "
                    "execution")
        ->type_name("FOLDER");
    command.add_flag("--keep-baseline", line.keepBaseline,
                     "Copy the session into that folder if nothing failed, or if it has no such session");
    command.add_option("--junit", line.junitFile, "Write the criteria as JUnit XML to this file")->type_name("FILE");
    command.add_option("--bmf", line.bmfFile, "Write the times as Bencher Metric Format to this file")
        ->type_name("FILE");
    command.add_option("--markdown", line.markdownFile, "Write a summary for a pull request to this file")
        ->type_name("FILE");
    command.add_flag("--json", line.json, "Print one JSON object instead of tables");
    command.add_option("--csv", line.csvFile, "Write one row per layer to this file")->type_name("FILE");
    command.add_option("--html", line.htmlFile, "Write the comparison as a web page to this file")->type_name("FILE");
}

int runCompare(const CommandLine &line)
{
    if (const Result<void> sound = checkCombination(line); !sound.ok())
        return failWith(sound.error());
    const Result<ReadSessions> read = readCompared(line);
    if (!read.ok())
        return failWith(read.error());
    const fs::path &place = read.value().place;
    if (!read.value().compared)
        return keepFirst(line, place);
    const Compared &compared = *read.value().compared;
    const Result<std::vector<CriterionResult>> judged = judge(line, compared);
    if (!judged.ok())
        return failWith(judged.error());
    for (const Error &error : compared.leftOut)
        fmt::print(stderr, "rooflight-cli: {} It was left out.\n", harmlessLine(error.text));
    const std::vector<CriterionResult> &results = judged.value();
    bool complete = writeGateFiles(line, compared, results);
    complete = printChange(line, compared) && complete;
    printMet(results);
    const bool failed = std::ranges::any_of(results, &CriterionResult::failed);
    if (!failed && line.keepBaseline)
        complete = tried(keepAsBaseline(line.baselineFolder, compared.afterFile, place)) && complete;
    if (!complete)
        return exitStatus(ErrorCode::OutputFile);
    return failed ? criterionMet : 0;
}

} // namespace rooflight
