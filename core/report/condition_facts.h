// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/conditions.h"
#include "core/report/text_layout.h"

#include <optional>
#include <string>

namespace ridgepoint {

/// "1.4 GHz to 1.98 GHz, median 1.9 GHz", or the one value that there is; empty where nothing was told.
[[nodiscard]] std::string clockText(const std::optional<ConditionRange> &range);
[[nodiscard]] std::string powerText(const std::optional<ConditionRange> &range);
[[nodiscard]] std::string temperatureText(const std::optional<ConditionRange> &range);

/// "power cap, heat": what held the device back; empty when nothing did.
[[nodiscard]] std::string heldBackText(const std::optional<Conditions> &conditions);

/// How the device was while something was measured, behind the facts that there are.
void addConditionFacts(Facts &facts, const std::optional<Conditions> &conditions);

} // namespace ridgepoint
