// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/panels/item_details.h"

namespace rooflight {

/// What to do about what experiments found, with the Python that tries it; nothing where they found no cause.
[[nodiscard]] std::optional<DetailSection> adviceSection(const JudgedSession &judged, ItemId item);

/// What experiments on an operator, or on the operators that a layer itself calls, brought: a section an operator.
[[nodiscard]] std::vector<DetailSection> experimentSections(const JudgedSession &judged, ItemId item);

} // namespace rooflight
