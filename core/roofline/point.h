// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/item_id.h"
#include "core/model/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What limits a layer, named as in the CSV column `bound`.
enum class Bound {
    None, ///< nothing known: no roofs, or no formula
    Compute,
    Bandwidth,
    Launch, ///< shorter than three times the launch overhead
    Balanced, ///< within the balanced zone around the ridge
};

template<>
inline constexpr auto enumNames<Bound> = EnumNames<Bound, 5> { {
    { Bound::None, "none" },
    { Bound::Compute, "compute" },
    { Bound::Bandwidth, "bandwidth" },
    { Bound::Launch, "launch" },
    { Bound::Balanced, "balanced" },
} };

/// Why a point may be above its roof.
enum class AboveRoofCause {
    RoofTyped, ///< a person typed the roof in
    RoofMeasuredUnderLoad, ///< other work, a quota or too few CPUs held the roof's measurement back
    RoofAtLowerClock, ///< the clock was lower when the roof was measured
    RoofUncertain, ///< the roof's repeats were few, unsteady or cut short
    DataInCache, ///< judged by main memory, but its data may have lain in a cache
    Fused, ///< what its operators pass to each other may never have gone through memory
    BytesCountedHigh, ///< it may touch less memory than its formula counts
    MatrixUnits, ///< judged by vector units, but may have run on matrix units
    FastAlgorithm, ///< a convolution by Winograd or FFT does less arithmetic than the direct one that is counted
    WorkCountedHigh, ///< it may do less arithmetic than its formula counts
};

template<>
inline constexpr auto enumNames<AboveRoofCause> = EnumNames<AboveRoofCause, 10> { {
    { AboveRoofCause::RoofTyped, "roof_typed" },
    { AboveRoofCause::RoofMeasuredUnderLoad, "roof_measured_under_load" },
    { AboveRoofCause::RoofAtLowerClock, "roof_at_lower_clock" },
    { AboveRoofCause::RoofUncertain, "roof_uncertain" },
    { AboveRoofCause::DataInCache, "data_in_cache" },
    { AboveRoofCause::Fused, "fused" },
    { AboveRoofCause::BytesCountedHigh, "bytes_counted_high" },
    { AboveRoofCause::MatrixUnits, "matrix_units" },
    { AboveRoofCause::FastAlgorithm, "fast_algorithm" },
    { AboveRoofCause::WorkCountedHigh, "work_counted_high" },
} };

/// Where one layer or operator lies under the roofs.
struct Verdict {
    Bound bound = Bound::None;
    std::optional<std::size_t> computeRoof; ///< index into DeviceRoofs::roofs of the roof that judges its arithmetic
    std::optional<std::size_t> memoryRoof; ///< index into DeviceRoofs::roofs of the slope
    std::optional<std::size_t> roof; ///< the one of the two that is lower at this intensity
    std::optional<double> attainableFlopPerSecond; ///< min(compute roof, intensity * memory roof)
    std::optional<double> roofFraction; ///< achieved / attainable; for zero-FLOP items achieved B/s / memory roof
    bool aboveRoof = false; ///< by more than 2 % and more than the roof's interval
    std::vector<AboveRoofCause> aboveRoofCauses; ///< the likeliest first; empty unless above
};

/// One layer or operator, ready to be drawn or listed. Times are medians.
struct RooflinePoint {
    ItemId item;
    std::string label; ///< path, or path and operator name; " #2" for the second of one name, and so on
    OperatorFamily family = OperatorFamily::Other;
    DType dtype = DType::Unknown;
    bool mayUseTf32 = false; ///< its fp32 arithmetic was allowed to be rounded to TF32 on matrix units
    bool known = true; ///< false: it holds operators without a formula
    Cost cost;
    std::int64_t workingSetBytes = 0; ///< distinct memory of an operator; of a layer that of its largest operator
    std::optional<double> arithmeticIntensity; ///< FLOP/byte; absent without bytes; 0 for zero-FLOP items
    std::optional<double> timeNs; ///< on the device that was measured
    std::optional<double> timeAtRoofNs; ///< shortest that the roofs of its verdict allow
    std::optional<double> achievedFlopPerSecond; ///< absent under the roofs of a data sheet, as is the next
    std::optional<double> achievedBytePerSecond;
    std::optional<double> timeShare; ///< of the instrumented model's median
    std::optional<double> timeToGainNs; ///< time - time at its roof; never negative
    Verdict verdict;
};

/// True for the items that the chart shows: layers without layers below them, and operators that a layer with
/// layers below it calls itself. Together they cover the model once. Views (no bytes) are left out. A model of one
/// layer (frozen or functional) is shown by its operators.
[[nodiscard]] std::vector<ItemId> chartItems(const Analysis &analysis);

/// The point of one item; works with whatever the session holds so far.
[[nodiscard]] RooflinePoint pointOf(const Session &session, ItemId item);

/// pointOf() for every layer of the analysis, in order (the rows of table and CSV).
[[nodiscard]] std::vector<RooflinePoint> layerPoints(const Session &session);

/// pointOf() for every operator of the analysis, in order.
[[nodiscard]] std::vector<RooflinePoint> operatorPoints(const Session &session);

/// pointOf() for chartItems().
[[nodiscard]] std::vector<RooflinePoint> chartPoints(const Session &session);

} // namespace ridgepoint
