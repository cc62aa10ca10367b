// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/session.h"

#include <cstdint>
#include <optional>
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

} // namespace rooflight
