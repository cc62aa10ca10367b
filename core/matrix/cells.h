// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/matrix/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rooflight {

/// One measurement of a plan.
struct MatrixCell {
    std::string name; ///< of its files: MODEL__INPUT__EXECUTION__TARGET
    std::string model; ///< names of its parts
    std::string input;
    std::string execution;
    std::string target;
    std::size_t targetIndex = 0;
    std::vector<std::string> arguments; ///< of rooflight-cli, without what it saves
    std::vector<std::string> worker; ///< of the target: PlanTarget::worker
    std::string sha256; ///< of the arguments and of the model's file: what a session was measured of

    bool operator==(const MatrixCell &) const = default;
};

/// All cells, target by target, so that one device is used at a time. Reads each model once for its checksum; a file
/// that cannot be read has an empty one, and its cells fail when they run. Errors: CommandLine, if nothing is left
/// or two cells have one name.
[[nodiscard]] Result<std::vector<MatrixCell>> cellsOf(const MatrixPlan &plan);

} // namespace rooflight
