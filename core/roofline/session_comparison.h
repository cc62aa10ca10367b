// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/results/session.h"
#include "core/roofline/time_change.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rooflight {

/// The operators of one kind in two sessions. If the layers of the two do not correspond, as those of a trace and of
/// the same model frozen, kinds still do.
struct KindChange {
    OperatorFamily family = OperatorFamily::Other;
    std::int64_t callsBefore = 0; ///< of one run
    std::int64_t callsAfter = 0;
    std::optional<double> beforeNs; ///< sum of the medians of its calls; absent unless all of them were timed
    std::optional<double> afterNs;
    std::int64_t flopsBefore = 0;
    std::int64_t flopsAfter = 0;
    std::int64_t bytesBefore = 0; ///< read and written
    std::int64_t bytesAfter = 0;
    /// Normalization that freezing made a part of the convolutions' weights: there is none in the second session, which
    /// is of a frozen file, and as many convolutions as before.
    bool folded = false;

    /// After minus before, in ns; a kind that is absent counts as 0 ns.
    [[nodiscard]] std::optional<double> differenceNs() const;

    bool operator==(const KindChange &) const = default;
};

/// One a kind that either session has, the largest change in time first. Views, which move nothing, are left out.
[[nodiscard]] std::vector<KindChange> kindChanges(const Session &before, const Session &after);

/// What two sessions may have been measured with.
enum class Setting { Model, Device, Inputs, Convention, Execution, LibTorch };

/// A setting that differs, as each session has it.
struct SettingDifference {
    Setting setting = Setting::Model;
    std::string before;
    std::string after;
    std::optional<std::array<Execution, 2>> executions = std::nullopt; ///< of Setting::Execution: both once more
    std::optional<std::array<Device, 2>> devices = std::nullopt; ///< of Setting::Device

    bool operator==(const SettingDifference &) const = default;
};

/// Why the times do not show what a change of the model did.
enum class Caution {
    OtherWork, ///< the inputs differ
    SeveralChanges, ///< more than one of those settings differs that times depend on
    Disturbed, ///< one of them was measured beside other programs, or in heat
    Unsteady, ///< one of the two was measured while its times were noisy or drifted
};

struct LayerChange {
    std::optional<std::int64_t> before; ///< id of the layer in the first session
    std::optional<std::int64_t> after; ///< id of the layer in the second session
    std::string path;
    int call = 0;
    std::string type;
    bool leaf = false;
    TimeChange time;
    std::int64_t flopsBefore = 0;
    std::int64_t flopsAfter = 0;
    std::int64_t bytesBefore = 0; ///< read and written
    std::int64_t bytesAfter = 0;

    /// It is in both sessions, and does not do the same work in both.
    [[nodiscard]] bool workChanged() const;

    bool operator==(const LayerChange &) const = default;
};

struct SessionComparison {
    std::vector<SettingDifference> differences;
    std::vector<Caution> cautions;
    TimeChange model; ///< latency of the whole model, by runChange()
    std::vector<LayerChange> layers; ///< in the order of the second session, those that are gone at the end
    std::vector<KindChange> kinds = {}; ///< by kind of operator
    std::vector<std::string> disturbedBy = {}; ///< of the runs of both whole models, each once

    /// Both sessions have layers below the model, and none of one is in the other; or only one of them has any.
    [[nodiscard]] bool layersDiffer() const;
    [[nodiscard]] std::int64_t bytesBefore() const; ///< of all operators, read and written
    [[nodiscard]] std::int64_t bytesAfter() const;

    bool operator==(const SessionComparison &) const = default;
};

/// Layers are matched by path and call.
[[nodiscard]] SessionComparison compareSessions(const Session &before, const Session &after);

/// With several sessions of the same on a side, by which the time of the whole model is known better; all else is from
/// the first of each. Neither side is empty.
[[nodiscard]] SessionComparison compareSessions(std::span<const Session> before, std::span<const Session> after);

/// The time of the whole model, see runChange(): that of every table, bareRuns(). If a session has no bare runs the
/// instrumented ones of all if \p orInstrumented.
[[nodiscard]] RunChange modelChange(std::span<const Session> before, std::span<const Session> after,
                                    bool orInstrumented);

/// The layers of a comparison for people: those first whose times are furthest apart.
[[nodiscard]] std::vector<const LayerChange *> largestChangeFirst(const SessionComparison &comparison);

} // namespace rooflight
