// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/results/session.h"

#include <string>

namespace rooflight {

/// A session with the file that it was read from.
struct SessionFile {
    std::string path;
    Session session;
};

/// The newest session of a folder that was measured of the same model file (by its name), on the same device, with the
/// same inputs and execution. Files that are no sessions are left out. Errors: FileUnreadable, if there is none.
[[nodiscard]] Result<SessionFile> findBaseline(const std::string &folder, const Session &session);

/// Copies a session file into the folder, under its own name. Errors: FileUnreadable, OutputFile.
[[nodiscard]] Result<void> keepAsBaseline(const std::string &folder, const std::string &file);

} // namespace rooflight
