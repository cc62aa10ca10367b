// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"

namespace CLI {
class App;
}

namespace rooflight {

/// The options of a command that times a model, each where it makes sense: how the model is run, how long, the search
/// of a sweep, the stages of a pipeline.
void addTimingOptions(CLI::App &command, RequestKind kind, Request &request);

/// --count-bytes.
void addCountBytesOption(CLI::App &command, Request &request);

} // namespace rooflight
