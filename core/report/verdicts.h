// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"
#include "core/model/verdicts.h"
#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/model_summary.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace rooflight {

// What is said of verdicts, wherever it is said.

/// What limits how much of the time: "50 % balanced, 50 % not judged"; the smallest shares are left out.
[[nodiscard]] Phrase boundsPhrase(const ModelSummary &summary);

/// The part of a GPU's run that no kernel fills: "353 µs (5.9 %)". Empty if its kernels are not known.
[[nodiscard]] Phrase betweenKernelsPhrase(const ModelSummary &summary);

/// The verdict of a layer or an operator in one or two sentences: what holds it back, and how far it is from its roof.
[[nodiscard]] Phrase verdictPhrase(const RooflinePoint &point, std::span<const Roof> roofs);

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
