// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/explained_items.h"
#include "ui/views/panels/item_details.h"

#include <optional>
#include <vector>

namespace rooflight {

/// The experiments on an operator, or on the operators that a layer itself calls.
[[nodiscard]] std::vector<ExplainedItem> experimentsOn(const JudgedSession &judged, ItemId item);

/// What to do about what they found, with the Python that tries it; nothing if they found no cause.
[[nodiscard]] std::optional<DetailSection> adviceSection(const std::vector<ExplainedItem> &items,
                                                         const Session &session);

/// What they brought: a section an operator.
[[nodiscard]] std::vector<DetailSection> experimentSections(const std::vector<ExplainedItem> &items);

} // namespace rooflight
