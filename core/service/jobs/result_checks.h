// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/error.h"
#include "core/model/energy.h"
#include "core/model/request.h"
#include "core/results/result_kinds.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace rooflight {

/// A text as it is read that was written into a record: bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string asInRecords(const std::string &text);

/// Whether a sentence is one of core/model/error_sentences.h about this request, with nothing in its places but what
/// may stand there: a model can only choose between them, and what it says itself is in quotation marks.
[[nodiscard]] bool isOwnSentence(const ComposedText &sentence, const Request &request);

/// The same of an error: of its hint, code and status, too.
[[nodiscard]] bool isOwnError(const Error &error, const Request &request);

/// Whether a sentence on the batch is one that this program makes, and fits what was asked for: a model can only choose
/// between them, and name a dimension and an argument in them.
[[nodiscard]] bool isOnBatch(const ComposedText &sentence, const Request &request);

/// Why a batch, or sizes, were not measured, if this program says it.
[[nodiscard]] bool isOnMeasuring(const ComposedText &reason, const Request &request);

/// Why no energy is known, if this program says it.
[[nodiscard]] bool isOnEnergy(const ComposedText &reason, const Request &request);

/// Why an operator has no count, if the table says it.
[[nodiscard]] bool isOnCounting(const ComposedText &reason, const Request &request);

/// Why a GPU did not hold back its queue, name its kernels or replay a graph, if this program says it.
[[nodiscard]] bool isOnGpu(std::string_view reason, const Request &request);

/// The name of a stage of a pipeline that the request names.
[[nodiscard]] bool isStageOf(std::string_view name, const Request &request);

// Words in results that a model's process sends: each is quoted as the model's own, unless it is one of this program's.
// Of the functions that change something, whether they did.

/// Whether the text has the form of a code.
[[nodiscard]] bool isCodeWord(std::string_view text);

bool quote(std::string &sentence);
bool quoteUnless(bool known, ComposedText &sentence);
/// Why a part of a result failed; in plain text from here on.
bool quoteFailure(ComposedText &failure, const Request &request);

/// Why energy is not known.
bool quoteReason(EnergyUse &energy, const Request &request);

template<typename Value> bool makeAnew(Value &said, Value own)
{
    if (said == own)
        return false;
    said = std::move(own);
    return true;
}

// What a hostile process could write into a result, though it can be read: answers for each kind, in
// core/results/<kind>/job_check.cpp. A kind without them does not compile.

inline constexpr std::string_view foreignRecord = "a record that does not belong to the request";
inline constexpr std::string_view longPath = "a path of a layer that is too long";
inline constexpr std::size_t mostPathBytes = 4096; ///< of a layer

/// Checks the paths of layers or modules, whose names a file chooses.
[[nodiscard]] bool havePathsInBounds(const auto &layers)
{
    return std::ranges::all_of(layers, [](const auto &layer) { return layer.path.size() <= mostPathBytes; });
}

/// What is wrong with it, for a refusal; empty: nothing.
[[nodiscard]] std::string_view faultIn(const Inspection &inspection);
[[nodiscard]] std::string_view faultIn(const Analysis &analysis);
[[nodiscard]] std::string_view faultIn(const ModelLatency &latency);
[[nodiscard]] std::string_view faultIn(const LayerLatencies &layers);
[[nodiscard]] std::string_view faultIn(const MethodComparison &methods);
[[nodiscard]] std::string_view faultIn(const BatchSweep &sweep);
[[nodiscard]] std::string_view faultIn(const Remedies &remedies);
template<typename Body> [[nodiscard]] std::string_view faultIn(const Body & /*result*/)
{
    static_assert(
        (plainKinds | kindsOf<DeviceRoofs, InterleavedLatency, PipelineLatency, Explanation>).has(kindsOf<Body>),
        "this kind of result has to say which of its texts are codes, and whether it holds paths of layers");
    return {};
}

/// Whether a result says that it is of this model, if it names one.
[[nodiscard]] bool isOf(const ModelIdentity &model, const std::string &path, const Analysis &analysis);
[[nodiscard]] bool isOf(const ModelIdentity &model, const std::string &path, const BatchSweep &sweep);
[[nodiscard]] bool isOf(const ModelIdentity &model, const std::string &path, const Remedies &remedies);
[[nodiscard]] bool isOf(const ModelIdentity &model, const std::string &path, const Explanation &explanation);
template<typename Body> [[nodiscard]] bool isOf(const ModelIdentity &, const std::string &, const Body & /*result*/)
{
    static_assert((plainKinds
                   | kindsOf<Inspection, DeviceRoofs, ModelLatency, LayerLatencies, InterleavedLatency,
                             MethodComparison, PipelineLatency>)
                      .has(kindsOf<Body>),
                  "this kind of result has to say whether it names its model");
    return true;
}

/// Their process runs no code of the model, or ends before it runs.
inline constexpr ResultKinds ownWords = kindsOf<Inspection> | deviceKinds;

// Quotes what a model may have written, and makes anew what this program says; whether something changed.
bool quoteWords(Analysis &analysis, const Request &request);
bool quoteWords(ModelLatency &latency, const Request &request);
bool quoteWords(LayerLatencies &layers, const Request &request);
bool quoteWords(InterleavedLatency &latency, const Request &request);
bool quoteWords(MethodComparison &comparison, const Request &request);
bool quoteWords(BatchSweep &sweep, const Request &request);
bool quoteWords(PipelineLatency &pipeline, const Request &request);
bool quoteWords(Remedies &remedies, const Request &request);
bool quoteWords(Explanation &explanation, const Request &request);
template<PlainResult Body> bool quoteWords(Body & /*result*/, const Request & /*request*/)
{
    return false;
}

} // namespace rooflight
