// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/roofline/point.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ridgepoint {

/// The columns of the layer tables. The window shows those up to Spread; its saved layouts hold the numbers.
enum class LayerColumn {
    Layer,
    Type,
    Time,
    Share,
    Bound,
    RoofFraction,
    Gain,
    AtBest,
    Flops,
    Intensity,
    Achieved,
    BytesRead,
    BytesWritten,
    Macs,
    Parameters,
    InputShapes,
    OutputShapes,
    ElementType,
    Calls,
    P95,
    Spread,
    Call,
    Operators,
    Bytes,
    BytesLowerBound,
    Roof,
    Attainable,
    Median,
    P10,
    P90,
    P99,
    Samples,
    AchievedBytes,
    FusedIntensity,
    TimeAtRoof,
    Causes,
};

/// What a session must hold for a column to say something; combined with |.
enum LayerColumnNeeds : unsigned {
    NeedsTimes = 1, ///< latencies of the layers
    NeedsRoofs = 2,
    NeedsMeasuredRoofs = 4, ///< or none: the times and the roofs are of one device
    NeedsDataSheet = 8, ///< the roofs of another device's data sheet
};

/// What one row of a layer table is about. One of layer and op is null.
struct LayerRow {
    const RooflinePoint *point = nullptr;
    const Layer *layer = nullptr;
    const Operator *op = nullptr;
    std::string name = {}; ///< as the column Layer shows it; may be empty where that column is not asked for
    int calls = 1; ///< how often the module of a layer is called
    std::string_view roof = {}; ///< name of the roof that judges the row
    const Summary *times = nullptr; ///< of the layer's samples; null where it was not timed
    std::optional<double> spreadOfEqual = {}; ///< of several equal blocks: slowest less fastest, over the median
    std::string causes = {}; ///< of being above the roof, or underutilized: their names, a space between
};

/// The row of a point, without the layer or operator that it is about, its name and its times.
[[nodiscard]] LayerRow rowOf(const RooflinePoint &point, const Session &session);

/// Nothing where a value is not known.
using CellValue = std::variant<std::monostate, std::int64_t, double, std::string_view, const std::vector<Shape> *>;

/// All that is said of a column, apart from its place in a table.
struct LayerColumnFacts {
    LayerColumn column;
    std::string_view csv; ///< header in CSV files; empty: not in them
    const char *title = ""; ///< in the window
    std::string_view unit; ///< "1" for counts and shares; empty for text
    CellValue (*value)(const LayerRow &row) = nullptr; ///< SI base units, times in nanoseconds
    unsigned needs = 0; ///< of LayerColumnNeeds
    const char *help = ""; ///< one or two sentences for the window
    const char *sample = ""; ///< about as wide as the usual content
    bool hiddenAtFirst = false;
};

[[nodiscard]] const LayerColumnFacts &factsOf(LayerColumn column);

/// Columns of numbers stand at the right and are sorted by layerNumber().
[[nodiscard]] bool isNumeric(LayerColumn column);

/// For programs: what is not known is empty.
[[nodiscard]] std::string layerCsvCell(const LayerRow &row, LayerColumn column);
/// For people: rounded, with its unit; "≥" before work of which a part is not known.
[[nodiscard]] std::string layerText(const LayerRow &row, LayerColumn column);
/// The value as a number; absent for text columns, for what is not known, and for work of which no part is known.
[[nodiscard]] std::optional<double> layerNumber(const LayerRow &row, LayerColumn column);

/// The columns of the CSV file, in their order.
[[nodiscard]] std::span<const LayerColumn> layerCsvColumns();

} // namespace ridgepoint
