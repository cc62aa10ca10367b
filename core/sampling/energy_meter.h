// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/clock.h"
#include "core/machine/energy_counter.h"
#include "core/model/energy.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

/// Waits that long, with nothing else to do.
void waitSeconds(double seconds);

/// Energy of repeated runs, by a counter that is updated now and then: it is read around windows of whole runs, each
/// long enough that an update more or less does not matter. Copies share the counter, for runs that take turns.
class EnergyMeter
{
public:
    /// A window is as long as this many updates of the counter,
    static constexpr double updatesPerWindow = 100;
    /// and fewer windows have no interval.
    static constexpr std::size_t fewestWindows = 3;

    /// Tests put a fake clock and a fake wait here.
    explicit EnergyMeter(FoundEnergyCounter found, SecondsClock now = monotonicSeconds,
                         std::function<void(double seconds)> wait = waitSeconds);

    /// Half a second at most, in which nothing runs: the power, and how often the counter is updated. Before begin().
    void readIdle();

    /// Runs count from here on.
    void begin();
    /// Behind whole runs. Whether the window ended, or none is open.
    bool ran(std::int64_t calls);

    /// What happens until resume() is no part of any window.
    void pause();
    void resume();

    /// How long a window is at least.
    [[nodiscard]] double windowSeconds() const { return updatesPerWindow * m_updateSeconds; }
    /// \p share: how much of the time that is asked for is that of these runs.
    [[nodiscard]] EnergyUse use(double share = 1) const;
    [[nodiscard]] bool hasCounter() const { return m_found.counter && !m_failed; }

private:
    struct Reading {
        double seconds = 0;
        double joules = 0;
    };
    struct Window {
        double seconds = 0;
        double joules = 0;
        double calls = 0;

        [[nodiscard]] double joulesPerCall() const { return joules / calls; }
    };

    [[nodiscard]] std::optional<Reading> read();
    void findUpdates();
    void addSinceReading();
    void addMean(EnergyUse &use) const;

    FoundEnergyCounter m_found;
    SecondsClock m_now;
    std::function<void(double)> m_wait;
    double m_updateSeconds = 0;
    std::optional<double> m_idleWatts;
    std::optional<Reading> m_from; ///< where the open window, or a part of it, began; absent: paused or not begun
    Window m_open;
    std::vector<Window> m_windows;
    bool m_failed = false;
};

} // namespace rooflight
