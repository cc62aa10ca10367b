// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/batch.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rooflight {

/// Which energy counter was read.
enum class EnergySource {
    Nvml, ///< a GPU's own, with its memory
    Rapl, ///< of the CPU's packages
};

template<>
inline constexpr auto enumNames<EnergySource> = EnumNames<EnergySource, 2> { {
    { EnergySource::Nvml, "nvml" },
    { EnergySource::Rapl, "rapl" },
} };

/// Energy of repeated runs of one thing: of the whole device, whoever used it.
struct EnergyUse {
    std::optional<double> joulesPerRun;
    std::optional<std::array<double, 2>> interval = {}; ///< 95 %, of that mean
    std::optional<double> idleWatts = {}; ///< before the runs, with the model loaded
    std::optional<OpenEnum<EnergySource>> source = {}; ///< absent if there is no counter
    ComposedText reason = {}; ///< why joulesPerRun is absent, else empty

    bool operator==(const EnergyUse &) const = default;
};

/// Whether a device can have measured that: what another process reports is not trusted.
[[nodiscard]] bool isPossible(const EnergyUse &energy);

/// Absent if the energy is, and if it is not known how many items a run has.
[[nodiscard]] std::optional<double> joulesPerItem(const std::optional<EnergyUse> &energy, std::int64_t batch,
                                                  BatchSource source);

} // namespace rooflight
