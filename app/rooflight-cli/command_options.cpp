// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/command_options.h"

#include "app/rooflight-cli/command_line.h"
#include "app/rooflight-cli/number_checks.h"
#include "app/rooflight-cli/timing_options.h"
#include "app/rooflight-cli/verdict_options.h"
#include "app/rooflight-cli/what_if.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr double defaultTimeoutSeconds = 600;
constexpr int widestOutput = 100'000;

void addWidthOption(CLI::App &command, CommandLine &line)
{
    command
        .add_option("--width", line.width,
                    "Widest line of the tables, 0: no limit; by default COLUMNS or the width of the terminal, no limit "
                    "in a pipe or a file")
        ->check(wholeNumber(0, widestOutput))
        ->type_name("N");
}

void addOperatorsOption(CLI::App &command, CommandLine &line)
{
    command.add_flag("--operators", line.operators,
                     "Also print a table of operators; with --csv, one row per operator instead of per layer");
}

void addOutputOptions(CLI::App &command, CommandLine &line)
{
    command.add_flag("--json", line.json, "Print one JSON object instead of tables");
    command
        .add_option("--csv", line.csvFile,
                    "Write the table to this file, one row per layer, run, method, batch or stage; -: to stdout, as "
                    "for all output files")
        ->type_name("FILE");
    command.add_option("--html", line.htmlFile, "Write one web page with chart and tables to this file")
        ->type_name("FILE");
    command.add_option("--save", line.saveFile, "Write the session to this file")->type_name("FILE.ridge");
    addWidthOption(command, line);
}

/// What makes no progress takes it, too: scripts give it to every command.
void addQuietOption(CLI::App &command, CommandLine &line)
{
    command.add_flag("--quiet", line.quiet, "No progress on stderr");
}

void addDeviceOptions(CLI::App &command, CommandLine &line)
{
    Request &request = line.request;
    command.add_option("--device", request.device, "cpu or cuda:N")->capture_default_str();
    command.add_option("--threads", request.threads, "CPU threads; chosen by LibTorch by default")
        ->check(wholeNumber(1, Request::maxThreads))
        ->type_name("N");
    addQuietOption(command, line);
    command.add_option("--timeout", request.timeoutSeconds, "Give up after this many seconds; 0: never")
        ->default_val(defaultTimeoutSeconds)
        ->check(notBelowZero())
        ->type_name("SECONDS");
}

void addConventionOption(CLI::App &command, Request &request)
{
    command.add_option("--convention", request.convention, "What FLOPs count")
        ->check(oneOf({ "fma2", "matrix", "mac", "torchstat", "thop", "fvcore" }))
        ->capture_default_str()
        ->type_name("");
}

void addOperatorFiles(CLI::App &command, Request &request)
{
    command.add_option("--library", request.libraries, "Operator library to load first; repeat for several")
        ->type_name("FILE.so")
        ->allow_extra_args(false);
    command.add_option("--formulas", request.formulas, "Your own formulas for operators that the table lacks")
        ->type_name("FILE");
}

void addModelOptions(CLI::App &command, CommandLine &line)
{
    Request &request = line.request;
    command.add_option("model", request.model, "TorchScript or torch.export file")->required()->type_name("MODEL");
    command
        .add_option("--input", request.inputs, "An argument of the model: [NAME:]SHAPE[:DTYPE][:FILL]; repeat for more")
        ->type_name("SPEC")
        ->allow_extra_args(false);
    command
        .add_option("--method", request.execution.method, "A method of a TorchScript file to run instead of forward()")
        ->type_name("NAME");
    command.add_option("--batch", request.batch, "Batch size")->check(wholeNumber(1))->type_name("N");
    command
        .add_option("--batch-dim", request.batchDimensions,
                    "Which dimension of the inputs is the batch: N, NAME=N for one argument, length of a list, or "
                    "none; found by running the model by default")
        ->type_name("N")
        ->allow_extra_args(false);
    command
        .add_option("--dim", request.dimensions,
                    "A size that an export left open, by its name in the file or by argument and dimension: "
                    "NAME=VALUE, input_ids.1=512; repeat for more")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    addConventionOption(command, request);
    command.add_flag("--trust", request.trust, "Run a file even if it makes calls that are not known to be safe");
    command.add_flag("--unconfined", request.unconfined,
                     "Run the model without the sandbox: it can do everything that you can do");
    command.add_flag("--accept-damaged", request.acceptDamaged, "Open a file even if a checksum differs");
    addOperatorFiles(command, request);
    command
        .add_option_function<double>(
            "--memory-limit",
            [&request](double gigabytes) { request.memoryLimitBytes = static_cast<std::int64_t>(gigabytes * 1e9); },
            "Memory that the model may use; nine tenths of the available memory by default")
        ->check(aboveZero())
        ->type_name("GB");
}

void addPeaksOptions(CLI::App &command, Request &request)
{
    command
        .add_option_function<std::string>(
            "--effort", [&request](const std::string &text) { request.effort = *fromName<Effort>(text); },
            "Time for the roofs: at most 5, 30 or 180 seconds")
        ->check(oneOf({ "quick", "normal", "thorough" }))
        ->type_name("");
    command.add_flag("--remeasure", request.remeasure, "Measure the roofs even if they are in the cache");
}

void addExplainOptions(CLI::App &command, CommandLine &line)
{
    ExplainOptions &options = line.explain;
    constexpr int mostOperators = 1000;
    command
        .add_option(
            "--layer", options.layers,
            "Path of a layer, of which the slowest operator is taken; repeat for more; by default the layers with "
            "the most to gain")
        ->type_name("PATH")
        ->allow_extra_args(false);
    command.add_option("--top", options.count, "Number of layers with the most to gain")
        ->check(wholeNumber(1, mostOperators))
        ->capture_default_str()
        ->type_name("N");
    command
        .add_option(
            "--reproducer", options.reproducerFolder,
            "Write a Python script per operator of a CPU to this folder, which repeats its call with PyTorch alone")
        ->type_name("FOLDER");
}

void addVerdicts(CLI::App &command, CommandLine &line)
{
    addVerdictOptions(command, line.thresholds);
}

template<void (*add)(CLI::App &, Request &)> void ofRequest(CLI::App &command, CommandLine &line)
{
    add(command, line.request);
}

void addRoofOption(CLI::App &command, Request &request)
{
    command.add_option("--roof", request.roof, "Measure only this roof, by its name in the table")->type_name("NAME");
}

struct OptionAdder {
    Options options;
    void (*add)(CLI::App &command, CommandLine &line);
};

constexpr std::array adders {
    OptionAdder { Options::Model, addModelOptions },
    OptionAdder { Options::Convention, ofRequest<addConventionOption> },
    OptionAdder { Options::OperatorFiles, ofRequest<addOperatorFiles> },
    OptionAdder { Options::Execution, ofRequest<addExecutionOptions> },
    OptionAdder { Options::Executor, ofRequest<addExecutorOption> },
    OptionAdder { Options::LayerExecutor, ofRequest<addLayerExecutorOption> },
    OptionAdder { Options::Caches, ofRequest<addCachesOption> },
    OptionAdder { Options::Remedies, ofRequest<addRemedyOptions> },
    OptionAdder { Options::ExperimentSeconds, ofRequest<addExperimentSeconds> },
    OptionAdder { Options::Limits, ofRequest<addLimitOptions> },
    OptionAdder { Options::Interleave, ofRequest<addInterleaveOption> },
    OptionAdder { Options::Sweep, ofRequest<addSweepOptions> },
    OptionAdder { Options::Predict, ofRequest<addPredictOption> },
    OptionAdder { Options::Pipeline, ofRequest<addPipelineOptions> },
    OptionAdder { Options::CountBytes, ofRequest<addCountBytesOption> },
    OptionAdder { Options::Explain, addExplainOptions },
    OptionAdder { Options::Effort, ofRequest<addPeaksOptions> },
    OptionAdder { Options::Roof, ofRequest<addRoofOption> },
    OptionAdder { Options::Device, addDeviceOptions },
    OptionAdder { Options::Output, addOutputOptions },
    OptionAdder { Options::Operators, addOperatorsOption },
    OptionAdder { Options::DrawnRoofs, addRoofsOption },
    OptionAdder { Options::WhatIf, addWhatIfOption },
    OptionAdder { Options::Verdicts, addVerdicts },
    OptionAdder { Options::Quiet, addQuietOption },
    OptionAdder { Options::Width, addWidthOption },
};

struct RequestCommand {
    RequestKind kind;
    const char *description;
    const char *example;
    EnumSet<Options> options;
};

constexpr std::array requestCommands = [] {
    using enum Options;
    return std::array {
        RequestCommand { RequestKind::Inspect,
                         "Inspect a file without running any of it: modules, parameters, inputs, code",
                         "rooflight-cli inspect model.pt",
                         { Model, Device, Output } },
        RequestCommand {
            RequestKind::Analyze,
            "Run the model once, instrumented: the cost of each layer and operator",
            "rooflight-cli analyze model.pt --input 1x3x224x224 --csv - | head",
            { Model, Execution, Predict, CountBytes, Device, Output, Operators, DrawnRoofs, WhatIf, Verdicts } },
        RequestCommand { RequestKind::Peaks,
                         "Show the roofs of the device, from the cache or measured now",
                         "rooflight-cli peaks --effort thorough --remeasure",
                         { Effort, Roof, Device, Output } },
        RequestCommand { RequestKind::Latency,
                         "Measure the latency of the whole model",
                         "rooflight-cli latency model.pt --batch 8 --threads 4",
                         { Model, Execution, Executor, Caches, Limits, Interleave, Device, Output } },
        RequestCommand { RequestKind::Layers,
                         "Measure the latency of each layer and operator",
                         "rooflight-cli layers model.pt --operators --csv operators.csv",
                         { Model, Execution, LayerExecutor, Caches, Limits, Device, Output, Operators } },
        RequestCommand { RequestKind::Methods,
                         "Time the model with all common methods, side by side",
                         "rooflight-cli methods model.pt --device cuda:0",
                         { Model, Execution, Executor, Limits, Device, Output } },
        RequestCommand { RequestKind::Sweep,
                         "Find the largest batch that fits and the one with the best throughput",
                         "rooflight-cli sweep model.pt --max-batch 256 --csv batches.csv",
                         { Model, Execution, Executor, Limits, Sweep, Predict, Device, Output } },
        RequestCommand { RequestKind::Pipeline,
                         "Time models in a row, with and without waiting after each",
                         "rooflight-cli pipeline detector.pt classifier.pt --host-work busy:2",
                         { Model, Execution, Executor, Limits, Pipeline, Device, Output } },
        RequestCommand { RequestKind::Remedies,
                         "Time changes that need no change of the model's source, interleaved with the unchanged model",
                         "rooflight-cli remedies model.pt --input 1x3x224x224",
                         { Model, Execution, Executor, Remedies, Device, Output } },
        RequestCommand { RequestKind::Explain,
                         "Find by experiment what limits single operators of a CPU or GPU, and whether verdicts hold",
                         "rooflight-cli explain model.pt --layer layer1.0.conv1",
                         { Model, Execution, Executor, Caches, ExperimentSeconds, Explain, Effort, Device, Output } },
        RequestCommand { RequestKind::Report,
                         "Analyze, measure and judge a model; save one session",
                         "rooflight-cli report model.pt --save model.ridge",
                         { Model, Execution, Executor, Caches, Limits, CountBytes, Effort, Device, Output, Operators,
                           WhatIf, Verdicts } },
    };
}();
static_assert(std::ranges::all_of(enumNames<RequestKind>,
                                  [](const auto &each) {
                                      const auto [kind, name] = each;
                                      return std::ranges::count(requestCommands, kind, &RequestCommand::kind)
                                          == (kind == RequestKind::Import ? 0 : 1); // a trace has a command of its own
                                  }),
              "each kind of request needs a row: its words and its options");

void addRequestCommand(CLI::App &app, const RequestCommand &what, CommandLine &line)
{
    CLI::App *command = app.add_subcommand(std::string(name(what.kind)), what.description);
    command->footer(fmt::format("Example:\n  {}", what.example));
    command->callback([&line, kind = what.kind] { line.request.kind = kind; });
    addOptions(*command, what.options, line);
}

} // namespace

void addOptions(CLI::App &command, EnumSet<Options> wanted, CommandLine &line)
{
    for (const OptionAdder &each : adders) {
        if (wanted.has(each.options))
            each.add(command, line);
    }
}

void addRequestCommands(CLI::App &app, CommandLine &line)
{
    for (const RequestCommand &what : requestCommands)
        addRequestCommand(app, what, line);
}

} // namespace rooflight
