// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/timing_options.h"

#include "app/rooflight-cli/number_checks.h"
#include "core/results/remedies/remedies.h"

#include <CLI/CLI.hpp>

#include <optional>

namespace rooflight {

namespace {

/// An option whose words are the names of an enumeration.
template<NamedEnum Choice>
void addChoice(CLI::App &command, const std::string &option, Choice &choice, const std::string &description,
               std::optional<Choice> without = std::nullopt)
{
    std::vector<std::string> words;
    for (const auto &[value, word] : enumNames<Choice>) {
        if (value != without)
            words.emplace_back(word);
    }
    command
        .add_option_function<std::string>(
            option, [&choice](const std::string &text) { choice = *fromName<Choice>(text); }, description)
        ->check(oneOf(std::move(words)))
        ->type_name("");
}

/// Sizes of the inputs instead of batches.
void addAxes(CLI::App &command, SweepRequest &sweep)
{
    command
        .add_option("--axis", sweep.axes,
                    "Measure sizes of the inputs instead of batches, by argument and dimension or by the name in the "
                    "file: x.0=1,2,4 or ids.1=2..4096x2 (times two) or 64..512+64; twice for two axes")
        ->type_name("NAME=LIST")
        ->allow_extra_args(false);
    command
        .add_option("--measure", sweep.measuredAt,
                    "With --predict: the sizes that are measured as well; the others are only counted")
        ->type_name("NAME=LIST")
        ->allow_extra_args(false);
}

void addSeconds(CLI::App &command, MeasureLimits &limits, const char *description)
{
    command.add_option("--seconds", limits.seconds, description)->check(aboveZero())->type_name("SECONDS");
}

} // namespace

void addExecutionOptions(CLI::App &command, Request &request)
{
    Execution &execution = request.execution;
    addChoice(command, "--precision", execution.precision, "Element type of weights and inputs");
    addChoice(command, "--memory-format", execution.memoryFormat, "Order of dimensions of weights and inputs");
    addChoice(command, "--tf32", execution.tf32, "Whether fp32 work may run in TF32 on CUDA");
}

void addExecutorOption(CLI::App &command, Request &request)
{
    addChoice(command, "--executor", request.execution.executor, "How forward() is executed");
}

void addLayerExecutorOption(CLI::App &command, Request &request)
{
    addChoice(command, "--executor", request.execution.executor,
              "What is timed call by call: the model as loaded, or frozen",
              std::optional(Executor::OptimizedForInference));
}

void addCachesOption(CLI::App &command, Request &request)
{
    addChoice(command, "--caches", request.execution.caches, "What caches hold when a run begins: cold flushes them");
}

void addLimitOptions(CLI::App &command, Request &request)
{
    MeasureLimits &limits = request.limits;
    command
        .add_option_function<std::int64_t>(
            "--warmup", [&limits](std::int64_t calls) { limits.warmup = calls; },
            "Warm-up calls before the measurement; until they are steady by default")
        ->check(wholeNumber(0))
        ->type_name("N");
    command.add_option("--runs", limits.runs, "Measured runs; until the median is known to 1 % by default")
        ->check(wholeNumber(1))
        ->type_name("N");
    command.add_option("--seconds", limits.seconds, "Time for the measured runs")
        ->check(aboveZero())
        ->type_name("SECONDS");
}

void addSweepOptions(CLI::App &command, Request &request)
{
    SweepRequest &sweep = request.sweep;
    addChoice(command, "--search", sweep.search, "binary: powers of two, then halving; sequential: one by one");
    command
        .add_option_function<std::int64_t>(
            "--step",
            [&sweep](std::int64_t step) {
                sweep.step = step;
                sweep.search = BatchSearch::Sequential;
            },
            "Search sequentially: 1, then the multiples of this")
        ->check(wholeNumber(1))
        ->type_name("N");
    command.add_option("--max-batch", sweep.maximumBatch, "Largest batch to try; limited by memory by default")
        ->check(wholeNumber(1))
        ->type_name("N");
    command
        .add_option_function<double>(
            "--margin", [&sweep](double percent) { sweep.margin = percent / 100; },
            "Share of the largest batch that the recommended one leaves free, 5 by default")
        ->check(percentage(99))
        ->type_name("PERCENT");
    command.add_option("--max-call", sweep.longestCallSeconds, "A batch is too slow when one call takes longer")
        ->check(aboveZero())
        ->capture_default_str()
        ->type_name("SECONDS");
    command.add_flag("--restart", sweep.restart, "Start again, even if a sweep was interrupted");
    addAxes(command, sweep);
}

void addRemedyOptions(CLI::App &command, Request &request)
{
    std::vector<std::string> ids;
    for (const auto &[id, word] : enumNames<RemedyId>)
        ids.emplace_back(word);
    command.add_option("--only", request.remedies, "Try only these, separated by commas; all by default")
        ->delimiter(',')
        ->check(oneOf(std::move(ids)))
        ->type_name("ID,...");
    CLI::Option *const compile = command.add_flag(
        "--compile", request.compile,
        "On a CPU: also compile a torch.export file with your Python's AOTInductor, with and without freezing; takes "
        "about a minute, once per model");
    command.add_option("--save-compiled", request.saveCompiled, "Write the faster of what was compiled to this file")
        ->needs(compile)
        ->type_name("FILE.pt2");
    addSeconds(command, request.limits, "Time for the measured runs; 16 by default");
}

void addExperimentSeconds(CLI::App &command, Request &request)
{
    addSeconds(command, request.limits, "Time for the measured runs of each operator; 3 by default");
}

void addInterleaveOption(CLI::App &command, Request &request)
{
    command
        .add_option("--interleave", request.interleave,
                    "Time this interleaved with the model and say which is faster: MODEL, executor=frozen, "
                    "MODEL,precision=bfloat16, ...; repeat for several")
        ->type_name("VARIANT")
        ->allow_extra_args(false);
}

void addPredictOption(CLI::App &command, Request &request)
{
    command.add_flag("--predict", request.predict,
                     "Count without running the model and without reading its weights, from the sizes that a "
                     "torch.export file keeps");
}

void addPipelineOptions(CLI::App &command, Request &request)
{
    PipelineRequest &pipeline = request.pipeline;
    command.add_option("models", pipeline.models, "The models after it, in order")->required()->type_name("MODEL");
    command
        .add_option("--host-work", pipeline.hostWork,
                    "Between the models: busy:MS, sleep:MS, copy, or a TorchScript file; one for all places, or repeat "
                    "for each")
        ->type_name("WORK")
        ->allow_extra_args(false);
}

void addCountBytesOption(CLI::App &command, Request &request)
{
    command.add_flag("--count-bytes", request.countBytes,
                     "On a GPU: also count the bytes in its memory with its own counters, if the driver allows it");
}

} // namespace rooflight
