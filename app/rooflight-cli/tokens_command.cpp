// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/tokens_command.h"

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/what_if.h"
#include "core/record/session_file.h"
#include "core/roofline/token_figures.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace rooflight {

namespace {

/// Of one session, or of two together.
Result<std::vector<TokenFigures>> savedFigures(const CommandLine &line)
{
    std::vector<TokenFigures> all;
    for (const std::string &file : { line.sessionFile, line.secondSessionFile }) {
        if (file.empty())
            continue;
        Result<Session> session = readSession(file);
        if (!session.ok())
            return session.error();
        if (const Result<void> roofs = takeRoofs(line, session.value()); !roofs.ok())
            return roofs.error();
        const Result<std::vector<TokenFigures>> figures = workloadFigures(session.value());
        if (!figures.ok()) {
            Error error = figures.error();
            error.text = file + ": " + error.text;
            return error;
        }
        all.insert(all.end(), figures.value().begin(), figures.value().end());
    }
    return all;
}

} // namespace

void addTokensOptions(CLI::App &command, CommandLine &line)
{
    Request &request = line.request;
    const auto addList = [&command](const std::string &option, std::vector<std::string> &values,
                                    const std::string &description, const std::string &type) {
        command.add_option(option, values, description)->type_name(type)->allow_extra_args(false);
    };
    command
        .add_option("model", line.sessionFile,
                    "Model, or a session that was saved of it: its prefill, or with sizes of both all of it")
        ->required()
        ->type_name("FILE");
    command.add_option("decode", line.secondSessionFile, "Model or session of the decode, where it is another file")
        ->type_name("FILE");
    addList("--prefill", line.tokens.prefillSizes, "A size of the prefill, as --dim of other commands; repeat for more",
            "NAME=VALUE");
    addList("--decode", line.tokens.decodeSizes, "A size of the decode; repeat for more", "NAME=VALUE");
    addList("--dim", request.dimensions, "A size of both; repeat for more", "NAME=VALUE");
    command.add_flag("--predict", request.predict, "Count the models without running them");
    command.add_flag("--trust", request.trust, "Run files although they call what is not known to be safe");
    addList("--library", request.libraries, "Operator library to load first; repeat for several", "FILE.so");
    command.add_option("--save", line.saveFile, "Write one session of both workloads to this file")
        ->type_name("FILE.ridge");
    command.add_flag("--json", line.json, "Print one JSON object instead of a table");
    command.add_option("--csv", line.csvFile, "Write one row a workload to this file")->type_name("FILE");
}

bool isModelFile(const std::string &path)
{
    std::array<char, 2> begin {};
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), begin.size());
    return file && begin == std::array { 'P', 'K' };
}

int runTokensOfSessions(const CommandLine &line)
{
    const TokensOptions &sizes = line.tokens;
    for (const std::string &file : { line.sessionFile, line.secondSessionFile }) {
        std::error_code ignored;
        if (!file.empty() && !std::filesystem::exists(file, ignored))
            return failWith({ ErrorCode::FileUnreadable, fmt::format("Cannot read {}: there is no such file.", file),
                              "Name a model, or a session that was saved of one." });
    }
    if (!sizes.prefillSizes.empty() || !sizes.decodeSizes.empty() || !line.saveFile.empty() || line.request.predict) {
        return failWith({ ErrorCode::CommandLine,
                          "Sizes, --predict and --save are of models, and " + line.sessionFile + " is none.",
                          "Name a model, or leave them away." });
    }
    const Result<std::vector<TokenFigures>> figures = savedFigures(line);
    if (!figures.ok())
        return failWith(figures.error());
    return printTokens(line, figures.value()) ? 0 : exitStatus(ErrorCode::OutputFile);
}

} // namespace rooflight
