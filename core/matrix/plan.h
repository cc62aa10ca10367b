// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/base/untrusted_file.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rooflight {

/// Options of the command line that a part of a plan stands for, as they are written there: {"--batch", "8"}, or
/// {"--trust"}.
using PlanArguments = std::vector<std::string>;

struct PlanModel {
    std::string name;
    std::string file; ///< absolute
    PlanArguments arguments;
};

struct PlanInput {
    std::string name = "default";
    std::vector<std::string> models; ///< names; empty: all
    PlanArguments arguments;
};

struct PlanExecution {
    std::string name = "default";
    PlanArguments arguments;
};

/// How a target's cells are given to Slurm.
struct SlurmResources {
    std::string program = "rooflight-cli"; ///< path on the nodes
    std::vector<std::string> options; ///< of sbatch: "--partition=gpu"
    std::int64_t atOnce = 1; ///< cells that run at the same time; each needs its device for itself

    bool operator==(const SlurmResources &) const = default;
};

struct PlanTarget {
    std::string name = "local";
    std::vector<std::string> models; ///< names; empty: all
    std::vector<std::string> executions;
    PlanArguments arguments; ///< --device and the like
    SlurmResources slurm;
    std::vector<std::string> worker; ///< words of a command that starts rooflight-cli elsewhere; empty: here
};

/// Models x inputs x executions x targets, as a file in TOML says them: docs/reference/plan_file.md.
struct MatrixPlan {
    std::string command = "report"; ///< of rooflight-cli, for each cell
    PlanArguments arguments; ///< for each cell
    std::vector<PlanModel> models;
    std::vector<PlanInput> inputs; ///< at least one, as are executions and targets
    std::vector<PlanExecution> executions;
    std::vector<PlanTarget> targets;
    std::string sha256; ///< of the file
    std::string danger; ///< "line 7: worker starts a program": what asks for trust in the plan; empty: nothing
};

/// Files in a plan are named from its folder. Errors: FileUnreadable; CommandLine, naming the line, for what is not
/// TOML and for keys and values that a plan does not have.
[[nodiscard]] Result<MatrixPlan> readPlan(const std::string &path);

/// The same of its content, whose files are named from `folder`.
[[nodiscard]] Result<MatrixPlan> parsePlan(const UntrustedFile &file, const std::string &folder);

} // namespace rooflight
