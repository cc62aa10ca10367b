// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/command_line.h"

#include "app/rooflight-cli/compare_command.h"
#include "app/rooflight-cli/matrix_command.h"
#include "app/rooflight-cli/number_checks.h"
#include "app/rooflight-cli/timing_options.h"
#include "app/rooflight-cli/tokens_command.h"
#include "app/rooflight-cli/verdict_options.h"
#include "app/rooflight-cli/what_if.h"
#include "core/base/build_versions.h"
#include "core/base/error.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>

namespace rooflight {

namespace {

constexpr double defaultTimeoutSeconds = 600;
constexpr int widestOutput = 100'000;

struct RequestCommand {
    RequestKind kind;
    const char *description;
    const char *example;
};

constexpr std::array requestCommands = {
    RequestCommand { RequestKind::Inspect,
                     "Look into a file without running any of it: modules, parameters, inputs, code",
                     "rooflight-cli inspect model.pt" },
    RequestCommand { RequestKind::Analyze, "Run the model once, instrumented: the cost of each layer and operator",
                     "rooflight-cli analyze model.pt --input 1x3x224x224 --csv - | head" },
    RequestCommand { RequestKind::Peaks, "Show the roofs of the device, from the cache or measured now",
                     "rooflight-cli peaks --effort thorough --remeasure" },
    RequestCommand { RequestKind::Latency, "Measure the latency of the whole model",
                     "rooflight-cli latency model.pt --batch 8 --threads 4" },
    RequestCommand { RequestKind::Layers, "Measure the latency of each layer and operator",
                     "rooflight-cli layers model.pt --operators --csv operators.csv" },
    RequestCommand { RequestKind::Methods, "Time the model in every way there is, side by side",
                     "rooflight-cli methods model.pt --device cuda:0" },
    RequestCommand { RequestKind::Sweep, "Find the largest batch that fits and the one with the best throughput",
                     "rooflight-cli sweep model.pt --max-batch 256 --csv batches.csv" },
    RequestCommand { RequestKind::Pipeline, "Time models in a row, with and without waiting behind each",
                     "rooflight-cli pipeline detector.pt classifier.pt --host-work busy:2" },
    RequestCommand {
        RequestKind::Remedies,
        "Time what can be changed without changing the model's source, interleaved with the model as it is",
        "rooflight-cli remedies model.pt --input 1x3x224x224" },
    RequestCommand { RequestKind::Explain,
                     "Find by experiment what holds single operators back, and whether their verdicts hold",
                     "rooflight-cli explain model.pt --layer layer1.0.conv1" },
    RequestCommand { RequestKind::Report, "Analyze, measure and judge a model; save one session",
                     "rooflight-cli report model.pt --save model.ridge" },
};

void addWidthOption(CLI::App &command, CommandLine &line)
{
    command
        .add_option("--width", line.width,
                    "Widest line of the tables, 0: no limit; COLUMNS or the terminal's when not given, no limit in a "
                    "pipe or a file")
        ->check(wholeNumber(0, widestOutput))
        ->type_name("N");
}

void addOperatorsOption(CLI::App &command, CommandLine &line)
{
    command.add_flag("--operators", line.operators,
                     "A table of the operators, too; with --csv one row an operator instead of one a layer");
}

void addOutputOptions(CLI::App &command, CommandLine &line)
{
    command.add_flag("--json", line.json, "Print one JSON object instead of tables");
    command
        .add_option("--csv", line.csvFile,
                    "Write the table to this file, one row a layer, run, method, batch or stage; -: to stdout, as for "
                    "all files that are written")
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
    command.add_option("--threads", request.threads, "CPU threads; as LibTorch chooses when not given")
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
    command.add_option("--formulas", request.formulas, "Formulas of your own for operators that the table lacks")
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
        .add_option(
            "--batch-dim", request.batchDimensions,
            "Which dimension of the inputs is the batch: N, NAME=N for one argument, length of a list, or none; "
            "found out by running the model when not given")
        ->type_name("N")
        ->allow_extra_args(false);
    command
        .add_option("--dim", request.dimensions,
                    "A size that an export left open, by its name in the file or by argument and dimension: "
                    "NAME=VALUE, input_ids.1=512; repeat for more")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    addConventionOption(command, request);
    command.add_flag("--trust", request.trust, "Run a file although it calls what is not known to be safe");
    command.add_flag("--unconfined", request.unconfined,
                     "Run the model without confinement: it may do all that you may do");
    command.add_flag("--accept-damaged", request.acceptDamaged, "Open a file although a checksum differs");
    addOperatorFiles(command, request);
    command
        .add_option_function<double>(
            "--memory-limit",
            [&request](double gigabytes) { request.memoryLimitBytes = static_cast<std::int64_t>(gigabytes * 1e9); },
            "Memory the model may use; nine tenths of what is free when not given")
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
    command.add_flag("--remeasure", request.remeasure, "Measure the roofs although the cache holds them");
}

void addExplainOptions(CLI::App &command, ExplainOptions &options)
{
    constexpr int mostOperators = 1000;
    command
        .add_option("--layer", options.layers,
                    "Path of a layer: its operator that takes longest; repeat for more; those with most to gain when "
                    "not given")
        ->type_name("PATH")
        ->allow_extra_args(false);
    command.add_option("--top", options.count, "How many of those with most to gain")
        ->check(wholeNumber(1, mostOperators))
        ->capture_default_str()
        ->type_name("N");
}

void addRequestCommand(CLI::App &app, const RequestCommand &what, CommandLine &line)
{
    CLI::App *command = app.add_subcommand(std::string(name(what.kind)), what.description);
    command->footer(fmt::format("Example:\n  {}", what.example));
    command->callback([&line, kind = what.kind] { line.request.kind = kind; });
    if (what.kind != RequestKind::Peaks)
        addModelOptions(*command, line);
    addTimingOptions(*command, what.kind, line.request);
    if (what.kind == RequestKind::Analyze || what.kind == RequestKind::Report)
        addCountBytesOption(*command, line.request);
    if (what.kind == RequestKind::Explain)
        addExplainOptions(*command, line.explain);
    if (what.kind == RequestKind::Peaks || what.kind == RequestKind::Report || what.kind == RequestKind::Explain)
        addPeaksOptions(*command, line.request);
    if (what.kind == RequestKind::Peaks)
        command->add_option("--roof", line.request.roof, "Measure this one alone, by its name in the table")
            ->type_name("NAME");
    addDeviceOptions(*command, line);
    addOutputOptions(*command, line);
    if (what.kind == RequestKind::Analyze || what.kind == RequestKind::Layers || what.kind == RequestKind::Report)
        addOperatorsOption(*command, line);
    if (what.kind == RequestKind::Analyze)
        addRoofsOption(*command, line);
    if (what.kind == RequestKind::Analyze || what.kind == RequestKind::Report) {
        addWhatIfOption(*command, line);
        addVerdictOptions(*command, line.thresholds);
    }
}

#ifndef ROOFLIGHT_WITHOUT_IMPORT
void addImportCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *trace = app.add_subcommand(
        std::string(name(RequestKind::Import)),
        "Make a session of a trace that PyTorch's profiler recorded with shapes, under the roofs of this machine");
    trace->add_option("trace", line.request.model, "What torch.profiler's export_chrome_trace() wrote")
        ->required()
        ->type_name("TRACE.json");
    trace->add_option("-o", line.saveFile, "As --save")->type_name("FILE.ridge");
    addConventionOption(*trace, line.request);
    addOperatorFiles(*trace, line.request);
    addPeaksOptions(*trace, line.request);
    addDeviceOptions(*trace, line);
    addOutputOptions(*trace, line);
    addOperatorsOption(*trace, line);
    addWhatIfOption(*trace, line);
    addVerdictOptions(*trace, line.thresholds);
    trace->footer("Example:\n  rooflight-cli import trace.json -o session.ridge");
    trace->callback([&line] { line.request.kind = RequestKind::Import; });
}
#endif

void addShowCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *show = app.add_subcommand("show", "Print the tables of a saved session, or export it");
    show->add_option("session", line.sessionFile, "Saved session")->required()->type_name("FILE.ridge");
    addOutputOptions(*show, line);
    show->add_option("--trace", line.traceFile,
                     "Write the timeline as a Chrome trace to this file, which Perfetto and chrome://tracing open")
        ->type_name("FILE.json");
    addOperatorsOption(*show, line);
    addQuietOption(*show, line);
    addRoofsOption(*show, line);
    addWhatIfOption(*show, line);
    addVerdictOptions(*show, line.thresholds);
    show->footer("Example:\n  rooflight-cli show model.ridge --operators --width 120");
    show->callback([&line] { line.kind = CommandLine::Kind::ShowSession; });
}

void addCompareCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *compare = app.add_subcommand("compare", "Show what changed from one saved session to another");
    addCompareOptions(*compare, line);
    addQuietOption(*compare, line);
    addWidthOption(*compare, line);
    compare->footer("Example:\n  rooflight-cli compare before.ridge after.ridge --fail-on slower:5%,more-bytes");
    compare->callback([&line] { line.kind = CommandLine::Kind::CompareSessions; });
}

void addTokensCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *tokens = app.add_subcommand("tokens", "What a language model costs for each token in prefill and decode");
    addTokensOptions(*tokens, line);
    addRoofsOption(*tokens, line);
    addTimingOptions(*tokens, RequestKind::Report, line.request);
    addCountBytesOption(*tokens, line.request);
    addDeviceOptions(*tokens, line);
    addPeaksOptions(*tokens, line.request);
    addWidthOption(*tokens, line);
    tokens->footer("Example:\n  rooflight-cli tokens model.pt2 --prefill ids.1=512 --decode cache.2=512");
    tokens->callback([&line] { line.kind = CommandLine::Kind::ShowTokens; });
}

void addEstimateCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *estimate = app.add_subcommand(
        "estimate", "What to expect of another batch, size, precision or device, and the limit of that");
    addModelOptions(*estimate, line);
    addTimingOptions(*estimate, RequestKind::Report, line.request);
    addWhatIfOption(*estimate, line);
    addPeaksOptions(*estimate, line.request);
    addDeviceOptions(*estimate, line);
    estimate->add_flag("--json", line.json, "Print one JSON object instead of tables");
    addWidthOption(*estimate, line);
    estimate->footer("Example:\n  rooflight-cli estimate model.pt --batch 8");
    estimate->callback([&line] { line.kind = CommandLine::Kind::Estimate; });
}

#ifndef ROOFLIGHT_WITHOUT_MATRIX
void addMatrixCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *matrix = app.add_subcommand("matrix", "Measure models x inputs x executions x targets, a session a cell");
    addMatrixOptions(*matrix, line.matrix);
    matrix->add_flag("--json", line.json, "Print one JSON object instead of a table");
    addQuietOption(*matrix, line);
    addWidthOption(*matrix, line);
    matrix->footer("Example:\n  rooflight-cli matrix plan.toml --out measured");
    matrix->callback([&line] { line.kind = CommandLine::Kind::FillMatrix; });
}
#endif

void addConfinementCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *confinement = app.add_subcommand("confinement", "Test what the sandbox blocks on this machine");
    confinement->add_flag("--json", line.json, "Print one JSON object instead of a table");
    addQuietOption(*confinement, line);
    confinement->footer("Example:\n  rooflight-cli confinement");
    confinement->callback([&line] { line.kind = CommandLine::Kind::CheckConfinement; });
}

void addServeCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *serve = app.add_subcommand("serve", "Take requests on stdin and answer with records on stdout");
    serve->add_flag("--unconfined", line.request.unconfined, "Run every model without confinement");
    serve->footer(
        "Example:\n  echo '{\"type\":\"inspect\",\"request\":1,\"model\":\"model.pt\"}' | rooflight-cli serve");
    serve->callback([&line] { line.kind = CommandLine::Kind::Serve; });
}

std::vector<std::string> optionsOf(const CLI::App &command)
{
    std::vector<std::string> names;
    for (const CLI::Option *option : command.get_options()) {
        for (const std::string &name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string> commandsOf(const CLI::App &app)
{
    std::vector<std::string> names;
    for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
        names.push_back(command->get_name());
    return names;
}

/// What CLI11 says of values of options, which begins with the option's name.
std::optional<std::string> explainedValue(const CLI::ParseError &mistake)
{
    const std::string what = mistake.what();
    const std::string option = what.substr(0, what.find_first_of(": "));
    if (dynamic_cast<const CLI::ArgumentMismatch *>(&mistake)) {
        if (what.ends_with("flag override")) // the name of a flag is there without its dashes
            return fmt::format("--{} takes no value.", option);
        if (option.starts_with("--"))
            return fmt::format("{} needs a value.", option);
    }
    constexpr std::string_view conversion = "Could not convert: ";
    if (dynamic_cast<const CLI::ConversionError *>(&mistake) && what.starts_with(conversion))
        return fmt::format("{} is no value of that option.", what.substr(conversion.size()));
    return std::nullopt;
}

/// CLI11 takes "--trust=no" for a value of a flag.
void refuseValuesOfFlags(CLI::App &app)
{
    for (CLI::Option *option : app.get_options()) {
        if (option->get_expected_max() == 0)
            option->disable_flag_override();
    }
    for (CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
        refuseValuesOfFlags(*command);
}

/// What CLI11 says of a mistake, and what was perhaps meant. \p app has been parsed as far as that went.
std::string explained(const CLI::ParseError &mistake, const CLI::App &app)
{
    const std::vector<CLI::App *> chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? std::string() : chosen.front()->get_name();
    const std::string help = fmt::format(" See rooflight-cli {}{}--help.", command, command.empty() ? "" : " ");
    const std::vector<std::string> rest = app.remaining(/*recurse=*/true);
    const bool isExtra = dynamic_cast<const CLI::ExtrasError *>(&mistake) != nullptr && !rest.empty();
    if (isExtra && command.empty())
        return fmt::format("There is no command {}.{}{}", rest.front(), didYouMean(rest.front(), commandsOf(app)),
                           help);
    if (isExtra && rest.front().starts_with("--")) {
        const std::string name = rest.front().substr(0, rest.front().find('='));
        return fmt::format("{} has no option {}.{}{}", command, name, didYouMean(name, optionsOf(*chosen.front())),
                           help);
    }
    if (isExtra)
        return fmt::format("{} takes no further argument \"{}\".{}", command, rest.front(), help);
    if (const std::optional<std::string> own = explainedValue(mistake))
        return *own + help;
    std::string_view what = mistake.what(); // some are whole sentences, others end without a period
    if (what.ends_with('.'))
        what.remove_suffix(1);
    return fmt::format("{}{}{}", what, what.ends_with('?') ? "" : ".", help);
}

std::string versionText()
{
    return fmt::format("rooflight {}\nLibTorch {}\nCUDA {}\n{}", ROOFLIGHT_VERSION, libtorchVersion(),
                       libtorchCudaVersion(), compilerVersion());
}

} // namespace

std::optional<CommandLine> parseCommandLine(int argc, char **argv, int &status)
{
    CommandLine line;
    line.request.id = 1;
    CLI::App app(
        "What limits each layer of a PyTorch model (TorchScript or torch.export) on this machine, and how far is it "
        "from that limit?",
        "rooflight-cli");
    app.set_version_flag("--version", versionText());
    app.require_subcommand(0, 1);
    app.option_defaults()->always_capture_default(false);
    for (const RequestCommand &what : requestCommands)
        addRequestCommand(app, what, line);

    addShowCommand(app, line);
    addCompareCommand(app, line);
#ifndef ROOFLIGHT_WITHOUT_IMPORT
    addImportCommand(app, line);
#endif
    addTokensCommand(app, line);
    addEstimateCommand(app, line);
#ifndef ROOFLIGHT_WITHOUT_MATRIX
    addMatrixCommand(app, line);
#endif
    addConfinementCommand(app, line);
    addServeCommand(app, line);

    refuseValuesOfFlags(app);
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty())
            throw CLI::RequiredError("A command, such as report or analyze,");
    } catch (const CLI::Success &asked) {
        status = app.exit(asked);
        return std::nullopt;
    } catch (const CLI::ParseError &mistake) {
        fmt::print(stderr, "rooflight-cli: {}\n", harmlessLine(explained(mistake, app)));
        status = exitStatus(ErrorCode::CommandLine);
        return std::nullopt;
    }
    return line;
}

} // namespace rooflight
