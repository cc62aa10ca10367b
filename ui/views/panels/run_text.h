// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"

#include <QString>

#include <cstddef>
#include <optional>

namespace rooflight {

// What is said of single runs, as HTML. Links: "run:N", from 0, of the runs that are shown; "instrumented:N", of the
// instrumented ones; "bare:" for the bare ones; "operator:ID".

/// "Slowest runs: 37 (3.10 ms), 112 (2.90 ms). 12 of 200 are far above the others." Empty without runs.
[[nodiscard]] QString slowestRunsText(const SampleSet &samples);

/// "Run 37: 1.92 ms, longer than 99 % of the runs."
[[nodiscard]] QString rankText(std::size_t run, const SampleSet &samples);

/// What the whole model took in this instrumented run, and which operator held it up.
[[nodiscard]] QString instrumentedRunText(const JudgedSession &judged, std::size_t run, bool showsModel);

/// Bare runs are not timed by layer: the way to those that are.
[[nodiscard]] QString bareRunText(const JudgedSession &judged);

} // namespace rooflight
