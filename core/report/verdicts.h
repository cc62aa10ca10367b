// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdicts.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/judged_session.h"

#include <cstddef>
#include <string>

namespace rooflight {

/// The roofs that most of the model is judged by, and where they meet.
[[nodiscard]] Facts platformFacts(const JudgedSession &judged);

inline constexpr std::size_t rankedRows = 10; ///< at most

/// The operators (or leaves) that would gain most at their roofs; what is at the same place of equal blocks is one,
/// with the times of all.
[[nodiscard]] TableContent rankingContent(const JudgedSession &judged);

[[nodiscard]] Verdicts verdictsOf(const JudgedSession &judged);

/// A whole session as one JSON object, with its verdicts if it holds an analysis.
[[nodiscard]] std::string sessionWithVerdictsToJson(const JudgedSession &judged);

} // namespace rooflight
