// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/analysis.h"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// A module as the file stores it.
struct StoredModule {
    std::string path; ///< dotted; empty for the model itself
    std::string type; ///< last part of the qualified class name, mangling removed
    std::int64_t parameters = 0; ///< its own, not of modules below it
    std::int64_t buffers = 0;

    bool operator==(const StoredModule &) const = default;
};

/// Code in a file that deserves a look before it runs.
struct CodeFinding {
    std::string record; ///< where: name of the file inside the archive
    std::int64_t line = 0; ///< from 1
    std::string operation; ///< for example "aten::save"
    std::string excerpt; ///< the line, trimmed
    bool runsAtLoad = false; ///< inside __setstate__
    bool touchesFiles = false; ///< reads or writes files: asks for trust

    bool operator==(const CodeFinding &) const = default;
};

/// An argument of forward() as the file declares it.
struct StoredArgument {
    std::string name;
    std::string type; ///< for example "Tensor", "Optional[Tensor]", "List[Tensor]"
    std::optional<TensorInfo> traced; ///< what a trace stored for it
    std::string defaultValue; ///< empty: it has none

    bool operator==(const StoredArgument &) const = default;
};

/// What can be told of a file without running any of it.
struct Inspection {
    ModelIdentity model;
    std::int64_t fileBytes = 0;
    std::string producer; ///< version record of the archive
    std::vector<StoredModule> modules; ///< parents before children
    std::vector<StoredArgument> arguments; ///< of forward(), self left out
    std::vector<CodeFinding> findings;
    std::vector<std::string> libraries; ///< namespaces of operators that come from outside PyTorch

    /// True when the code must not run without trust.
    [[nodiscard]] bool needsTrust() const;

    bool operator==(const Inspection &) const = default;
};

} // namespace ridgepoint
