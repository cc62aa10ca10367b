// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"

#include <string>

namespace ridgepoint {

/// All tables of a session as text for a terminal, what the inspection found only where asked for. No line is wider
/// than `width` columns (0: no limit).
[[nodiscard]] std::string sessionToText(const Session &session, bool withInspection, int width);

} // namespace ridgepoint
