// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace rooflight {

/// The user's own Python: ROOFLIGHT_PYTHON, that of the active environment (VIRTUAL_ENV, CONDA_PREFIX), or python3 on
/// PATH. Empty if there is none; what ROOFLIGHT_PYTHON names need not be there.
[[nodiscard]] std::string userPython();

/// The program of this name on PATH, or the path itself if it has a slash; empty if it cannot be run.
[[nodiscard]] std::string findProgram(const std::string &name);

} // namespace rooflight
