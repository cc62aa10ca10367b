// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/equal_blocks.h"
#include "core/roofline/model_summary.h"

namespace ridgepoint {

/// The roofs that most of the model is judged by, and where they meet.
[[nodiscard]] Facts platformFacts(const Session &session, const ModelSummary &summary);

/// The operators (or leaves) that would gain most at their roofs; what is at the same place of equal blocks is one,
/// with the times of all. \p equal are those of the session.
[[nodiscard]] TableContent rankingContent(const Session &session, const ModelSummary &summary, const EqualItems &equal);

} // namespace ridgepoint
