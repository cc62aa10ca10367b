// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/phrase.h"
#include "core/results/explanation/explanation.h"
#include "core/roofline/operator_proof.h"

#include <array>
#include <optional>

namespace rooflight {

// What people read of experiments, as in core/report/format/names.h.

[[nodiscard]] Phrase namePhrase(Experiment experiment); ///< what is changed: "half of the threads"
[[nodiscard]] Phrase namePhrase(ProvenCause cause); ///< "the kernel provides new memory for it at each call"
[[nodiscard]] Phrase shortNamePhrase(ProvenCause cause); ///< "page faults"
[[nodiscard]] Phrase namePhrase(Effect effect); ///< "faster"
[[nodiscard]] Phrase namePhrase(const FailedExperiment &failed); ///< in place of an effect: "failed: ..."
/// What to do about it, a sentence.
[[nodiscard]] Phrase remedyPhrase(ProvenCause cause);
/// What to do about a cause that was found, and what it gains: "Channels last: −93 % (−94 % to −91 %) by experiment";
/// what is no remedy of ours is a sentence, as remedyPhrase().
[[nodiscard]] Phrase advicePhrase(const FoundCause &cause);
[[nodiscard]] Phrase proofPhrase(const OperatorProof &proof); ///< "proven", "not decided, as ..."
/// Why trials decide nothing, a part of a sentence: "other programs used the CPUs meanwhile"; empty for None.
[[nodiscard]] Phrase namePhrase(TrialDoubt doubt);
[[nodiscard]] Phrase causePhrase(const FoundCause &cause); ///< "... (without that −70 %, 95 % interval ...)"
/// An interval of ratios: "−78 % to −76 %".
[[nodiscard]] Phrase changePhrase(const std::array<double, 2> &ratios);

} // namespace rooflight
