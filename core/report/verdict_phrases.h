// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"
#include "core/report/format/phrase.h"
#include "core/roofline/model_summary.h"

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

} // namespace rooflight
