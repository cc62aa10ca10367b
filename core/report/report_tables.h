// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/text_layout.h"

namespace ridgepoint {

// What the tables for people say, apart from how they are drawn.

/// One row a layer, as a tree; columns of times and roofs only where the session holds them.
[[nodiscard]] TableContent layerContent(const Session &session);
[[nodiscard]] TableContent moduleContent(const Inspection &inspection);
[[nodiscard]] TableContent argumentContent(const Inspection &inspection);
[[nodiscard]] TableContent findingContent(const Inspection &inspection);

[[nodiscard]] Facts inspectionFacts(const Inspection &inspection);
/// Nothing for a session without an analysis.
[[nodiscard]] Facts analysisFacts(const Session &session);

} // namespace ridgepoint
