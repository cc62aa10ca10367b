// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/report/tables/layer_columns.h"
#include "core/roofline/judged_session.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The part of a layer's path that its parent's path does not say already; empty for the model itself.
[[nodiscard]] std::string_view pathBelowParent(const Layer &layer, const std::vector<Layer> &layers);

/// A column as a terminal shows it.
struct LayerTextColumn {
    LayerColumn column;
    std::string title;
    int rank = 0; ///< as TableColumn::rank
};

/// Those of the layer table that operators have, too, and for which the session holds what they need.
[[nodiscard]] std::vector<LayerTextColumn> operatorTextColumns(const Session &session);

/// layerText(), with a mark behind the share of a roof that is exceeded.
[[nodiscard]] std::string layerTextCell(const LayerRow &row, LayerColumn column);

/// A row for each layer or operator, in the order of the analysis, named by its path or its name. They point into
/// \p judged.
[[nodiscard]] std::vector<LayerRow> layerRowsOf(const JudgedSession &judged, ItemId::Kind kind);

/// One row a layer, as a tree; columns of times and roofs only where the session holds them.
[[nodiscard]] TableContent layerContent(const JudgedSession &judged);

/// One row a layer, columns as in docs/reference/csv.md; the measured columns only when the session holds latencies
/// or roofs.
[[nodiscard]] std::string layersToCsv(const JudgedSession &judged);

} // namespace ridgepoint
