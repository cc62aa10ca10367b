// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/subcommands.h"

#include "app/rooflight-cli/output.h"
#include "app/rooflight-cli/what_if.h"
#include "core/base/count.h"
#include "core/base/text.h"
#include "core/record/session_file.h"
#include "core/roofline/token_figures.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace rooflight {

namespace {

constexpr std::size_t wordsOfPart = 5;

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

/// Of the five words of a --part.
Result<TokenPart> partOf(const CommandLine &line, std::span<const std::string> words)
{
    const std::string_view times = words[1];
    const std::size_t slash = std::min(times.find('/'), times.size());
    const auto numerator = parseNumber<std::int64_t>(times.substr(0, slash));
    const auto denominator =
        slash < times.size() ? parseNumber<std::int64_t>(times.substr(slash + 1)) : std::int64_t { 1 };
    const std::array sizes { parseNumber<std::int64_t>(words[2]), parseNumber<std::int64_t>(words[3]),
                             parseNumber<std::int64_t>(words[4]) };
    const auto isSize = [](std::optional<std::int64_t> size) { return size && *size >= 0 && *size < Count::most; };
    if (!numerator || !denominator || !std::ranges::all_of(sizes, isSize))
        return Error { ErrorCode::CommandLine,
                       fmt::format("--part takes a file, N or N/D, and three whole numbers, not {}.",
                                   fmt::join(words, " ")),
                       "See rooflight-cli tokens --help." };
    Result<Session> session = readSession(words[0]);
    if (!session.ok())
        return session.error();
    if (const Result<void> roofs = takeRoofs(line, session.value()); !roofs.ok())
        return roofs.error();
    Result<std::vector<TokenFigures>> figures = workloadFigures(session.value());
    if (!figures.ok())
        return figures.error();
    return TokenPart { std::move(figures.value().front()), *numerator, *denominator, *sizes[0], *sizes[1], *sizes[2] };
}

Result<std::vector<TokenFigures>> figuresOfParts(const CommandLine &line)
{
    const std::vector<std::string> &words = line.tokens.parts;
    std::vector<TokenPart> parts;
    for (std::size_t i = 0; i + wordsOfPart <= words.size(); i += wordsOfPart) {
        Result<TokenPart> part = partOf(line, std::span(words).subspan(i, wordsOfPart));
        if (!part.ok())
            return part.error();
        parts.push_back(std::move(part).value());
    }
    const Result<TokenFigures> sum = sumOf(parts);
    return sum.ok() ? Result<std::vector<TokenFigures>>({ sum.value() }) : sum.error();
}

int printed(const CommandLine &line, const Result<std::vector<TokenFigures>> &figures)
{
    if (!figures.ok())
        return failWith(figures.error());
    return printTokens(line, figures.value()) ? 0 : exitStatus(ErrorCode::OutputFile);
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
                    "Model, or a saved session of it: the prefill, or with sizes of both, prefill and decode")
        ->type_name("FILE");
    command.add_option("decode", line.secondSessionFile, "Model or session of the decode, if it is another file")
        ->type_name("FILE");
    addList("--prefill", line.tokens.prefillSizes,
            "A size for the prefill, like --dim of other commands; repeat for more", "NAME=VALUE");
    addList("--decode", line.tokens.decodeSizes, "A size for the decode step; repeat for more", "NAME=VALUE");
    addList("--dim", request.dimensions, "A size of both; repeat for more", "NAME=VALUE");
    command
        .add_option("--part", line.tokens.parts,
                    "Instead of a model: the session of a model with few blocks, how often it counts in the whole (N "
                    "or N/D), the number of tokens whose state it keeps, the bytes of that state, and the bytes by "
                    "which its stored weights are smaller; repeat for each")
        ->type_size(wordsOfPart)
        ->type_name("FILE TIMES TOKENS BYTES BYTES")
        ->allow_extra_args(false);
    command.add_flag("--predict", request.predict, "Count the models without running them");
    command.add_flag("--trust", request.trust, "Run files even if they make calls that are not known to be safe");
    addList("--library", request.libraries, "Operator library to load first; repeat for several", "FILE.so");
    command.add_option("--save", line.saveFile, "Write one session of both workloads to this file")
        ->type_name("FILE.ridge");
    command.add_flag("--json", line.json, "Print one JSON object instead of a table");
    command.add_option("--csv", line.csvFile, "Write one row per workload to this file")->type_name("FILE");
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
    if (!sizes.parts.empty())
        return printed(line, figuresOfParts(line));
    for (const std::string &file : { line.sessionFile, line.secondSessionFile }) {
        std::error_code ignored;
        if (!file.empty() && !std::filesystem::exists(file, ignored))
            return failWith({ ErrorCode::FileUnreadable, fmt::format("Cannot read {}: there is no such file.", file),
                              "Name a model, or a session that was saved of one." });
    }
    if (!sizes.prefillSizes.empty() || !sizes.decodeSizes.empty() || !line.saveFile.empty() || line.request.predict) {
        return failWith({ ErrorCode::CommandLine,
                          "Sizes, --predict and --save are of models, and " + line.sessionFile + " is none.",
                          "Name a model, or leave these out." });
    }
    return printed(line, savedFigures(line));
}

} // namespace rooflight
