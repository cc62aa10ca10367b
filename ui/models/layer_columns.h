// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/tables/layer_columns.h"

#include <QList>
#include <QString>

namespace ridgepoint {

/// The first columns of LayerColumn are those of the window.
inline constexpr int layerColumnCount = int(LayerColumn::Spread) + 1;

/// The order in which the window shows them at first.
[[nodiscard]] QList<LayerColumn> layerColumnOrder();

[[nodiscard]] QString columnTitle(LayerColumn column);
/// One or two sentences on what the column says.
[[nodiscard]] QString columnHelp(LayerColumn column);
/// Title with the unit of layerNumber(), for copied tables.
[[nodiscard]] QString columnCopyTitle(LayerColumn column);

/// For people, in their language.
[[nodiscard]] QString columnText(const LayerRow &row, LayerColumn column);

} // namespace ridgepoint
