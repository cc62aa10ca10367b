// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/command_options.h"

#include "app/rooflight-cli/command_line.h"
#include "app/rooflight-cli/what_if.h"
#include "core/model/request_options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr double defaultTimeoutSeconds = 600;
constexpr int widestOutput = 100'000;

/// How the option is written, and where its values go.
template<auto... path> CLI::Option *addTo(CLI::App &command, Request &request, const RequestOption<path...> &option)
{
    using Value = typename RequestOption<path...>::Value;
    const std::string name(option.name);
    Value &value = option.of(request);
    if constexpr (std::is_same_v<Value, bool>) {
        return command.add_flag(name, value, option.help);
    } else if constexpr (NamedEnum<Value>) {
        const auto take = [&value](const std::string &text) { value = *fromName<Value>(text); };
        CLI::Option *added = command.add_option_function<std::string>(name, take, option.help);
        return option.showsDefault ? added->default_str(std::string(rooflight::name(value))) : added;
    } else if constexpr (std::is_same_v<Value, std::optional<std::int64_t>>) {
        return command.add_option_function<std::int64_t>(
            name, [&value](std::int64_t n) { value = n; }, option.help);
    } else {
        if constexpr (std::is_arithmetic_v<Value>) {
            const auto take = [&value, &option](double number) {
                value = static_cast<Value>(option.inRequest(number));
            };
            if (option.unit != OptionUnit::AsInRequest)
                return command.add_option_function<double>(name, take, option.help);
        }
        CLI::Option *added = command.add_option(name, value, option.help);
        return option.showsDefault ? added->capture_default_str() : added;
    }
}

/// Adds an option as its row says. \p option must outlive the command.
template<auto... path> CLI::Option *addOption(CLI::App &command, Request &request, const RequestOption<path...> &option)
{
    CLI::Option *added = addTo(command, request, option);
    if (option.kind == OptionKind::Flag)
        return added;
    added->type_name(option.type);
    if (!option.words.empty() || option.kind == OptionKind::Number)
        added->check(valueOf(option));
    if (!option.name.starts_with("--"))
        return added->required();
    if (option.separator != '\0')
        added->delimiter(option.separator);
    else if (option.kind == OptionKind::List)
        added->allow_extra_args(false);
    return added;
}

template<const auto &...options> void addAll(CLI::App &command, CommandLine &line)
{
    (addOption(command, line.request, options), ...);
}

/// The same option with another help.
constexpr auto withHelp(auto option, const char *help)
{
    option.help = help;
    return option;
}

constexpr auto secondsOfRemedies = withHelp(option::seconds, "Time for the measured runs; 16 by default");
constexpr auto secondsOfExperiments =
    withHelp(option::seconds, "Time for the measured runs of each operator; 3 by default");
constexpr auto executorOfLayers = [] {
    auto executor = withHelp(option::executor, "What is timed call by call: the model as loaded, or frozen");
    executor.exceptWord = name(Executor::OptimizedForInference);
    return executor;
}();

void addWidthOption(CLI::App &command, CommandLine &line)
{
    command
        .add_option("--width", line.width,
                    "Widest line of the tables, 0: no limit; by default COLUMNS or the width of the terminal, no limit "
                    "in a pipe or a file")
        ->check(valueOf(wholeFrom(0, widestOutput)))
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
    addAll<option::device, option::threads>(command, line);
    addQuietOption(command, line);
    addOption(command, line.request, option::timeout)->default_val(defaultTimeoutSeconds);
}

void addSweepOptions(CLI::App &command, CommandLine &line)
{
    SweepRequest &sweep = line.request.sweep;
    addOption(command, line.request, option::search);
    addOption(command, line.request, option::step)->each([&sweep](const std::string &) {
        sweep.search = BatchSearch::Sequential;
    });
    addAll<option::maximumBatch, option::margin, option::longestCall, option::restart, option::axes,
           option::measuredAt>(command, line);
}

void addRemedyOptions(CLI::App &command, CommandLine &line)
{
    addOption(command, line.request, option::remedies);
    CLI::Option *const compile = addOption(command, line.request, option::compile);
    addOption(command, line.request, option::saveCompiled)->needs(compile);
    addOption(command, line.request, secondsOfRemedies);
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
        ->check(valueOf(wholeFrom(1, mostOperators)))
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

struct OptionAdder {
    Options options;
    void (*add)(CLI::App &command, CommandLine &line);
};

constexpr std::array adders {
    OptionAdder { Options::Model,
                  addAll<option::model, option::inputs, option::method, option::batch, option::batchDimensions,
                         option::dimensions, option::convention, option::trust, option::unconfined,
                         option::acceptDamaged, option::libraries, option::formulas, option::memoryLimit> },
    OptionAdder { Options::Convention, addAll<option::convention> },
    OptionAdder { Options::OperatorFiles, addAll<option::libraries, option::formulas> },
    OptionAdder { Options::Execution, addAll<option::precision, option::memoryFormat, option::tf32> },
    OptionAdder { Options::Executor, addAll<option::executor> },
    OptionAdder { Options::LayerExecutor, addAll<executorOfLayers> },
    OptionAdder { Options::Caches, addAll<option::caches> },
    OptionAdder { Options::Remedies, addRemedyOptions },
    OptionAdder { Options::ExperimentSeconds, addAll<secondsOfExperiments> },
    OptionAdder { Options::Limits, addAll<option::warmup, option::runs, option::seconds> },
    OptionAdder { Options::Interleave, addAll<option::interleave> },
    OptionAdder { Options::Sweep, addSweepOptions },
    OptionAdder { Options::Predict, addAll<option::predict> },
    OptionAdder { Options::Pipeline, addAll<option::models, option::hostWork> },
    OptionAdder { Options::CountBytes, addAll<option::countBytes> },
    OptionAdder { Options::Explain, addExplainOptions },
    OptionAdder { Options::Effort, addAll<option::effort, option::remeasure> },
    OptionAdder { Options::Roof, addAll<option::roof> },
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

CLI::Validator valueOf(const OptionFacts &option)
{
    const std::vector<std::string> words = option.offeredWords();
    const auto check = [option](const std::string &text) { return option.refusalOf(text); };
    return { check, words.empty() ? std::string() : fmt::format("{{{}}}", fmt::join(words, ",")) };
}

CLI::Validator valueOf(const NumberRange &range)
{
    return valueOf(OptionFacts { .range = range, .kind = OptionKind::Number });
}

namespace {

constexpr double wholePercent = 100;

void addPercent(CLI::App &command, const char *option, double &share, const std::string &help)
{
    command
        .add_option_function<double>(
            option, [&share](double percent) { share = percent / wholePercent; },
            fmt::format("{} [{:g}]", help, share * wholePercent))
        ->check(valueOf(NumberRange { .most = wholePercent }))
        ->type_name("PERCENT");
}

} // namespace

void addVerdictOptions(CLI::App &command, VerdictThresholds &thresholds)
{
    command
        .add_option("--launch-overheads", thresholds.launchOverheads,
                    "Launch-bound below this many launch overheads, if the work takes less than one")
        ->check(valueOf(NumberRange()))
        ->type_name("N")
        ->capture_default_str();
    addPercent(command, "--underutilized-below", thresholds.underutilized,
               "Underutilized below this share of the lower roof");
    addPercent(command, "--balanced-zone", thresholds.balancedZone,
               "Balanced where arithmetic and memory traffic differ by at most this");
}

} // namespace rooflight
