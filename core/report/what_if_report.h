// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/verdicts.h"
#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"
#include "core/results/session.h"
#include "core/roofline/scaled_time.h"

#include <optional>
#include <string>
#include <string_view>
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

/// The code of the notice of shownIf().
inline constexpr std::string_view whatIfNotice = "what_if";

// --what-if NAME, on both command lines.

/// The change of this name: its identifier, with hyphens or underscores; "int8" is the dynamic one. Nothing for a
/// device.
[[nodiscard]] std::optional<AskedChange> askedChangeNamed(std::string_view name);

/// Whether the name means a change or one device; no name is right, too. Errors: CommandLine.
[[nodiscard]] Result<void> checkWhatIf(std::string_view name);

/// The session with the change of this name, or under the roofs of the device; nothing without a name, and none with a
/// change where the session has no analysis.
[[nodiscard]] std::optional<Session> shownIf(const Session &session, std::string_view name);

/// The devices of the data file and the changes, as text; lines are at most \p width columns.
[[nodiscard]] std::string whatIfNames(int width);

} // namespace rooflight
