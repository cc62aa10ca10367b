// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"

namespace CLI {
class App;
}

namespace rooflight {

// Options of commands that run a model; which command has which is in the table of command_options.cpp.

/// Precision, memory format, TF32.
void addExecutionOptions(CLI::App &command, Request &request);
void addExecutorOption(CLI::App &command, Request &request);
/// --executor if layers alone are timed.
void addLayerExecutorOption(CLI::App &command, Request &request);
void addCachesOption(CLI::App &command, Request &request);
/// How long the model is timed.
void addLimitOptions(CLI::App &command, Request &request);
/// How long each operator is experimented on.
void addExperimentSeconds(CLI::App &command, Request &request);
/// Which remedies are tried, and how long.
void addRemedyOptions(CLI::App &command, Request &request);
void addInterleaveOption(CLI::App &command, Request &request);
/// The search of a sweep, or the sizes that it goes through.
void addSweepOptions(CLI::App &command, Request &request);
void addPredictOption(CLI::App &command, Request &request);
/// The models behind the first, and what the host does between.
void addPipelineOptions(CLI::App &command, Request &request);
void addCountBytesOption(CLI::App &command, Request &request);

} // namespace rooflight
