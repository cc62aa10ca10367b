// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/subcommands.h"

#include "app/rooflight-cli/command_options.h"
#include "app/rooflight-cli/output.h"
#include "core/base/clock.h"
#include "core/base/foreign_text.h"
#include "core/base/signals.h"
#include "core/matrix/engines.h"
#include "core/matrix/table/matrix_table.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/text_layout.h"
#include "core/request/request_check.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>

namespace rooflight {

namespace {

constexpr int someFailed = 1;
constexpr std::size_t maxNamed = 20;

/// What a cell asks of rooflight-cli, checked as if it was typed. False, and says why, where it makes no sense.
bool isSound(const MatrixCell &cell)
{
    std::vector<std::string> words { "rooflight-cli" };
    words.insert(words.end(), cell.arguments.begin(), cell.arguments.end());
    std::vector<char *> arguments;
    arguments.reserve(words.size());
    for (std::string &word : words)
        arguments.push_back(word.data());
    int status = 0;
    const std::optional<CommandLine> line =
        parseCommandLine(static_cast<int>(arguments.size()), arguments.data(), status);
    const Result<void> checked = line ? checkRequest(line->request) : Result<void>();
    if (!checked.ok())
        printError(checked.error());
    if (!line || !checked.ok())
        fmt::print(stderr, "rooflight-cli: That is what the plan asks of the cell {}.\n", cell.name);
    return line && checked.ok();
}

bool areSound(const std::vector<MatrixCell> &cells)
{
    std::set<std::vector<std::string>> seen;
    return std::ranges::all_of(cells, [&seen](const MatrixCell &cell) {
        std::vector<std::string> options = cell.arguments;
        options[1].clear(); // the model
        return !seen.insert(std::move(options)).second || isSound(cell);
    });
}

/// "12 of 36 cells, 2 failed, about 3.2 min left: resnet18__b1__frozen__local" on one line of a terminal, else a line
/// for each cell that ended.
class MatrixLine
{
public:
    explicit MatrixLine(bool quiet)
        : m_quiet(quiet)
        , m_terminal(isatty(STDERR_FILENO) != 0)
    {
    }

    void show(const MatrixProgress &progress)
    {
        const std::size_t ended = progress.done + progress.failed;
        if (m_quiet || (!m_terminal && ended == std::exchange(m_ended, ended)))
            return;
        std::string text = fmt::format("{} of {} cells", progress.done, progress.cells);
        if (progress.failed > 0)
            text += fmt::format(", {} failed", progress.failed);
        if (progress.secondsLeft > 0)
            text += fmt::format(", about {} left", formatDuration(progress.secondsLeft * nsPerSecond));
        fmt::print(stderr, "{}{}: {}{}", m_terminal ? "\r\033[K" : "", text, progress.current, m_terminal ? "" : "\n");
    }

    void clear() const
    {
        if (!m_quiet && m_terminal)
            fmt::print(stderr, "\r\033[K");
    }

private:
    bool m_quiet;
    bool m_terminal;
    std::size_t m_ended = 0;
};

TableContent indexContent(const std::vector<MatrixRow> &rows)
{
    std::vector<Cells> lines;
    lines.reserve(rows.size());
    for (const MatrixRow &row : rows)
        lines.push_back(
            { { "Model", row.model },
              { factTitle(FactId::InputShapes), row.input, 3 },
              { "Execution", row.execution, 2 },
              { "Target", row.target, 1 },
              { "Status", statusText(row) },
              number("Median", orEmpty(row.medianNs, formatDuration)),
              number("Throughput",
                     orEmpty(row.throughputPerSecond, [](double rate) { return formatRounded(rate) + "/s"; }), 4),
              number("Of the roof", orEmpty(row.roofShare, formatPercent), 1) });
    return tableOf(std::move(lines));
}

void printFailed(const std::vector<MatrixRow> &rows)
{
    std::size_t named = 0;
    for (const MatrixRow &row : rows) {
        if (row.status != CellStatus::Failed)
            continue;
        if (++named <= maxNamed)
            fmt::print(stderr, "rooflight-cli: {} failed: {}\n", row.name, harmlessLine(row.reason));
    }
    if (named > maxNamed)
        fmt::print(stderr, "rooflight-cli: {} more failed: matrix.csv names all.\n", named - maxNamed);
}

int statusOf(const std::vector<MatrixRow> &rows)
{
    const auto missing = std::ranges::count(rows, CellStatus::Missing, &MatrixRow::status);
    if (missing > 0) {
        fmt::print(stderr, "rooflight-cli: {} cells are missing: the same call continues from here.\n", missing);
        return exitStatus(ErrorCode::Cancelled);
    }
    const bool failed = std::ranges::count(rows, CellStatus::Failed, &MatrixRow::status) > 0;
    return failed ? someFailed : 0;
}

std::string thisProgram()
{
    std::error_code problem;
    const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", problem);
    return problem ? std::string("rooflight-cli") : path.string();
}

Result<void> fill(const CommandLine &line, MatrixState &state, const MatrixPlan &plan)
{
    const std::stop_token stop = stopOnSignals({ SIGINT, SIGTERM });
    const Result<void> filled = line.matrix.engine == MatrixEngine::Slurm ? fillOnSlurm(state, plan, stop)
                                                                          : fillLocally(state, thisProgram(), stop);
    const Result<void> written = state.writeIndex();
    return filled.ok() ? written : filled;
}

} // namespace

void addMatrixOptions(CLI::App &command, MatrixOptions &options)
{
    command.add_option("plan", options.planFile, "Models, inputs, executions and targets")
        ->required()
        ->type_name("PLAN.toml");
    command.add_option("--out", options.folder, "Folder for the sessions; existing ones are not measured again")
        ->required()
        ->type_name("FOLDER");
    command
        .add_option_function<std::string>(
            "--engine", [&options](const std::string &text) { options.engine = *fromName<MatrixEngine>(text); },
            "local: here, one cell after the other; slurm: one job array per target")
        ->check(valueOf({ .words = identifiersOf<MatrixEngine> }))
        ->type_name("");
    command.add_flag("--trust-plan", options.trustPlan,
                     "Run the plan even if it starts programs, lifts protections or reads files outside its folder");
    command.add_flag_callback(
        "--resume", [&options] { options.resume = true; }, "Measure what is missing (the default)");
    command.add_flag_callback(
        "--remeasure", [&options] { options.resume = false; }, "Measure everything again");
}

int runMatrix(const CommandLine &line)
{
    const Result<MatrixPlan> plan = readPlan(line.matrix.planFile);
    if (!plan.ok()) {
        printError(plan.error());
        return exitStatus(ErrorCode::CommandLine);
    }
    if (!plan.value().danger.empty() && !line.matrix.trustPlan)
        return failWith({ ErrorCode::UnsafeFile,
                          fmt::format("The plan {} was not run: {}.", line.matrix.planFile, plan.value().danger),
                          "If you know where the plan comes from, run it with --trust-plan." });
    Result<std::vector<MatrixCell>> cells = cellsOf(plan.value());
    if (!cells.ok())
        return failWith(cells.error());
    if (!areSound(cells.value()))
        return exitStatus(ErrorCode::CommandLine);
    const Result<MatrixFolder> folder = MatrixFolder::open(line.matrix.folder);
    if (!folder.ok())
        return failWith(folder.error());
    MatrixLine progress(line.quiet);
    MatrixState state(folder.value(), std::move(cells).value(), plan.value().sha256, !line.matrix.resume,
                      [&progress](const MatrixProgress &now) { progress.show(now); });
    const Result<void> filled = fill(line, state, plan.value());
    progress.clear();
    if (!filled.ok())
        return failWith(filled.error());
    const std::string text = line.json ? matrixToJson(state.rows(), plan.value().sha256)
                                       : layOut(indexContent(state.rows()), outputWidth(line)) + '\n';
    const Result<void> printed = writeOutput("-", text);
    printFailed(state.rows());
    return printed.ok() ? statusOf(state.rows()) : failWith(printed.error());
}

} // namespace rooflight
