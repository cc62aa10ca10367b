// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/text_layout.h"

namespace ridgepoint {

// What is said of a file and of its analysis.

[[nodiscard]] TableContent moduleContent(const Inspection &inspection);
[[nodiscard]] TableContent argumentContent(const Inspection &inspection);
[[nodiscard]] TableContent findingContent(const Inspection &inspection);

[[nodiscard]] Facts inspectionFacts(const Inspection &inspection);
/// Nothing for a session without an analysis.
[[nodiscard]] Facts analysisFacts(const Session &session);

} // namespace ridgepoint
