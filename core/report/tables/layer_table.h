// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/facts/item_facts.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/judged_session.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// The part of a layer's path that its parent's path does not say already; empty for the model itself.
[[nodiscard]] std::string_view pathBelowParent(const Layer &layer, const std::vector<Layer> &layers);

/// The facts of the tables of text and HTML for which the session holds what they need.
[[nodiscard]] std::vector<FactId> tableFacts(const Session &session, ItemId::Kind kind);

/// A fact as such a table says it, with a mark behind the share of a roof that is exceeded.
[[nodiscard]] Cell tableCell(const ItemRow &row, FactId id);

/// The facts of CSV; the measured ones only when the session holds latencies or roofs.
[[nodiscard]] std::vector<FactId> csvFacts(const Session &session, ItemId::Kind kind);

/// A row for each layer or operator, in the order of the analysis, named by its path or its name. They point into
/// \p judged.
[[nodiscard]] std::vector<ItemRow> layerRowsOf(const JudgedSession &judged, ItemId::Kind kind);

/// One row a layer, as a tree; columns of times and roofs only if the session holds them.
[[nodiscard]] TableContent layerContent(const JudgedSession &judged);

/// One row a layer, columns as in docs/reference/csv.md; the measured columns only when the session holds latencies
/// or roofs.
[[nodiscard]] std::string layersToCsv(const JudgedSession &judged);

} // namespace rooflight
