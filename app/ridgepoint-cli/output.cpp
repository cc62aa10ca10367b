// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "app/ridgepoint-cli/output.h"

#include "core/base/whole_file.h"
#include "core/record/record.h"
#include "core/record/session_file.h"
#include "core/report/comparison_report.h"
#include "core/report/latency_csv.h"
#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdicts.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

namespace ridgepoint {

namespace {

constexpr int widthWithoutTerminal = 160;

void print(const std::string &text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
}

std::string jsonOf(const CommandLine &line, const Session &session)
{
    if (line.kind == CommandLine::Kind::ShowSession)
        return sessionWithVerdictsToJson(session);
    const auto body = [](const auto &part) { return part ? toJson(*part) : std::string(); };
    switch (line.request.kind) {
    case RequestKind::Inspect:
        return body(session.inspection);
    case RequestKind::Analyze:
        return body(session.analysis);
    case RequestKind::Peaks:
        return body(session.peaks);
    case RequestKind::Latency:
        return line.request.interleave.empty() ? body(session.latency) : body(session.interleaved);
    case RequestKind::Layers:
        return body(session.layers);
    case RequestKind::Methods:
        return body(session.methods);
    case RequestKind::Sweep:
        return body(session.sweep);
    case RequestKind::Pipeline:
        return body(session.pipeline);
    case RequestKind::Report:
        break;
    }
    return sessionWithVerdictsToJson(session);
}

std::string tablesOf(const CommandLine &line, const Session &session)
{
    const bool showing = line.kind == CommandLine::Kind::ShowSession;
    const bool inspecting = showing ? !session.analysis : line.request.kind == RequestKind::Inspect;
    return sessionToText(session, inspecting, outputWidth());
}

bool wantsTorchstat(const CommandLine &line)
{
    return line.kind == CommandLine::Kind::RunRequest && line.request.convention == "torchstat";
}

/// The table that a session is about; nothing where there is none.
std::optional<std::string> csvOf(const CommandLine &line, const Session &session)
{
    if (session.analysis)
        return wantsTorchstat(line) ? torchstatToCsv(*session.analysis) : layersToCsv(session);
    if (session.interleaved)
        return interleavedToCsv(*session.interleaved);
    if (session.methods)
        return methodsToCsv(*session.methods);
    if (session.sweep)
        return sweepToCsv(*session.sweep);
    if (session.pipeline)
        return pipelineToCsv(*session.pipeline);
    if (session.latency)
        return samplesToCsv(session.latency->samples, session.latency->block);
    return std::nullopt;
}

} // namespace

int outputWidth()
{
    winsize size {};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return widthWithoutTerminal;
}

Result<void> checkOutputFiles(const CommandLine &line)
{
    for (const std::string &file : { line.csvFile, line.htmlFile, line.saveFile }) {
        if (file.empty())
            continue;
        const std::filesystem::path path(file);
        const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
        std::error_code ignored;
        if (std::filesystem::is_directory(path, ignored))
            return Error { ErrorCode::OutputFile, fmt::format("{} cannot be written: it is a folder.", file),
                           "Name a file." };
        if (access(folder.c_str(), W_OK) != 0)
            return Error { ErrorCode::OutputFile,
                           fmt::format("{} cannot be written: the folder {} is missing or not writable.", file,
                                       folder.string()),
                           "Choose another place." };
    }
    return {};
}

Result<void> writeOutputFiles(const CommandLine &line, const Session &session, const Session &shown)
{
    if (!line.csvFile.empty()) {
        const std::optional<std::string> csv = csvOf(line, shown);
        if (Result<void> written = csv ? writeWholeFile(line.csvFile, *csv) : Result<void>(); !written.ok())
            return written;
    }
    if (!line.htmlFile.empty()) {
        if (Result<void> written = writeWholeFile(line.htmlFile, sessionToHtml(shown)); !written.ok())
            return written;
    }
    if (!line.saveFile.empty())
        return writeSession(line.saveFile, session);
    return {};
}

void printResult(const CommandLine &line, const Session &session, const Session &shown)
{
    std::string text = line.json ? jsonOf(line, session) : tablesOf(line, shown);
    if (!text.empty() && !text.ends_with('\n'))
        text += '\n';
    print(text);
    std::fflush(stdout);
}

Result<void> printComparison(const CommandLine &line, const Session &before, const Session &after)
{
    const SessionComparison comparison = compareSessions(before, after);
    print(line.json ? comparisonToJson(comparison) : comparisonText(comparison, outputWidth()));
    std::fflush(stdout);
    if (!line.csvFile.empty()) {
        if (Result<void> written = writeWholeFile(line.csvFile, comparisonToCsv(comparison)); !written.ok())
            return written;
    }
    return line.htmlFile.empty()
        ? Result<void>()
        : writeWholeFile(line.htmlFile, comparisonToHtml(comparison, line.sessionFile, line.secondSessionFile));
}

void printNotices(const Session &session)
{
    for (const Notice &notice : session.notices)
        fmt::print(stderr, "ridgepoint-cli: {}\n", notice.text);
    if (!session.analysis)
        return;
    for (const TorchstatRow &row : session.analysis->torchstat) {
        if (!row.known) {
            const Layer &layer = session.analysis->layers[static_cast<std::size_t>(row.layer)];
            fmt::print(stderr, "ridgepoint-cli: torchstat has no formula for {} ({}); its row holds our own count.\n",
                       layer.path, layer.type);
        }
    }
}

void printError(const Error &error)
{
    std::string text = error.hint.empty() ? error.text : error.text + ' ' + error.hint;
    for (char &c : text) {
        if (static_cast<unsigned char>(c) < ' ')
            c = ' ';
    }
    fmt::print(stderr, "ridgepoint-cli: {}\n", text);
}

} // namespace ridgepoint
