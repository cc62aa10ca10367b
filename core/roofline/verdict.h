// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/roof.h"
#include "core/roofline/point.h"

#include <optional>

namespace ridgepoint {

/// Judges a point whose cost, intensity, type, family and, where known, time and achieved rates are filled in.
///
/// Work that no formula covers gets no verdict; a layer of which a part has no formula is judged by the part that has.
/// An item without arithmetic is judged by the memory roof alone, an item without memory traffic by the compute roof
/// alone. Without the roofs that an item needs the bound is None and roof, attainable and fraction are absent.
[[nodiscard]] Verdict verdictOf(const RooflinePoint &point, const DeviceRoofs &peaks);

/// Shortest time in which the roofs of the verdict allow the point's work.
[[nodiscard]] std::optional<double> timeAtRoofNs(const RooflinePoint &point, const DeviceRoofs &peaks);

} // namespace ridgepoint
