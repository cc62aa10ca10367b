// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/command_line.h"

#include "app/rooflight-cli/command_options.h"
#include "app/rooflight-cli/subcommands.h"
#include "core/base/build_versions.h"
#include "core/base/error.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

namespace {

#ifndef ROOFLIGHT_WITHOUT_IMPORT
void addImportCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *trace = app.add_subcommand(
        std::string(name(RequestKind::Import)),
        "Make a session of a trace that PyTorch's profiler recorded with shapes, under the roofs of this machine");
    trace->add_option("trace", line.request.model, "Output of torch.profiler's export_chrome_trace()")
        ->required()
        ->type_name("TRACE.json");
    CLI::Option *saved = trace->add_option("-o", line.saveFile, "As --save")->type_name("FILE.ridge");
    using enum Options;
    addOptions(*trace, { Convention, OperatorFiles, Effort, Device, Output, Operators, WhatIf, Verdicts }, line);
    saved->excludes("--save");
    trace->footer("Example:\n  rooflight-cli import trace.json -o session.ridge");
    trace->callback([&line] { line.request.kind = RequestKind::Import; });
}
#endif

void addShowCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *show = app.add_subcommand("show", "Print the tables of a saved session, or export it");
    show->add_option("session", line.sessionFile, "Saved session")->required()->type_name("FILE.ridge");
    show->add_option("--trace", line.traceFile,
                     "Write the timeline as a Chrome trace to this file, which Perfetto and chrome://tracing open")
        ->type_name("FILE.json");
    show->add_option("--node-data", line.nodeDataFile,
                     "Write the times of a torch.export file's nodes to this file, and three more data sets beside it, "
                     "which Model Explorer reads")
        ->type_name("FILE.json");
    using enum Options;
    addOptions(*show, { Output, Operators, DrawnRoofs, WhatIf, Verdicts, Quiet }, line);
    show->footer("Example:\n  rooflight-cli show model.ridge --operators --width 120");
    show->callback([&line] { line.kind = CommandLine::Kind::ShowSession; });
}

void addCompareCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *compare = app.add_subcommand("compare", "Show what changed from one saved session to another");
    addCompareOptions(*compare, line);
    addOptions(*compare, { Options::Quiet, Options::Width }, line);
    compare->footer("Example:\n  rooflight-cli compare before.ridge after.ridge --fail-on slower:5%,more-bytes");
    compare->callback([&line] { line.kind = CommandLine::Kind::CompareSessions; });
}

void addTokensCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *tokens = app.add_subcommand("tokens", "What a language model costs for each token in prefill and decode");
    addTokensOptions(*tokens, line);
    using enum Options;
    addOptions(*tokens, { Execution, Executor, Caches, Limits, CountBytes, Effort, Device, DrawnRoofs, Width }, line);
    tokens->footer("Example:\n  rooflight-cli tokens model.pt2 --prefill ids.1=512 --decode cache.2=512");
    tokens->callback([&line] {
        if (line.sessionFile.empty() && line.tokens.parts.empty())
            throw CLI::RequiredError("model");
        line.kind = CommandLine::Kind::ShowTokens;
    });
}

void addEstimateCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *estimate = app.add_subcommand(
        "estimate", "The expected time and the limit for another batch, size, precision, device or change");
    using enum Options;
    addOptions(*estimate, { Model, Execution, Executor, Caches, Limits, Effort, Device, WhatIf, Width }, line);
    estimate->add_flag("--json", line.json, "Print one JSON object instead of tables");
    estimate->footer("Example:\n  rooflight-cli estimate model.pt --batch 8");
    estimate->callback([&line] { line.kind = CommandLine::Kind::Estimate; });
}

#ifndef ROOFLIGHT_WITHOUT_MATRIX
void addMatrixCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *matrix =
        app.add_subcommand("matrix", "Measure models x inputs x executions x targets, one session per cell");
    addMatrixOptions(*matrix, line.matrix);
    matrix->add_flag("--json", line.json, "Print one JSON object instead of a table");
    addOptions(*matrix, { Options::Quiet, Options::Width }, line);
    matrix->footer("Example:\n  rooflight-cli matrix plan.toml --out measured");
    matrix->callback([&line] { line.kind = CommandLine::Kind::FillMatrix; });
}
#endif

void addConfinementCommand(CLI::App &app, CommandLine &line)
{
    CLI::App *confinement = app.add_subcommand("confinement", "Test what the sandbox blocks on this machine");
    confinement->add_flag("--json", line.json, "Print one JSON object instead of a table");
    addOptions(*confinement, { Options::Quiet }, line);
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
        if (what.find(": At Most 1 ") != std::string::npos)
            return fmt::format("{} is given more than once.", option);
        if (option.starts_with("--"))
            return fmt::format("{} needs a value.", option);
    }
    constexpr std::string_view conversion = "Could not convert: ";
    if (dynamic_cast<const CLI::ConversionError *>(&mistake) && what.starts_with(conversion))
        return fmt::format("{} is not a value of that option.", what.substr(conversion.size()));
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
    addRequestCommands(app, line);
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
