// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/energy.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// Counts the energy that a device takes.
class EnergyCounter
{
public:
    virtual ~EnergyCounter() = default;

    [[nodiscard]] virtual EnergySource source() const = 0;

    /// Since a moment that stays the same; absent if it cannot be read, or says what cannot be.
    [[nodiscard]] virtual std::optional<double> joules() = 0;

    /// Between two updates of it, if its manual says so; 0: it does not.
    [[nodiscard]] virtual double updateSeconds() const { return 0; }
};

/// A counter, or why there is none.
struct FoundEnergyCounter {
    std::shared_ptr<EnergyCounter> counter;
    ComposedText reason = {};
};

/// Running average power limit: the sum of a CPU's packages, of Intel's and AMD's alike. What lies below a package is
/// part of it, and "psys" holds the whole board; neither is added.
class RaplCounter : public EnergyCounter
{
public:
    explicit RaplCounter(const std::filesystem::path &root = "/");

    [[nodiscard]] EnergySource source() const override { return EnergySource::Rapl; }
    [[nodiscard]] std::optional<double> joules() override; ///< since the construction
    [[nodiscard]] double updateSeconds() const override;

    /// Why there are no figures; empty: there are.
    [[nodiscard]] const ComposedText &gap() const { return m_gap; }

private:
    /// Counts up, and starts again after a largest value.
    struct Zone {
        std::filesystem::path file;
        std::int64_t range = 0; ///< the largest value, in microjoules; 0: not known
        std::optional<std::int64_t> last;
    };

    [[nodiscard]] static std::optional<std::int64_t> read(const Zone &zone);

    std::vector<Zone> m_zones;
    double m_microjoules = 0;
    ComposedText m_gap;
};

/// `root` replaces "/" in tests.
[[nodiscard]] FoundEnergyCounter cpuEnergyCounter(const std::filesystem::path &root = "/");

/// By NVIDIA's management library. `pciBusId` as in Nvml.
[[nodiscard]] FoundEnergyCounter gpuEnergyCounter(const std::string &pciBusId);

} // namespace rooflight
