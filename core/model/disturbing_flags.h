// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/samples.h"
#include "core/results/roofs/roofs.h"

#include <string>
#include <vector>

namespace rooflight {

/// What makes another measurement of the same come out otherwise: one table of flags, which runs and roofs, answers,
/// comparisons and cautions are called disturbed by.

/// The flags of a roof that blame the moment of its measurement rather than the device: a quieter moment gives another
/// value. "other_load", "throttled", "unsteady", "few_samples", "partial". "unsteady" is none of them for a roof at the
/// limit of its power, and for a launch overhead known within 5 %.
[[nodiscard]] std::vector<std::string> disturbancesOf(const Roof &roof);

/// The same for a roof of this effort: few samples are what a quick measurement takes, and none to it.
[[nodiscard]] std::vector<std::string> disturbancesOf(const Roof &roof, std::string_view effort);

/// Names of those flags that say that another run may differ much: "very_noisy", "other_load", "throttled", "hot". A
/// device's power limit is not among them, because it holds the next run back as well.
[[nodiscard]] std::vector<std::string> disturbancesOf(const std::vector<OpenEnum<SampleFlag>> &flags);

/// Both, each once.
[[nodiscard]] std::vector<std::string> joinedDisturbances(std::vector<std::string> some,
                                                          const std::vector<std::string> &more);

/// True if one of these disturbances moves all samples alike, so that their spread says nothing of the value of a
/// quiet moment: other work, heat, a throttled clock, an end before its time.
[[nodiscard]] bool hidesQuietValue(const std::vector<std::string> &disturbances);

/// True if runs changed while they were timed, which the interval of their median takes for chance: disturbed ones,
/// and noisy, drifting or bimodal ones, or at the limit of the device's power.
[[nodiscard]] bool isUneven(const std::vector<OpenEnum<SampleFlag>> &flags);

/// True if the 95 % interval is wider than the value or begins at 0: such a value says nothing. An interval that is
/// not known (it ends at 0) does not count.
[[nodiscard]] bool isTooUncertain(const Roof &roof);

} // namespace rooflight
