// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"
#include "core/results/remedies/remedies.h"

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

// What was tried to make a model faster, apart from how it is drawn.

/// "bfloat16 and channels last".
[[nodiscard]] Phrase namesPhrase(const RemedyCombination &combination);

/// "bfloat16 and channels last: 16.0 ms measured (-36 %, largest error 0.1 %)", of the best of them, and
/// nothing of a smaller error; empty if nothing is faster. If the model's median elsewhere, \p medianNs, is another
/// than what it was held against, it says that as well: "(-36 % against 25.0 ms, largest error 0.1 %)".
[[nodiscard]] Phrase bestRemedyPhrase(const Remedies &remedies, std::optional<double> medianNs = std::nullopt);

/// What the trials came to: the best as above, or why none is named: "no change is significantly faster", "not decided
/// (other programs used the CPUs meanwhile)". Empty if they were ended before they found a best.
[[nodiscard]] Phrase outcomePhrase(const Remedies &remedies);

/// The remedies that were timed, the least ratio first, then the others in their order.
[[nodiscard]] std::vector<const Remedy *> byGain(const std::vector<Remedy> &remedies);

/// How to get the best of them: lines of Python, and a command of ours.
[[nodiscard]] std::vector<std::string> remedyInstructions(const Remedies &remedies);

} // namespace rooflight
