// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/energy.h"
#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"

#include <optional>
#include <string>

namespace rooflight {

/// "2.15 J": of a run; empty if nothing was measured.
[[nodiscard]] std::string joulesText(const std::optional<EnergyUse> &energy);
/// "2.15 J a run (95 % interval 2.10 J to 2.20 J), 0.538 J an item", or why it is not available.
[[nodiscard]] Phrase energyPhrase(const EnergyUse &energy, std::int64_t batch, BatchSource source);

/// Appends what runs took, whose counter says so, and what the device takes when nothing runs.
void addEnergyFacts(Facts &facts, const std::optional<EnergyUse> &energy, std::int64_t batch = 1,
                    BatchSource source = BatchSource::Unknown);

} // namespace rooflight
