// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/conditions.h"
#include "core/report/format/text_layout.h"

#include <optional>
#include <string>

namespace rooflight {

/// "power cap, thermal": what throttled the device; empty when nothing did.
[[nodiscard]] std::string heldBackText(const std::optional<Conditions> &conditions);

/// Appends how the device was while something was measured, as far as it is known.
void addConditionFacts(Facts &facts, const std::optional<Conditions> &conditions);

} // namespace rooflight
