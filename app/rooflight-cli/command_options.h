// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/request_options.h"
#include "core/model/verdict.h"

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace rooflight {

struct CommandLine;

/// Options that come together, in the order of --help.
enum class Options {
    Model, ///< and its inputs
    Convention,
    OperatorFiles,
    Execution,
    Executor,
    LayerExecutor,
    Caches,
    Remedies,
    ExperimentSeconds,
    Limits,
    Interleave,
    Sweep,
    Predict,
    Pipeline,
    CountBytes,
    Explain,
    Effort,
    Roof,
    Device, ///< threads, --quiet and --timeout, too
    Output, ///< files, --json, --width
    Operators,
    DrawnRoofs,
    WhatIf,
    Verdicts,
    Quiet,
    Width
};

/// Adds them to a command, which fills \p line.
void addOptions(CLI::App &command, EnumSet<Options> wanted, CommandLine &line);

/// The commands that are requests to a worker, but for that of a trace.
void addRequestCommands(CLI::App &app, CommandLine &line);

/// Refuses what is no value of the option. CLI11's own checks say of a number that it is "not in range" up to the
/// largest double, digit by digit, and let "nan" pass.
[[nodiscard]] CLI::Validator valueOf(const OptionFacts &option);
[[nodiscard]] CLI::Validator valueOf(const NumberRange &range);

/// `--launch-overheads N`, `--underutilized-below PERCENT`, `--balanced-zone PERCENT`: where one verdict ends and the
/// next begins.
void addVerdictOptions(CLI::App &command, VerdictThresholds &thresholds);

} // namespace rooflight
