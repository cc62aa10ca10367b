// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/results/session.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// What a run of a language model costs for each token that it takes in.
struct TokenFigures {
    std::int64_t sequences = 0; ///< batch
    std::int64_t tokens = 0; ///< new ones, of each sequence
    std::int64_t context = 0; ///< tokens of each sequence in the cache that is given; 0: none is
    Cost cost; ///< of the run
    std::int64_t weightBytes = 0; ///< parameters, buffers and constants as its operators read them
    std::int64_t cacheBytes = 0; ///< keys and values that are given, of all sequences
    std::optional<double> medianNs; ///< measured
    std::optional<double> joulesPerRun = {}; ///< counted
    /// Weights and cache read once, each operator's weights from the levels that they lie in, as its verdict has them.
    std::optional<double> memoryBoundNs;
    /// Arithmetic of all operators, each at its own roof; absent if a roof is missing.
    std::optional<double> arithmeticBoundNs;
    /// Both at the ends of the roofs' intervals: the least and the most that they may take.
    std::optional<std::array<double, 2>> memoryBoundInterval, arithmeticBoundInterval;
    std::optional<double> readBytesPerSecond; ///< of the roof that most of memoryBoundNs comes from
    std::string readRoof; ///< its name
    double readRoofBytes = 0; ///< that it carries
    std::vector<std::string> disturbedBy; ///< flags of the runs, and of the roofs that memoryBoundNs comes from
    std::string name; ///< "prefill", "decode"
    bool ranElsewhere = false; ///< the roofs are of a data sheet: the runs say nothing of that device

    /// FLOPs of the run by all its tokens.
    [[nodiscard]] double flopsPerToken() const;
    /// Weights by the tokens that one reading of them serves: all of a run.
    [[nodiscard]] double weightBytesPerToken() const;
    /// Cache that one token of one sequence takes; 0 without a cache.
    [[nodiscard]] double cacheBytesPerToken() const;
    /// Whether arithmetic takes longer than memory: false also if neither is known.
    [[nodiscard]] bool isArithmeticBound() const;
    /// Time between two tokens of a sequence.
    [[nodiscard]] std::optional<double> nsPerToken() const;
    /// Tokens of all sequences together.
    [[nodiscard]] std::optional<double> tokensPerSecond() const;
    /// Energy of a run divided by all its tokens.
    [[nodiscard]] std::optional<double> joulesPerToken() const;
    /// The rates of all sequences that the longer of both bounds allows: the least and the most, as its interval ends.
    [[nodiscard]] std::optional<std::array<double, 2>> ceilingTokensPerSecond() const;
};

/// A model of few blocks, which is counted several times in one of many.
struct TokenPart {
    TokenFigures figures;
    std::int64_t times = 1; ///< below 0: it is taken off
    std::int64_t of = 1; ///< times / of
    std::int64_t context = 0; ///< tokens of each sequence that it keeps something of
    std::int64_t stateBytes = 0; ///< all that it keeps of them: keys, values and states of any shape
    std::int64_t savedBytes = 0; ///< of the weights, which are stored in fewer bits than its operators read
};

/// Figures of the model that the parts make up. Its sequences, tokens and roof are those of the last part; a figure
/// that one of the parts does not know is not known. Errors: CommandLine without a part, and if one counts more than a
/// million times, or a millionth.
[[nodiscard]] Result<TokenFigures> sumOf(const std::vector<TokenPart> &parts);

/// Figures of the session's analysis. Its tokens are the first input of whole numbers with two dimensions, batch and
/// length; its cache all floating-point inputs of four, batch, heads, tokens and width. Errors: CommandLine for a
/// session without an analysis, and for a model that takes no tokens.
[[nodiscard]] Result<TokenFigures> tokenFigures(const Session &session);

/// Figures of each workload of the session, under its name; for a session without workloads as above, under "decode" if
/// a cache is given that holds no fewer tokens than are new, and "prefill" else.
[[nodiscard]] Result<std::vector<TokenFigures>> workloadFigures(const Session &session);

} // namespace rooflight
