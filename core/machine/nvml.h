// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/telemetry.h"

#include <memory>
#include <optional>
#include <string>

namespace rooflight {

/// NVIDIA's management library, opened at run time; all figures are absent if it is not there.
class Nvml
{
public:
    /// `pciBusId` as the CUDA runtime writes it, for example "0000:3B:00.0".
    explicit Nvml(const std::string &pciBusId);
    ~Nvml();
    Nvml(const Nvml &) = delete;
    Nvml &operator=(const Nvml &) = delete;

    [[nodiscard]] Telemetry read() const;
    /// Since the driver was loaded; absent on GPUs before Volta.
    [[nodiscard]] std::optional<double> energyJoules() const;
    [[nodiscard]] std::string driverVersion() const; ///< empty if it does not report one

    /// What the GPU may draw and how fast it is set to run, for example "at most 700 W, set to 1980 MHz"; what the
    /// library does not report is left out.
    [[nodiscard]] std::string clockPolicy() const;

    [[nodiscard]] const std::string &gap() const { return m_gap; } ///< why there are no figures; empty: there are

private:
    struct Functions;

    std::unique_ptr<Functions> m_functions;
    void *m_device = nullptr;
    bool m_started = false;
    std::string m_gap;
};

} // namespace rooflight
