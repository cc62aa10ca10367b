// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/model/samples.h"
#include "core/results/session.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// In nanoseconds; absent without samples.
[[nodiscard]] std::optional<double> medianOf(const SampleSet &samples);

/// The runs of the whole model that all times of its parts are shares of.
struct BareRuns {
    double medianNs = 0;
    std::array<double, 2> intervalNs = { 0, 0 }; ///< 95 %, of that median; zeros if it is not known
    const SampleSet *samples = nullptr; ///< whose flags say what disturbed them; of the session
    /// Median of other bare runs of the session, if the two intervals are more than 10 % apart: one was disturbed.
    std::optional<double> otherMedianNs;
};

/// Uninstrumented runs: those timed by themselves, which come last, or those beside the instrumented runs; else the
/// instrumented runs. If the intervals of the first two are more than 10 % apart, the quieter ones:
/// without flags of disturbances, else with the narrower interval. Instrumented runs are slower than bare ones, so that
/// in files without an interval of the bare runs beside them theirs stands for its upper end.
[[nodiscard]] std::optional<BareRuns> bareRuns(const Session &session);

/// These as samples of the model alone. Of those beside instrumented runs the median and its interval alone are kept:
/// their spread is that of the instrumented runs, scaled to that median.
[[nodiscard]] std::optional<SampleSet> bareSamples(const Session &session);

/// The median of these, in nanoseconds.
[[nodiscard]] std::optional<double> bareMedianNs(const Session &session);

/// What disturbed these runs: core/model/disturbing_flags.h.
[[nodiscard]] std::vector<std::string> disturbancesOf(const SampleSet &runs);
/// Disturbances of the runs behind bareRuns(); empty if there are none.
[[nodiscard]] std::vector<std::string> disturbancesOf(const Session &session);

/// The times of a part of the model on the base that \p timeNs, its time in every table, is of: its instrumented times,
/// all scaled alike. The interval of the median holds what is not known of \p bare as well.
[[nodiscard]] Summary onBareBase(const Summary &instrumented, const BareRuns &bare, double timeNs);

} // namespace rooflight
