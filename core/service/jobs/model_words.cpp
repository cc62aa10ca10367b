// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/model_words.h"

#include "core/base/harmless_text.h"
#include "core/service/jobs/record_check.h"
#include "core/timing/methods/method_comparison.h"
#include "core/timing/methods/method_timers.h"
#include "core/timing/pipeline/pipeline_latency.h"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint {

namespace {

bool quote(std::string &sentence)
{
    if (sentence.empty())
        return false;
    sentence = quotationOfModel(sentence);
    return true;
}

bool isOnCuda(const Request &request)
{
    return request.device.starts_with("cuda");
}

bool rephrase(LayerLatencies &layers)
{
    const bool quoted = quote(layers.noKernels);
    return quote(layers.noGraphReplay) || quoted;
}

bool rephrase(Remedies &remedies)
{
    bool changed = false;
    for (Remedy &remedy : remedies.remedies)
        changed = quote(remedy.failure) || changed;
    return changed;
}

bool rephrase(Explanation &explanation)
{
    bool changed = false;
    for (ExplainedOperator &op : explanation.operators)
        changed = quote(op.failure) || changed;
    return changed;
}

void rephrase(MethodComparison &comparison, const Request &request)
{
    for (MethodTiming &timing : comparison.methods) {
        const std::optional<TimingMethod> method = timing.method.value();
        const std::string onCpu = method && !isOnCuda(request) ? unavailableOnCpu(*method) : std::string();
        if (onCpu.empty())
            quote(timing.unavailable);
        else
            timing.unavailable = onCpu;
    }
    comparison.findings = findingsOf(comparison, isOnCuda(request));
}

bool rephrase(PipelineLatency &pipeline, const Request &request)
{
    if (pipeline.explanation.empty())
        return false;
    pipeline.explanation = explanationOf(pipeline, isOnCuda(request));
    return true;
}

} // namespace

std::string quotationOfModel(std::string_view text)
{
    std::string line = harmlessLine(text.substr(0, RecordCheck::mostQuotedBytes));
    std::ranges::replace(line, '"', '\'');
    if (text.size() > RecordCheck::mostQuotedBytes)
        line += fmt::format("... ({} bytes more)", text.size() - RecordCheck::mostQuotedBytes);
    return fmt::format("the model's process says: \"{}\"", line);
}

bool isCodeWord(std::string_view text)
{
    constexpr std::size_t longest = 32;
    return text.size() <= longest && std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
           });
}

bool hasCodeWords(const RecordBody &body)
{
    if (const auto *latency = std::get_if<ModelLatency>(&body))
        return isCodeWord(latency->method) && isCodeWord(latency->warmupEnd) && isCodeWord(latency->end);
    if (const auto *layers = std::get_if<LayerLatencies>(&body))
        return isCodeWord(layers->method);
    if (const auto *analysis = std::get_if<Analysis>(&body))
        return isCodeWord(analysis->convention);
    if (const auto *sweep = std::get_if<BatchSweep>(&body))
        return isCodeWord(sweep->end);
    const auto *comparison = std::get_if<MethodComparison>(&body);
    return !comparison
        || std::ranges::find(comparison->methods, comparison->reference, &MethodTiming::method)
        != comparison->methods.end();
}

bool rephraseResults(RecordBody &body, const Request &request)
{
    if (auto *layers = std::get_if<LayerLatencies>(&body))
        return rephrase(*layers);
    if (auto *remedies = std::get_if<Remedies>(&body))
        return rephrase(*remedies);
    if (auto *explanation = std::get_if<Explanation>(&body))
        return rephrase(*explanation);
    if (auto *pipeline = std::get_if<PipelineLatency>(&body))
        return rephrase(*pipeline, request);
    auto *comparison = std::get_if<MethodComparison>(&body);
    if (comparison)
        rephrase(*comparison, request);
    return comparison != nullptr;
}

} // namespace ridgepoint
