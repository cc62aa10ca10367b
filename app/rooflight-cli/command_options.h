// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_set.h"

namespace CLI {
class App;
}

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

} // namespace rooflight
