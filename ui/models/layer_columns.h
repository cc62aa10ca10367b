// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/analysis.h"
#include "core/roofline/point.h"

#include <QString>

#include <optional>

namespace ridgepoint {

/// The columns of the layer table, in their first order.
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
};

inline constexpr int layerColumnCount = int(LayerColumn::Calls) + 1;

/// What one row of the layer table is about. Of layer and op one is null.
struct LayerRowData {
    const RooflinePoint *point = nullptr;
    const Layer *layer = nullptr;
    const Operator *op = nullptr;
    QString name; ///< as the first column shows it; only filled for that column
    int calls = 1; ///< how often the module of a layer is called
};

[[nodiscard]] QString columnTitle(LayerColumn column);
/// One or two sentences on what the column says.
[[nodiscard]] QString columnHelp(LayerColumn column);
/// Title with the unit of columnValue(), for copied tables.
[[nodiscard]] QString columnCopyTitle(LayerColumn column);

[[nodiscard]] bool isNumeric(LayerColumn column);
/// Columns that a person has to ask for.
[[nodiscard]] bool isHiddenAtFirst(LayerColumn column);
/// The column that says something only under the roofs of another device.
[[nodiscard]] bool isOfWhatIf(LayerColumn column);
/// A text about as wide as the column's usual content.
[[nodiscard]] QString columnSample(LayerColumn column);

/// For people.
[[nodiscard]] QString columnText(const LayerRowData &row, LayerColumn column);
/// The raw number in SI base units (times in nanoseconds); absent for text columns and for what is not known.
[[nodiscard]] std::optional<double> columnValue(const LayerRowData &row, LayerColumn column);

} // namespace ridgepoint
