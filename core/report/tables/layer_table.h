// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/facts/item_facts.h"
#include "core/report/format/text_layout.h"
#include "core/results/session.h"
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

/// One row an operator, in order of execution; columns of times and roofs only if the session holds them.
[[nodiscard]] TableContent operatorContent(const JudgedSession &judged);

/// One row an operator, columns as in docs/reference/csv.md; the measured columns only when the session holds latencies
/// or roofs.
[[nodiscard]] std::string operatorsToCsv(const JudgedSession &judged);

// The table of torchstat: one row a leaf module, torchstat's words and units. Of sessions under the convention
// "torchstat"; for any other there are no rows. A share of the duration is the median of a module's last call in the
// sum of those of all rows, and stands there when the layers were timed.

[[nodiscard]] TableContent torchstatContent(const Session &session);

/// The totals that torchstat prints below its table.
[[nodiscard]] Facts torchstatFacts(const Session &session);

/// One sentence on the modules that torchstat has no formula for, the first three by name; empty if there are none.
[[nodiscard]] std::string torchstatRemark(const Session &session);

/// Columns as in docs/reference/csv.md, lines that end in a line feed as pandas writes them, no total row.
[[nodiscard]] std::string torchstatToCsv(const Session &session);

} // namespace rooflight
