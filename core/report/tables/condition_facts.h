// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/energy.h"
#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// "power cap, thermal": what throttled the device; empty when nothing did.
[[nodiscard]] std::string heldBackText(const std::optional<Conditions> &conditions);

/// Appends how the device was while something was measured, as far as it is known.
void addConditionFacts(Facts &facts, const std::optional<Conditions> &conditions);

/// "2.15 J": of a run; empty if nothing was measured.
[[nodiscard]] std::string joulesText(const std::optional<EnergyUse> &energy);
/// "2.15 J a run (95 % interval 2.10 J to 2.20 J), 0.538 J an item", or why it is not available.
[[nodiscard]] Phrase energyPhrase(const EnergyUse &energy, std::int64_t batch, BatchSource source);

/// Appends what runs took, whose counter says so, and what the device takes when nothing runs.
void addEnergyFacts(Facts &facts, const std::optional<EnergyUse> &energy, std::int64_t batch = 1,
                    BatchSource source = BatchSource::Unknown);

/// "avx512 (LibTorch: AVX512), avx512_bf16, amx_int8".
[[nodiscard]] std::string instructionsText(const Processor &processor);

/// "0: CPUs 0 to 15; 1: CPUs 16 to 31"; of several groups alone, else empty.
[[nodiscard]] std::string groupsText(const std::vector<CpuGroup> &groups);

/// What of it can make a difference: instructions, pages, several nodes of memory or kinds of cores, a quota.
void addProcessorFacts(Facts &facts, const std::optional<Processor> &processor);

} // namespace rooflight
