// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"
#include "core/report/format/phrase.h"
#include "core/roofline/folded_ranking.h"
#include "core/roofline/model_summary.h"

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// The model in a few sentences: time, what bounds it, what could be gained and where. Empty where neither times nor
/// roofs are there to say something. Targets of its parts: "bound:compute", "layer:3", "operator:12", and "ranking:3"
/// for the first three of the ranking, in which what stands at the same place of equal blocks is one: "equal:layer:3".
/// \p equal are those of the session; where it is null they are looked for. \p beingTimed: its times are on their way.
[[nodiscard]] std::vector<Phrase> headline(const ModelSummary &summary, const Session &session,
                                           const EqualItems *equal = nullptr, bool beingTimed = false);

/// "encoder.0.linear ×12".
[[nodiscard]] std::string labelOf(const RankedGroup &group);

/// Its sentences in a row, in the language of the report (core/report/format/language.h).
[[nodiscard]] std::string headlineText(const ModelSummary &summary, const Session &session,
                                       const EqualItems *equal = nullptr);

/// Words for flags of what disturbed a measurement, as ModelSummary holds them: "heat, other work".
[[nodiscard]] Phrase flagsPhrase(const std::vector<std::string> &flags);

/// "compute-bound", within a sentence.
[[nodiscard]] Phrase boundPhrase(Bound bound);

/// Why something may be underutilized: "its kernel works on one number at a time", within a sentence.
[[nodiscard]] Phrase causePhrase(UnderutilizedCause cause);

/// The verdict of a layer or an operator in one or two sentences: what holds it back, and how far it is from its roof.
[[nodiscard]] Phrase verdictPhrase(const RooflinePoint &point, std::span<const Roof> roofs);

} // namespace ridgepoint
