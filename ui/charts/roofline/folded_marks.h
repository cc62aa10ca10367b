// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/equal_blocks.h"
#include "ui/charts/roofline/roofline_content.h"

#include <set>

namespace rooflight {

/// Makes one point of those that are equal, in the place of the first. Those whose first is in \p opened stay by
/// themselves. The marks have to be made again after this.
void foldEqualPoints(RooflineContent &content, const EqualItems &equal, const std::set<ItemId> &opened);

} // namespace rooflight
