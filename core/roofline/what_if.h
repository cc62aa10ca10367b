// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/execution.h"
#include "core/results/session.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// What runs as one operator that keeps its intermediate results to itself.
enum class FusionScope {
    None,
    Layers, ///< each layer without layers below it
    Blocks, ///< each layer whose layers have none below them, too
};

template<>
inline constexpr auto enumNames<FusionScope> = EnumNames<FusionScope, 3> { {
    { FusionScope::None, "none" },
    { FusionScope::Layers, "layers" },
    { FusionScope::Blocks, "blocks" },
} };

/// A model run in another way than it was.
struct WhatIf {
    double batch = 1; ///< items of a run over those of the run that was observed
    ModelPrecision precision = ModelPrecision::AsLoaded; ///< of all floating-point operators
    FusionScope fusion = FusionScope::None;
    Part<DeviceRoofs> roofs = {}; ///< of another device; else those of the session

    [[nodiscard]] bool changesNothing() const
    {
        return batch == 1 && precision == ModelPrecision::AsLoaded && fusion == FusionScope::None && !roofs;
    }
};

/// Items of the run that was observed: as they were found or given for the timing, else the first dimension of the
/// first input; 1 where there is none.
[[nodiscard]] std::int64_t observedBatch(const Session &session);

/// The session as it would be: the same layers and operators with the work and traffic that they would have, nothing
/// timed. With f = batch and r = the size of an element over that before:
/// - work x f; traffic x f r, but of parameters and constants x r, unless an operator only picks some of them
/// (gathers).
/// - What touches no dimension that is a multiple of the batch, or reads nothing but constants, keeps its work.
/// - Memory between two uses grows likewise, but for the operator's own constants; for constants, which only the next
/// run
///   comes back to, but for those of the whole model.
/// - A layer that is fused moves what enters and leaves it and its parameters (Layer::bytesLowerBound), in one launch.
[[nodiscard]] Session sessionIf(const Session &session, const WhatIf &change);

/// What a change comes to, for the whole model.
struct Forecast {
    std::int64_t batchHere = 1;
    double batchThere = 1;
    std::optional<double> hereNs; ///< median of the uninstrumented model
    std::optional<double> hereAtRoofNs;
    std::optional<double> thereAtRoofNs; ///< no run can be faster
    /// By scaledTimeNs(); absent under the roofs of another device, as how near to them a run comes is not known.
    std::optional<double> thereNs;
    std::int64_t unjudged =
        0; ///< points with arithmetic there that no roof covers: they are in none of the times there
};

/// \p there is sessionIf(session, change).
[[nodiscard]] Forecast forecastOf(const Session &session, const Session &there, const WhatIf &change);

} // namespace rooflight
