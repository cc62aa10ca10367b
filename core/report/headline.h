// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/phrase.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/model_answer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// The answer to what limits a model.
struct Headline {
    std::vector<Phrase> sentences;
    std::vector<ItemId> named; ///< what it names for its gain; of several equal ones the first
    std::vector<std::int64_t> layers; ///< ids of all layers of these
    std::optional<Promise> atNamedRoofs; ///< the model, were these at their roofs; absent if none is named
};

/// The answer in at most 200 characters of English: what a run takes, which layers would save how much time at
/// their roofs, in which interval that lies, why they are not there, and the best remedy that was measured. If a
/// roof or a layer could move that by a tenth of the gain, that first, and no promise. Empty if neither times nor
/// roofs are there to say something. Targets of its parts: "bound:compute", "layer:3", "operator:12", and
/// "equal:layer:3" for all at the same place of equal blocks. \p beingTimed: its times are on their way; what
/// would be withheld is not said yet.
[[nodiscard]] Headline headline(const JudgedSession &judged, bool beingTimed = false);

/// The place of an item among what the headline names, from 1 on; 0 if it does not. Pictures and lists mark it so.
[[nodiscard]] std::size_t numberOf(const Headline &headline, ItemId item);

/// "encoder.0.linear ×12".
[[nodiscard]] std::string labelOf(const RankedGroup &group);

/// The headline's sentences in a row, in the language of the report (core/report/format/language.h).
[[nodiscard]] std::string headlineText(const Headline &headline);
[[nodiscard]] std::string headlineText(const JudgedSession &judged);

} // namespace rooflight
