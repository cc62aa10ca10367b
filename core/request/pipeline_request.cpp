// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/pipeline_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

struct StageSpec {
    std::size_t stage = 0; ///< from 0
    std::string spec;
};

/// "2/1x128:int64" is for the second model; without a number it is for the first.
StageSpec stageSpec(const std::string &text)
{
    const std::size_t slash = text.find('/');
    std::size_t number = 0;
    if (slash == std::string::npos || slash == 0)
        return { 0, text };
    const auto [end, problem] = std::from_chars(text.data(), text.data() + slash, number);
    if (problem != std::errc() || end != text.data() + slash || number == 0)
        return { 0, text };
    return { number - 1, text.substr(slash + 1) };
}

Error noHostWork(const std::string &text, std::string_view reason)
{
    return { ErrorCode::CommandLine, fmt::format("\"{}\" is not a kind of host work: {}.", text, reason),
             "Use busy:MS, sleep:MS, copy, or the path of a TorchScript file." };
}

} // namespace

Result<HostWork> parseHostWork(const std::string &text)
{
    HostWork work;
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    if (text == "copy") {
        work.kind = HostWork::Kind::Copy;
        return work;
    }
    if (colon != std::string::npos && (kind == "busy" || kind == "sleep")) {
        work.kind = kind == "busy" ? HostWork::Kind::Busy : HostWork::Kind::Sleep;
        const char *end = text.data() + text.size();
        const auto [parsed, problem] = std::from_chars(text.data() + colon + 1, end, work.milliseconds);
        constexpr double longestMilliseconds = 60'000;
        if (problem != std::errc() || parsed != end || !std::isfinite(work.milliseconds) || work.milliseconds < 0
            || work.milliseconds > longestMilliseconds)
            return noHostWork(text, "its time is not a number of milliseconds from 0 to 60000");
        return work;
    }
    std::error_code ignored;
    if (!std::filesystem::exists(text, ignored))
        return noHostWork(text, "there is no such kind of work, and no such file");
    work.kind = HostWork::Kind::Script;
    work.file = text;
    return work;
}

Result<std::vector<PipelineModel>> pipelineModels(const Request &request)
{
    std::vector<PipelineModel> models { { request.model, {} } };
    for (const std::string &path : request.pipeline.models)
        models.push_back({ path, {} });
    for (const std::string &text : request.inputs) {
        const StageSpec given = stageSpec(text);
        if (given.stage >= models.size())
            return Error { ErrorCode::CommandLine,
                           fmt::format("The input \"{}\" is for model {}, and the pipeline has {}.", text,
                                       given.stage + 1, models.size()),
                           "Write N/SPEC with N from 1." };
        Result<InputSpec> spec = parseInputSpec(given.spec);
        if (!spec.ok())
            return spec.error();
        models[given.stage].inputs.push_back(std::move(spec).value());
    }
    return models;
}

Result<std::vector<HostWork>> hostWorkOf(const Request &request)
{
    std::vector<HostWork> all;
    for (const std::string &text : request.pipeline.hostWork) {
        Result<HostWork> work = parseHostWork(text);
        if (!work.ok())
            return work.error();
        all.push_back(std::move(work).value());
    }
    const std::size_t places = request.pipeline.models.size();
    if (all.size() > 1 && all.size() != places)
        return Error { ErrorCode::CommandLine,
                       fmt::format("Kinds of host work: {}. Places between models: {}.", all.size(), places),
                       "Give one for all places, or one for each of them." };
    return all;
}

std::vector<std::string> pipelineFiles(const Request &request)
{
    std::vector<std::string> files { request.model };
    const auto add = [&files](const std::string &file) {
        if (std::ranges::find(files, file) == files.end())
            files.push_back(file);
    };
    for (const std::string &model : request.pipeline.models)
        add(model);
    for (const std::string &text : request.pipeline.hostWork) {
        const Result<HostWork> work = parseHostWork(text);
        if (work.ok() && work.value().kind == HostWork::Kind::Script)
            add(work.value().file);
    }
    return files;
}

std::string pipelineSpec(const std::string &input)
{
    return stageSpec(input).spec;
}

} // namespace rooflight
