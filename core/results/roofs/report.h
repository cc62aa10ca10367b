// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/roofline/judged_session.h"
#include "core/roofs/datasheet/device_sheet.h"

#include <string>
#include <vector>

namespace rooflight {

// What the tables for people say of roofs.

/// One row for each layer above its roof: by how much, and why that may be; no rows if there is none.
[[nodiscard]] TableContent aboveRoofContent(const JudgedSession &judged);

/// The roofs that judge a layer and were measured while something disturbed them, with their flags.
[[nodiscard]] Facts disturbedRoofFacts(const JudgedSession &judged);

/// The name of a curve's pattern, of the context "Page"; empty for one that this version does not know.
[[nodiscard]] const char *curveTitle(const BandwidthCurve &curve);

/// The curves of a device, one row a doubling of the footprint; no rows without curves.
[[nodiscard]] TableContent curveContent(const DeviceRoofs &peaks);

/// An operator that memory limits, on the picture of the curves.
struct FootprintPoint {
    std::string label;
    double bytes = 0; ///< its footprint
    double bytesPerSecond = 0; ///< the bandwidth at its footprint, times what it reaches of its roof
};

/// The points that were timed on the device, under curves that judge them: one above the curves is above its roof.
[[nodiscard]] std::vector<FootprintPoint> footprintPoints(const JudgedSession &judged);

/// The measured points of the curves, then the operators.
[[nodiscard]] std::string curvesToCsv(const JudgedSession &judged);

/// What the model would take at best under the roofs of a data sheet; nothing for a session with measured roofs.
[[nodiscard]] Facts whatIfFacts(const JudgedSession &judged);

/// The devices of the data file.
[[nodiscard]] TableContent sheetContent(const std::vector<DeviceSheet> &sheets);

/// "its data may have lain in a cache".
[[nodiscard]] std::string_view aboveRoofText(AboveRoofCause cause);

/// "3 days ago", "just now"; empty for what is no UTC time of ISO 8601, or lies ahead.
[[nodiscard]] std::string ageText(std::string_view timestamp);

} // namespace rooflight
