// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/verdict.h"

#include <optional>
#include <string>

namespace ridgepoint {

/// What one call of ridgepoint-cli is to do.
struct CommandLine {
    enum class Kind { RunRequest, ShowSession, CompareSessions, ShowTokens, Serve, CheckConfinement };

    Kind kind = Kind::RunRequest;
    Request request; ///< of Kind::RunRequest
    std::string sessionFile; ///< of Kind::ShowSession; the first of Kind::CompareSessions
    std::string secondSessionFile; ///< of Kind::CompareSessions; of Kind::ShowTokens, or empty
    bool json = false;
    bool quiet = false;
    bool operators = false; ///< tables and CSV of operators, too
    std::optional<int> width; ///< of the tables, 0: no limit; none: what the terminal says
    std::string csvFile; ///< of each of the three "-" is stdout
    std::string htmlFile;
    std::string saveFile;
    VerdictThresholds thresholds;
    std::string whatIf; ///< device of the data file whose roofs the tables show; empty: the measured ones
};

/// Parses the arguments. When there is nothing to do (help, version, a mistake; said on stdout or stderr) it returns
/// nothing and sets \p exitStatus.
[[nodiscard]] std::optional<CommandLine> parseCommandLine(int argc, char **argv, int &exitStatus);

} // namespace ridgepoint
