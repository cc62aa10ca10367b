// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/facts/item_facts.h"
#include "core/roofline/point.h"
#include "ui/views/panels/item_details.h"

namespace rooflight {

/// Where an item stands under the roofs, and why.
[[nodiscard]] DetailSection rooflineSection(const Session &session, const RooflinePoint &point);

/// What an operator moves, by how much was touched since it was last touched, and the levels of memory that it can at
/// best come from: most bytes first. None for files that do not hold it.
/// A row for the fact if it is known, with exact numbers.
void addFact(DetailSection &section, const ItemRow &row, FactId id);
/// A row for each fact of a group that is known, with exact numbers.
void addFacts(DetailSection &section, const Session &session, const RooflinePoint &point, FactGroup group);

[[nodiscard]] std::vector<DetailRow> reuseRows(const Session &session, const Operator &op);

} // namespace rooflight
