// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/results/result_kinds.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace rooflight {

// What a hostile process could write into a result, though it can be read: answers for each kind, in
// core/results/<kind>/check.cpp. A kind without them does not compile.

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
