// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/output.h"

#include "core/base/environment.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/record/record.h"
#include "core/record/session_file.h"
#include "core/report/comparison_report.h"
#include "core/report/estimate_report.h"
#include "core/report/exports.h"
#include "core/report/result_reports.h"
#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "core/report/token_report.h"
#include "core/report/verdicts.h"
#include "core/report/what_if_report.h"
#include "core/results/explanation/report.h"
#include "core/roofline/disturbed.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

/// Errors: OutputFile.
Result<void> print(const std::string &text)
{
    const int problem = std::fflush(stdout) == 0 ? writeAll(STDOUT_FILENO, text) : errno;
    if (problem == 0)
        return {};
    return Error { ErrorCode::OutputFile,
                   fmt::format("Standard output cannot be written: {}.", std::generic_category().message(problem)),
                   "Name a file with --save, --csv or --html." };
}

bool filesOnStdout(const CommandLine &line)
{
    return !line.json && !optionsOnStdout(line).empty();
}

/// The times where they were asked for, the other data sets beside them: "net.json", "net.share.json".
bool writeNodeData(const std::string &file, const JudgedSession &judged)
{
    const Result<std::vector<NodeData>> sets = nodeDataOf(judged);
    if (!sets.ok())
        return tried(sets.error());
    constexpr std::string_view ending = ".json";
    const std::string stem = file.ends_with(ending) ? file.substr(0, file.size() - ending.size()) : file;
    bool complete = true;
    for (const NodeData &set : sets.value()) {
        const bool isFirst = &set == &sets.value().front();
        if (isFirst || file != standardOutput)
            complete =
                tried(writeOutput(isFirst ? file : fmt::format("{}.{}{}", stem, set.id, ending), set.json)) && complete;
    }
    return complete;
}

/// A script for each operator that can be repeated; those of the same names that are there are replaced.
bool writeReproducers(const std::string &folder, const JudgedSession &judged)
{
    const Reproducers reproducers = reproducersOf(judged);
    for (const std::string &sentence : reproducers.leftOut)
        fmt::print(stderr, "rooflight-cli: {}\n", harmlessLine(sentence));
    std::error_code problem;
    if (!reproducers.scripts.empty())
        std::filesystem::create_directory(folder, problem);
    if (problem)
        return tried(Error { ErrorCode::OutputFile, fmt::format("{} cannot be made: {}.", folder, problem.message()),
                             "Choose another place." });
    bool complete = true;
    for (const Reproducer &script : reproducers.scripts)
        complete = tried(replaceWholeFile((std::filesystem::path(folder) / script.fileName).string(), script.text))
            && complete;
    return complete;
}

OperatorTable operatorTable(const CommandLine &line)
{
    return line.operators ? OperatorTable::Always : OperatorTable::OfOneLayer;
}

std::optional<int> widthOfEnvironment()
{
    const char *text = environmentVariable("COLUMNS");
    if (!text)
        return std::nullopt;
    const auto columns = parseNumber<int>(text);
    return columns && *columns > 0 ? columns : std::nullopt;
}

bool showing(const CommandLine &line)
{
    return line.kind == CommandLine::Kind::ShowSession;
}

std::string jsonOf(const CommandLine &line, const Session &session)
{
    if (showing(line))
        return sessionWithVerdictsToJson(JudgedSession(session));
    const RequestKind request = line.request.kind;
    if (request == RequestKind::Explain)
        return explanationToJson(JudgedSession(session));
    // The first that is there of those that the same request asks for.
    std::optional<std::string> json;
    forEachResultKind([&](const auto &kind) {
        const auto &part = session.*kind.part;
        if (kind.request == request && json.value_or(std::string()).empty())
            json = part ? toJson(*part) : std::string();
    });
    return json ? *json : sessionWithVerdictsToJson(JudgedSession(session));
}

std::string tablesOf(const CommandLine &line, const JudgedSession &judged)
{
    const Session &session = judged.session();
    const bool showing = line.kind == CommandLine::Kind::ShowSession;
    // Without an explanation it was ended before its experiments: what there is by then is a report.
    const bool explains = session.explanation || !wasMeasured(session);
    if (!showing && line.request.kind == RequestKind::Explain && explains)
        return explanationText(judged, outputWidth(line));
    const bool inspecting = showing ? !session.analysis : line.request.kind == RequestKind::Inspect;
    if (!showing && line.request.kind == RequestKind::Sweep && session.peaks) {
        Session sizes = session; // their roofs are for pictures, not for a table
        sizes.peaks.reset();
        return sessionToText(JudgedSession(sizes), inspecting, outputWidth(line), operatorTable(line));
    }
    return sessionToText(judged, inspecting, outputWidth(line), operatorTable(line));
}

/// What stands before the tables of a changed model.
std::string changeText(const CommandLine &line, const Session &session)
{
    const std::optional<AskedChange> asked = askedChangeNamed(line.whatIf);
    return asked && session.analysis ? layOut({ changeSection(session, *asked) }, outputWidth(line)) + '\n'
                                     : std::string();
}

bool wantsTorchstat(const CommandLine &line)
{
    return line.kind == CommandLine::Kind::RunRequest && line.request.convention == Convention::Torchstat;
}

/// The table that a session is about; nothing if there is none.
std::optional<std::string> csvOf(const CommandLine &line, const JudgedSession &judged)
{
    const ResultKinds kinds = showing(line) ? allKinds : resultsOf(line.request.kind);
    if (judged.session().analysis && kinds.has(kindsOf<Analysis>)) {
        if (line.operators)
            return operatorsToCsv(judged);
        if (wantsTorchstat(line))
            return torchstatToCsv(judged.session());
    }
    return showing(line) ? sessionToCsv(judged) : resultToCsv(judged, kinds);
}

/// Whether the session is written there. A run that failed before it had a result does not take the place of what an
/// earlier one saved; devices, pipes and empty files hold nothing.
bool savesSession(const CommandLine &line, const Session &session)
{
    if (line.saveFile.empty())
        return false;
    if (showing(line) || line.saveFile == standardOutput || !holdsOnlyFailure(session))
        return true;
    std::error_code ignored;
    return !std::filesystem::is_regular_file(line.saveFile, ignored)
        || std::filesystem::is_empty(line.saveFile, ignored);
}

} // namespace

bool holdsOnlyFailure(const Session &session)
{
    return session.error && !session.analysis && !wasMeasured(session);
}

Result<void> writeOutput(const std::string &file, const std::string &text)
{
    return file == standardOutput ? print(text) : writeWholeFile(file, text);
}

int outputWidth(const CommandLine &line)
{
    if (line.width)
        return *line.width;
    if (const std::optional<int> columns = widthOfEnvironment())
        return *columns;
    winsize size {};
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

Result<void> saveSession(const std::string &path, const Session &session)
{
    const Result<std::string> text = sessionText(session, path);
    return text.ok() ? writeOutput(path, text.value()) : text.error();
}

bool writeOutputFiles(const CommandLine &line, const Session &session, const JudgedSession &shown)
{
    // The session first: all else can be made of it again.
    bool complete = !savesSession(line, session) || tried(saveSession(line.saveFile, session));
    const std::optional<std::string> csv = line.csvFile.empty() ? std::nullopt : csvOf(line, shown);
    if (csv)
        complete = tried(writeOutput(line.csvFile, *csv)) && complete;
    if (!line.htmlFile.empty())
        complete =
            tried(writeOutput(line.htmlFile, sessionToInteractiveHtml(shown, {}, {}, operatorTable(line)))) && complete;
    if (!line.traceFile.empty()) {
        const Result<std::string> trace = sessionToTrace(shown);
        complete = tried(trace.ok() ? writeOutput(line.traceFile, trace.value()) : trace.error()) && complete;
    }
    if (!line.nodeDataFile.empty())
        complete = writeNodeData(line.nodeDataFile, shown) && complete;
    if (!line.explain.reproducerFolder.empty())
        complete = writeReproducers(line.explain.reproducerFolder, shown) && complete;
    return complete;
}

bool printResult(const CommandLine &line, const Session &session, const JudgedSession &shown)
{
    if (filesOnStdout(line))
        return true;
    std::string text = line.json ? jsonOf(line, session) : changeText(line, session) + tablesOf(line, shown);
    if (!text.empty() && !text.ends_with('\n'))
        text += '\n';
    return tried(print(text));
}

bool showsTimes(const CommandLine &line, const JudgedSession &shown)
{
    if (!wasMeasured(shown.session()))
        return false;
    const bool isPrinted = !filesOnStdout(line) && (!line.json || !jsonOf(line, shown.session()).empty());
    const bool isInTable = !line.csvFile.empty() && csvOf(line, shown);
    return isPrinted || isInTable || !line.saveFile.empty() || !line.htmlFile.empty() || !line.traceFile.empty()
        || !line.nodeDataFile.empty();
}

bool printComparison(const CommandLine &line, const JudgedSession &after, const PageComparison &compared)
{
    const SessionComparison &comparison = compared.comparison;
    bool complete = true;
    if (!line.csvFile.empty())
        complete = tried(writeOutput(line.csvFile, comparisonToCsv(comparison)));
    if (!line.htmlFile.empty())
        complete = tried(writeOutput(line.htmlFile, comparisonToInteractiveHtml(after, compared))) && complete;
    if (filesOnStdout(line))
        return complete;
    return tried(print(line.json ? comparisonToJson(comparison) : comparisonText(comparison, outputWidth(line))))
        && complete;
}

bool printTokens(const CommandLine &line, const std::vector<TokenFigures> &workloads)
{
    const bool complete = line.csvFile.empty() || tried(writeOutput(line.csvFile, tokensToCsv(workloads)));
    if (filesOnStdout(line))
        return complete;
    return tried(print(line.json ? tokensToJson(workloads) : tokensText(workloads, outputWidth(line)) + '\n'))
        && complete;
}

bool printEstimate(const CommandLine &line, const Estimate &estimate, const Session &there)
{
    return tried(print(line.json ? estimateToJson(estimate, there) : estimateText(estimate, outputWidth(line)) + '\n'));
}

bool printInterleaved(const CommandLine &line, const Session &session)
{
    bool complete = line.csvFile.empty() || tried(writeOutput(line.csvFile, csvOf(*session.interleaved)));
    if (!line.htmlFile.empty())
        complete = tried(writeOutput(line.htmlFile, sessionToHtml(JudgedSession(session)))) && complete;
    if (filesOnStdout(line))
        return complete;
    return tried(print(line.json ? toJson(*session.interleaved)
                                 : sessionToText(JudgedSession(session), false, outputWidth(line))))
        && complete;
}

void printNotices(const Session &session)
{
    for (const Notice &notice : session.notices) {
        if (matters(notice, session))
            fmt::print(stderr, "rooflight-cli: {}\n", harmlessLine(notice.text));
    }
    if (const std::string remark = torchstatRemark(session); !remark.empty())
        fmt::print(stderr, "rooflight-cli: {}\n", harmlessLine(remark));
}

void printError(const Error &error)
{
    fmt::print(stderr, "rooflight-cli: {}\n", harmlessLine(wholeText(error)));
}

int failWith(const Error &error)
{
    printError(error);
    return exitStatus(error);
}

bool tried(const Result<void> &written)
{
    if (!written.ok())
        printError(written.error());
    return written.ok();
}

} // namespace rooflight
