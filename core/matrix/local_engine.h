// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/matrix/matrix_state.h"

#include <stop_token>
#include <string>

namespace rooflight {

/// Measures what is missing on this machine, or if the worker of a target takes it, one cell after the other. A cell
/// that fails costs no other. Ends early once a stop is requested; what was begun is then missing. Errors: OutputFile,
/// Internal.
[[nodiscard]] Result<void> fillLocally(MatrixState &state, const std::string &program, const std::stop_token &stop);

} // namespace rooflight
