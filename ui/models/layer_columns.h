// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/facts/item_facts.h"

#include <QList>
#include <QString>

namespace rooflight {

// Facts of layers and operators (core/report/facts) in the window: in its language, and as columns of its table, whose
// first ones are those of FactId.

[[nodiscard]] QString factTitleText(FactId id);
[[nodiscard]] QString factTitleText(const ItemRow &row, FactId id); ///< of one item
[[nodiscard]] QString factDisplayText(const ItemRow &row, FactId id);

[[nodiscard]] int layerColumnCount();
[[nodiscard]] FactId columnFact(int column);

/// The order in which the window shows them at first.
[[nodiscard]] QList<int> layerColumnOrder();

/// One or two sentences on what the column says.
[[nodiscard]] QString columnHelp(FactId column);
/// Title with the unit of factNumber(), for copied tables.
[[nodiscard]] QString columnCopyTitle(FactId column);

} // namespace rooflight
