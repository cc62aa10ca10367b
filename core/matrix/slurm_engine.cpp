// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/engines.h"

#include "core/base/plain_file.h"
#include "core/base/text.h"
#include "core/base/text_file.h"
#include "core/base/whole_file.h"
#include "core/matrix/run_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largestArray = 1000; ///< Slurm's MaxArraySize is 1001 unless somebody changed it
constexpr int mostTries = 3;
constexpr int gracePolls = 3; ///< a shared folder may show a file later than the queue that its job has ended
constexpr int maxFailedPolls = 100; ///< while the controller is away
constexpr std::string_view workFolder = ".slurm";
constexpr std::size_t maxStatusBytes = 100;

/// A cell that was given to Slurm.
struct Task {
    std::size_t index = 0; ///< of the cell
    std::size_t batch = 0; ///< of scripts
    std::size_t position = 0; ///< in that script
    std::string job; ///< "JOB_POSITION"
    int tries = 1;
    int pollsWithoutJob = 0;
    bool started = false;
};

struct Batch {
    std::string script; ///< path
    std::size_t target = 0;
};

struct QueuedJob {
    std::string state;
    std::string reason;
};

std::string statusFile(const MatrixFolder &folder, const MatrixCell &cell)
{
    return folder.fileOf(fmt::format("{}/{}.status", workFolder, cell.name));
}

/// The value of KEY=VALUE in what scontrol prints on one line.
std::string valueOf(const std::string &line, const std::string &key)
{
    const std::size_t at = line.find(' ' + key + '=');
    if (at == std::string::npos)
        return {};
    const std::size_t start = at + key.size() + 2;
    return line.substr(start, line.find(' ', start) - start);
}

/// What may well succeed the next time.
bool mayBeTriedAgain(const std::string &state)
{
    return state == "NODE_FAIL" || state == "PREEMPTED" || state == "BOOT_FAIL";
}

/// Slurm keeps such a job for ever, until somebody looks at it.
bool isHeld(const QueuedJob &job)
{
    return job.state == "PENDING" && (job.reason.starts_with("launch failed") || job.reason.starts_with("JobHeld"));
}

class SlurmRun
{
public:
    SlurmRun(MatrixState &state, const MatrixPlan &plan, std::chrono::milliseconds pollInterval)
        : m_state(state)
        , m_plan(plan)
        , m_pollInterval(pollInterval)
    {
    }

    Result<void> submitAll()
    {
        std::error_code problem;
        const std::string work = m_state.folder().fileOf(std::string(workFolder));
        if (fs::is_symlink(work, problem))
            return Error { ErrorCode::OutputFile, fmt::format("{} is a symbolic link.", work),
                           "Remove it, or choose another folder." };
        // Whoever may write into the folder may go on with it.
        if (fs::create_directories(work, problem))
            fs::permissions(work, fs::status(m_state.folder().path(), problem).permissions(), problem);
        if (problem)
            return Error { ErrorCode::OutputFile,
                           fmt::format("{} cannot be written: {}.", m_state.folder().path(), problem.message()),
                           "Choose another place." };
        std::map<std::size_t, std::vector<std::size_t>> byTarget;
        for (const std::size_t index : m_state.missing())
            byTarget[m_state.cell(index).targetIndex].push_back(index);
        for (const auto &[target, cells] : byTarget) {
            for (std::size_t start = 0; start < cells.size(); start += largestArray) {
                const std::size_t count = std::min(largestArray, cells.size() - start);
                Result<void> submitted = submitBatch(target,
                                                     { cells.begin() + static_cast<std::ptrdiff_t>(start),
                                                       cells.begin() + static_cast<std::ptrdiff_t>(start + count) });
                if (!submitted.ok())
                    return submitted;
            }
        }
        return {};
    }

    /// Until nothing is left.
    Result<void> wait(const std::stop_token &stop)
    {
        while (!m_tasks.empty() && !stop.stop_requested()) {
            std::this_thread::sleep_for(m_pollInterval);
            if (Result<void> polled = poll(); !polled.ok())
                return polled;
        }
        return {};
    }

    void cancel()
    {
        if (m_tasks.empty())
            return;
        std::set<std::string> jobs;
        for (const Task &task : m_tasks)
            jobs.insert(task.job);
        std::vector<std::string> command { "scancel" };
        command.insert(command.end(), jobs.begin(), jobs.end());
        // What is not there any more needs no cancelling.
        static_cast<void>(outputOf(command));
    }

private:
    Result<void> submitBatch(std::size_t target, const std::vector<std::size_t> &cells)
    {
        const MatrixFolder &folder = m_state.folder();
        std::vector<const MatrixCell *> batch;
        for (const std::size_t index : cells) {
            const MatrixCell &cell = m_state.cell(index);
            std::error_code ignored;
            fs::remove(statusFile(folder, cell), ignored);
            if (Result<void> begun = m_state.begin(index); !begun.ok())
                return begun;
            batch.push_back(&cell);
        }
        const std::string script =
            folder.fileOf(fmt::format("{}/{}-{}.sh", workFolder, m_plan.targets[target].name, m_batches.size()));
        if (Result<void> written =
                replaceWholeFile(script, slurmScript(folder, batch, m_plan.targets[target].slurm.program));
            !written.ok())
            return written;
        m_batches.push_back({ script, target });
        const Result<std::string> job = submit(m_batches.back(), fmt::format("0-{}", cells.size() - 1));
        if (!job.ok())
            return job.error();
        for (std::size_t i = 0; i < cells.size(); ++i)
            m_tasks.push_back({ cells[i], m_batches.size() - 1, i, fmt::format("{}_{}", job.value(), i) });
        return {};
    }

    /// The number of the job.
    Result<std::string> submit(const Batch &batch, const std::string &positions)
    {
        const SlurmResources &slurm = m_plan.targets[batch.target].slurm;
        const std::string work = m_state.folder().fileOf(std::string(workFolder));
        std::vector<std::string> command { "sbatch",
                                           "--parsable",
                                           "--requeue",
                                           fmt::format("--array={}%{}", positions, slurm.atOnce),
                                           fmt::format("--job-name=rooflight-{}", m_plan.targets[batch.target].name),
                                           "--chdir=" + m_state.folder().path(),
                                           "--output=" + work + "/%A_%a.out" };
        command.insert(command.end(), slurm.options.begin(), slurm.options.end());
        command.push_back(batch.script);
        const Result<std::string> printed = outputOf(command);
        if (!printed.ok() && printed.error().code == ErrorCode::TimedOut)
            return Error {
                ErrorCode::TimedOut, printed.error().text,
                "Slurm may have taken the jobs: look at squeue --me, and cancel them before you run again."
            };
        if (!printed.ok())
            return Error { ErrorCode::CommandLine,
                           fmt::format("Slurm refuses the jobs of target {}: {}", m_plan.targets[batch.target].name,
                                       printed.error().text),
                           "Check the target's table slurm, and that Slurm runs (sinfo)." };
        const std::string_view text = trimmed(printed.value());
        const std::string_view lastLine = text.substr(text.find_last_of('\n') + 1);
        return std::string(lastLine.substr(0, lastLine.find(';')));
    }

    [[nodiscard]] static std::optional<std::map<std::string, QueuedJob>> queue()
    {
        const Result<std::string> printed =
            outputOf({ "squeue", "--me", "--noheader", "--array", "--format=%F_%K|%T|%r" });
        if (!printed.ok())
            return std::nullopt;
        std::map<std::string, QueuedJob> jobs;
        std::string_view rest = printed.value();
        while (!rest.empty()) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            const std::size_t first = line.find('|');
            const std::size_t second = line.find('|', first + 1);
            if (first != std::string_view::npos && second != std::string_view::npos)
                jobs[std::string(trimmed(line.substr(0, first)))] = { std::string(trimmed(
                                                                          line.substr(first + 1, second - first - 1))),
                                                                      std::string(trimmed(line.substr(second + 1))) };
        }
        return jobs;
    }

    Result<void> poll()
    {
        const std::optional<std::map<std::string, QueuedJob>> jobs = queue();
        if (!jobs && ++m_failedPolls > maxFailedPolls)
            return Error { ErrorCode::CommandLine, "Slurm's controller does not answer (squeue).",
                           "Check that it runs, and repeat this call: finished cells stay." };
        if (jobs)
            m_failedPolls = 0;
        std::vector<Task> left;
        for (Task &task : m_tasks) {
            const Result<bool> ended = look(task, jobs);
            if (!ended.ok())
                return ended.error();
            if (!ended.value())
                left.push_back(std::move(task));
        }
        m_tasks = std::move(left);
        return {};
    }

    /// Whether the cell has come to its end.
    Result<bool> look(Task &task, const std::optional<std::map<std::string, QueuedJob>> &jobs)
    {
        const MatrixCell &cell = m_state.cell(task.index);
        if (const std::optional<int> status =
                numberIn<int>(readPlainText(statusFile(m_state.folder(), cell), maxStatusBytes)))
            return endWith(*status == 0 ? m_state.readCell(task.index)
                                        : m_state.fail(task.index, reasonOf(m_state.folder(), cell, *status)));
        if (!jobs)
            return false;
        const auto queued = jobs->find(task.job);
        if (queued != jobs->end() && isHeld(queued->second)) {
            static_cast<void>(outputOf({ "scancel", task.job }));
            return endWith(
                m_state.fail(task.index, fmt::format("Slurm could not start it: {}.", queued->second.reason)));
        }
        if (queued != jobs->end()) {
            task.pollsWithoutJob = 0;
            task.started = task.started || queued->second.state != "PENDING";
            return false;
        }
        if (++task.pollsWithoutJob < gracePolls)
            return false;
        return endOrRetry(task);
    }

    /// Its job has left the queue, and the script did not come to its end.
    Result<bool> endOrRetry(Task &task)
    {
        const Result<std::string> shown = outputOf({ "scontrol", "show", "job", "--oneliner", task.job });
        if (!shown.ok() && shown.error().text.find("Invalid job id") == std::string::npos)
            return false; // the controller is away
        const std::string state = shown.ok() ? valueOf(' ' + shown.value(), "JobState") : std::string();
        if (mayBeTriedAgain(state) && task.tries < mostTries) {
            const Result<std::string> job = submit(m_batches[task.batch], fmt::format("{}", task.position));
            if (!job.ok())
                return job.error();
            task.job = fmt::format("{}_{}", job.value(), task.position);
            ++task.tries;
            task.pollsWithoutJob = 0;
            return false;
        }
        return endWith(m_state.fail(task.index, reasonOfState(state, task)));
    }

    [[nodiscard]] static std::string reasonOfState(const std::string &state, const Task &task)
    {
        if (state == "TIMEOUT")
            return "Slurm ended it at its time limit.";
        if (state == "CANCELLED" || (state.empty() && !task.started))
            return "Somebody cancelled its job.";
        if (state == "OUT_OF_MEMORY")
            return "Slurm ended it as it used more memory than it asked for.";
        if (state.empty())
            return "Its job left Slurm's queue without a trace.";
        return fmt::format("Slurm ended it: {}{}.", state, task.tries > 1 ? fmt::format(", {} times", task.tries) : "");
    }
    static Result<bool> endWith(const Result<void> &written)
    {
        return written.ok() ? Result<bool>(true) : Result<bool>(written.error());
    }

    MatrixState &m_state;
    const MatrixPlan &m_plan;
    std::chrono::milliseconds m_pollInterval;
    std::vector<Batch> m_batches;
    std::vector<Task> m_tasks;
    int m_failedPolls = 0;
};

} // namespace

std::string slurmScript(const MatrixFolder &folder, const std::vector<const MatrixCell *> &cells,
                        const std::string &program)
{
    std::string text =
        "#!/bin/sh\n# One cell of a matrix, by its number in the job array.\ncase \"$SLURM_ARRAY_TASK_ID\" in\n";
    for (std::size_t i = 0; i < cells.size(); ++i) {
        text += fmt::format("{}) name={} header={}\n    set --", i, shellQuoted(cells[i]->name),
                            shellQuoted(logHeader(*cells[i])));
        for (const std::string &argument : cells[i]->arguments)
            text += ' ' + shellQuoted(argument);
        text += "\n    ;;\n";
    }
    return text
        + fmt::format("*) exit 2 ;;\n"
                      "esac\n"
                      "cd {} || exit 2\n"
                      "rm -f \"$name.ridge\" \"$name.part\" \"$name.log\" \"{}/$name.status\" \"{}/$name.new\"\n"
                      "set -C\n"
                      "printf '%s\\n' \"$header\" > \"$name.log\"\n"
                      "{} \"$@\" --quiet --save \"$PWD/$name.part\" > /dev/null 2>> \"$name.log\"\n"
                      "status=$?\n"
                      "[ \"$status\" -ne 0 ] || mv \"$name.part\" \"$name.ridge\" || status=2\n"
                      "printf '%s\\n' \"$status\" > \"{}/$name.new\" && mv \"{}/$name.new\" \"{}/$name.status\"\n"
                      "exit \"$status\"\n",
                      shellQuoted(folder.path()), workFolder, workFolder, shellQuoted(program), workFolder, workFolder,
                      workFolder);
}

Result<void> fillOnSlurm(MatrixState &state, const MatrixPlan &plan, const std::stop_token &stop,
                         std::chrono::milliseconds pollInterval)
{
    if (state.missing().empty())
        return {};
    if (const Result<std::string> version = outputOf({ "sbatch", "--version" }); !version.ok())
        return Error { ErrorCode::CommandLine, "Slurm cannot be used on this machine: " + version.error().text,
                       "Run this where Slurm's commands are, or with --engine local." };
    SlurmRun run(state, plan, pollInterval);
    Result<void> result = run.submitAll();
    if (result.ok())
        result = run.wait(stop);
    if (!result.ok() || stop.stop_requested())
        run.cancel();
    return result;
}

} // namespace rooflight
