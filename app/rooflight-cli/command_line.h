// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/request.h"
#include "core/model/verdict.h"
#include "core/roofline/fail_criteria.h"

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// What measures the cells of a matrix.
enum class MatrixEngine { Local, Slurm };

template<>
inline constexpr auto enumNames<MatrixEngine> = EnumNames<MatrixEngine, 2> { {
    { MatrixEngine::Local, "local" },
    { MatrixEngine::Slurm, "slurm" },
} };

struct MatrixOptions {
    std::string planFile;
    std::string folder;
    MatrixEngine engine = MatrixEngine::Local;
    bool trustPlan = false;
    bool resume = true; ///< false: measure what is there, too
};

/// What `tokens` measures if it is given models instead of sessions.
struct TokensOptions {
    std::vector<std::string> prefillSizes; ///< "NAME=VALUE"
    std::vector<std::string> decodeSizes;
    /// Sessions of few blocks that make up one workload, five words each: file, times, context, state and saved bytes.
    std::vector<std::string> parts;
};

/// Which operators `explain` runs experiments on, and what is written of them.
struct ExplainOptions {
    std::vector<std::string> layers; ///< paths; empty: those with most to gain
    int count = 3; ///< of those
    std::string reproducerFolder; ///< where programs that repeat them are written; empty: nowhere
};

/// What one call of rooflight-cli is to do.
struct CommandLine {
    enum class Kind {
        RunRequest,
        ShowSession,
        CompareSessions,
        ShowTokens,
        Estimate,
        FillMatrix,
        Serve,
        CheckConfinement
    };

    Kind kind = Kind::RunRequest;
    Request request; ///< of Kind::RunRequest; of Kind::Estimate as the model would be run
    std::string
        sessionFile; ///< of Kind::ShowSession; the first of Kind::CompareSessions; model of Kind::ShowTokens, too
    /// The second session of Kind::CompareSessions, empty with a baseline and for interleaved runs; of
    /// Kind::ShowTokens, or empty.
    std::string secondSessionFile;
    std::vector<std::string> moreBefore; ///< sessions of `compare` beside sessionFile
    std::vector<std::string> moreAfter; ///< beside secondSessionFile
    bool json = false;
    bool quiet = false;
    bool operators = false; ///< tables and CSV of operators, too
    std::optional<int> width; ///< of the tables, 0: no limit; none: what the terminal says
    std::string csvFile; ///< of each file that is written "-" is stdout
    std::string htmlFile;
    std::string saveFile;
    VerdictThresholds thresholds;
    std::string traceFile; ///< of Kind::ShowSession, as the next
    std::string nodeDataFile;
    std::string junitFile; ///< of Kind::CompareSessions, as all below
    std::string bmfFile;
    std::string markdownFile;
    std::string baselineFolder;
    bool keepBaseline = false;
    std::vector<FailCriterion> failOn;
    MatrixOptions matrix; ///< of Kind::FillMatrix
    ExplainOptions explain; ///< of RequestKind::Explain
    TokensOptions tokens; ///< of Kind::ShowTokens, whose models have the other choices of `request`
    std::string roofsFile; ///< whose roofs judge the session; empty: its own
    std::string whatIf; ///< device of the data file whose roofs the tables show, or a change; empty: as measured
};

/// Parses the arguments. When there is nothing to do (help, version, a mistake; said on stdout or stderr) it returns
/// nothing and sets \p exitStatus.
[[nodiscard]] std::optional<CommandLine> parseCommandLine(int argc, char **argv, int &exitStatus);

} // namespace rooflight
