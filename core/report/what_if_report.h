// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdicts.h"
#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"
#include "core/results/session.h"
#include "core/roofline/forecast.h"

#include <vector>

namespace rooflight {

[[nodiscard]] Phrase namePhrase(AskedChange asked); ///< "no launches"
[[nodiscard]] Phrase namePhrase(LinearInt8 int8); ///< "linear layers in dynamic int8"; empty for none

/// What a forecast of a change takes for granted, beyond what holds for every change; if none of the operators would
/// change, why, and nothing else. Sentences; none for batch, precision, layers as one operator and other devices.
[[nodiscard]] std::vector<Phrase> assumptionsOf(const Session &session, const WhatIf &change, const Forecast &forecast);

/// What people ask first: a row each, with the expected time, its interval, the limit and its own assumptions; below,
/// what holds for all of them.
[[nodiscard]] Section askedSection(const Session &session);

/// One of them: what it comes to, and what it takes for granted.
[[nodiscard]] Section changeSection(const Session &session, AskedChange asked);

/// sessionIf() for pages and tables, with a notice that says what changeSection() does. \p session has an analysis.
[[nodiscard]] Session shownIf(const Session &session, AskedChange asked);

/// The same for programs, in English.
[[nodiscard]] std::vector<AskedVerdict> askedVerdicts(const Session &session);

} // namespace rooflight
