// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/model_words.h"

#include "core/base/foreign_text.h"
#include "core/cost/cost_model.h"
#include "core/request/latency_variants.h"
#include "core/service/jobs/known_sentences.h"
#include "core/service/jobs/record_check.h"
#include "core/timing/methods/method_comparison.h"
#include "core/timing/methods/method_timers.h"
#include "core/timing/pipeline/pipeline_latency.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace rooflight {

namespace {

bool quote(std::string &sentence)
{
    const ForeignText text(sentence, ForeignText::Speaker::ModelProcess);
    if (sentence.empty() || text.isQuoted())
        return false;
    sentence = text.quoted();
    return true;
}

bool quoteUnless(bool known, ComposedText &sentence)
{
    if (known || !quote(sentence.text))
        return false;
    sentence.parts = {};
    return true;
}

template<typename Value> bool makeAnew(Value &said, Value own)
{
    if (said == own)
        return false;
    said = std::move(own);
    return true;
}

/// With the words of the program's; how many threads it had is a number.
bool nameDevice(Device &said, const Device &device)
{
    Device own = device;
    own.threads = said.threads;
    return makeAnew(said, std::move(own));
}

bool rephrase(LayerLatencies &layers, const Request &request)
{
    bool changed = false;
    for (std::string *reason : { &layers.noKernels, &layers.noGraphReplay, &layers.notHeld })
        changed = (!isOnGpu(*reason, request) && quote(*reason)) || changed;
    return changed;
}

/// In plain text from here on.
bool rephraseFailure(ComposedText &failure, const Request &request)
{
    const bool changed = quoteUnless(isOwnSentence(failure, request), failure);
    return std::exchange(failure.parts, {}) != TextParts() || changed;
}

bool rephrase(Remedies &remedies, const Request &request)
{
    bool changed = false;
    for (Remedy &remedy : remedies.remedies)
        changed = rephraseFailure(remedy.failure, request) || changed;
    return changed;
}

bool rephrase(Explanation &explanation, const Request &request)
{
    bool changed = false;
    for (ExplainedOperator &op : explanation.operators)
        changed = rephraseFailure(op.failure, request) || changed;
    return changed;
}

bool rephrase(MethodComparison &comparison, const Request &request)
{
    for (MethodTiming &timing : comparison.methods) {
        const std::optional<TimingMethod> method = timing.method.value();
        const std::string onCpu = method && !request.isOnCuda() ? unavailableOnCpu(*method) : std::string();
        if (!onCpu.empty())
            timing.unavailable = onCpu;
        else if (!request.isOnCuda() || !isOnGpu(timing.unavailable, request))
            quote(timing.unavailable);
    }
    comparison.findings = findingsOf(comparison, request.isOnCuda());
    return true;
}

bool rephrase(PipelineLatency &pipeline, const Request &request)
{
    bool changed = false;
    for (PipelineStage &stage : pipeline.stages)
        changed = (!isStageOf(stage.name, request) && quote(stage.name)) || changed;
    if (pipeline.explanation.empty())
        return changed;
    return makeAnew(pipeline.explanation, explanationOf(pipeline, request.isOnCuda())) || changed;
}

CostModel costsOf(const Request &request)
{
    if (request.formulas.empty())
        return {};
    Result<CustomFormulas> own = CustomFormulas::read(request.formulas);
    return own.ok() ? CostModel(std::move(own).value()) : CostModel();
}

/// The formulas are the table's and the user's: their words are looked up by the operator's name.
bool rephrase(Analysis &analysis, const Request &request)
{
    const CostModel costs = costsOf(request);
    std::vector<UsedFormula> own;
    for (const UsedFormula &formula : analysis.formulas) {
        if (std::optional<UsedFormula> known = costs.formulaOf(formula.name))
            own.push_back(std::move(*known));
    }
    bool changed = makeAnew(analysis.formulas, std::move(own));
    for (UnknownOperator &unknown : analysis.unknown)
        changed = quoteUnless(isOnCounting(unknown.reason, request), unknown.reason) || changed;
    return changed;
}

bool rephrase(ModelLatency &latency, const Request &request)
{
    return quoteUnless(isOnBatch(latency.batchReason, request), latency.batchReason);
}

bool rephrase(InterleavedLatency &latency, const Request &request)
{
    const Result<std::vector<VariantChoice>> asked = variantsOf(request);
    bool changed = false;
    for (std::size_t i = 0; i < latency.variants.size(); ++i) {
        std::string &model = latency.variants[i].model;
        const bool known = asked.ok() && i < asked.value().size();
        changed = (known ? makeAnew(model, asked.value()[i].model) : quote(model)) || changed;
    }
    return changed;
}

bool rephrase(BatchSweep &sweep, const Request &request)
{
    bool changed = quoteUnless(isOnBatch(sweep.batchReason, request), sweep.batchReason);
    for (BatchPoint &point : sweep.points)
        changed = quoteUnless(isOnMeasuring(point.reason, request), point.reason) || changed;
    for (SizePoint &point : sweep.sizes)
        changed = quoteUnless(isOnMeasuring(point.reason, request), point.reason) || changed;
    return changed;
}

/// Their process runs no code of the model, or ends before it runs.
constexpr ResultKinds ownWords = kindsOf<Inspection, DeviceRoofs>;

template<typename Body> bool rephrase(Body & /*result*/, const Request & /*request*/)
{
    static_assert(ownWords.has(kindsOf<Body>), "this kind of result has to say which of its texts a model may write");
    return false;
}

// Whether the words that are codes look like some, and name what there is: an answer for each kind.

template<typename Body> bool hasCodes(const Body & /*result*/)
{
    constexpr ResultKinds withoutCodes =
        kindsOf<Inspection, DeviceRoofs, InterleavedLatency, PipelineLatency, Remedies, Explanation>;
    static_assert(withoutCodes.has(kindsOf<Body>), "this kind of result has to say which of its texts are codes");
    return true;
}

bool hasCodes(const ModelLatency &latency)
{
    return isCodeWord(latency.method) && isCodeWord(latency.warmupEnd) && isCodeWord(latency.end);
}

bool hasCodes(const LayerLatencies &layers)
{
    return isCodeWord(layers.method);
}

bool hasCodes(const Analysis &analysis)
{
    return isCodeWord(analysis.convention);
}

bool hasCodes(const BatchSweep &sweep)
{
    return isCodeWord(sweep.end);
}

bool hasCodes(const MethodComparison &comparison)
{
    return std::ranges::find(comparison.methods, comparison.reference, &MethodTiming::method)
        != comparison.methods.end();
}

} // namespace

bool isCodeWord(std::string_view text)
{
    constexpr std::size_t longest = 32;
    return text.size() <= longest && std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
           });
}

bool hasCodeWords(const RecordBody &body)
{
    const auto ofResult = []<typename Body>(const Body &result) {
        if constexpr (isResult<Body>)
            return hasCodes(result);
        return true;
    };
    return std::visit(ofResult, body);
}

bool rephraseResults(RecordBody &body, const Request &request, const Device &device)
{
    const auto ofResult = [&]<typename Body>(Body &result) {
        if constexpr (isResult<Body> && !ownWords.has(kindsOf<Body>)) {
            const bool named = nameDevice(result.device, device);
            return rephrase(result, request) || named;
        }
        return false;
    };
    return std::visit(ofResult, body);
}

} // namespace rooflight
