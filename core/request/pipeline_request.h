// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/request/input_spec.h"

#include <string>
#include <vector>

namespace rooflight {

/// What the host does between two models.
struct HostWork {
    enum class Kind {
        Busy, ///< keeps one thread busy for a time: work that needs no result, such as preparing the next image
        Sleep, ///< waits for a time, such as for a disk
        Copy, ///< brings what the model returned to host memory, and waits for that
        Script, ///< runs a TorchScript file on the CPU with what the model returned
    };

    Kind kind = Kind::Busy;
    double milliseconds = 0; ///< Busy and Sleep
    std::string file; ///< Script
};

/// Parses `busy:MS`, `sleep:MS`, `copy` or the path of a TorchScript file. Errors: CommandLine.
[[nodiscard]] Result<HostWork> parseHostWork(const std::string &text);

/// A model of a pipeline, before anything is loaded.
struct PipelineModel {
    std::string path;
    std::vector<InputSpec> inputs; ///< empty: what the model before it returned when it takes that, else its own
};

/// The models of a pipeline request with the inputs that were given for each. Errors: CommandLine.
[[nodiscard]] Result<std::vector<PipelineModel>> pipelineModels(const Request &request);

/// The host work of a pipeline request: none, one for all places between models, or one for each. Errors: CommandLine.
[[nodiscard]] Result<std::vector<HostWork>> hostWorkOf(const Request &request);

/// All TorchScript files of a pipeline request, host work included.
[[nodiscard]] std::vector<std::string> pipelineFiles(const Request &request);

/// The SPEC of "N/SPEC", which is for the model N of a pipeline; any other text as it is.
[[nodiscard]] std::string pipelineSpec(const std::string &input);

} // namespace rooflight
