// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/energy_meter.h"

#include "core/model/result_sentences.h"
#include "core/statistics/student_t.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <utility>

namespace rooflight {

namespace {

constexpr double idleSeconds = 0.5; ///< at most
constexpr double settlingSeconds = 0.02; ///< threads of the runs before still look for work
constexpr double lookSeconds = 1e-3; ///< between two looks for an update
constexpr double idleUpdates = 200;

} // namespace

void waitSeconds(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

EnergyMeter::EnergyMeter(FoundEnergyCounter found, SecondsClock now, std::function<void(double)> wait)
    : m_found(std::move(found))
    , m_now(std::move(now))
    , m_wait(std::move(wait))
{
}

/// The moment is that between the clock's before and behind: the counter of a GPU takes a while to answer.
std::optional<EnergyMeter::Reading> EnergyMeter::read()
{
    const double before = m_now();
    const std::optional<double> joules = m_found.counter->joules();
    return joules ? std::optional(Reading { (before + m_now()) / 2, *joules }) : std::nullopt;
}

void EnergyMeter::readIdle()
{
    if (!m_found.counter)
        return;
    m_wait(settlingSeconds);
    m_updateSeconds = m_found.counter->updateSeconds();
    if (m_updateSeconds <= 0)
        return findUpdates();
    const std::optional<Reading> begin = read();
    m_wait(std::min(idleUpdates * m_updateSeconds, idleSeconds));
    const std::optional<Reading> end = read();
    m_failed = !begin || !end || end->joules < begin->joules;
    if (!m_failed && end->seconds > begin->seconds)
        m_idleWatts = (end->joules - begin->joules) / (end->seconds - begin->seconds);
}

/// From the first update that is seen to the last one.
void EnergyMeter::findUpdates()
{
    std::optional<Reading> last = read();
    std::optional<Reading> first;
    const double end = m_now() + idleSeconds;
    double updates = -1;
    while (last && m_now() < end) {
        m_wait(lookSeconds);
        const std::optional<Reading> next = read();
        if (!next || next->joules != last->joules) {
            last = next;
            first = first ? first : last;
            updates += 1;
        }
    }
    m_failed = !last || (first && last->joules < first->joules);
    m_updateSeconds = idleSeconds;
    if (m_failed || updates < 1)
        return;
    m_updateSeconds = (last->seconds - first->seconds) / updates;
    m_idleWatts = (last->joules - first->joules) / (last->seconds - first->seconds);
}

void EnergyMeter::begin()
{
    m_open = {};
    m_windows.clear();
    m_from.reset();
    resume();
}

void EnergyMeter::resume()
{
    if (!m_found.counter || m_failed)
        return;
    m_from = read();
    m_failed = !m_from;
}

void EnergyMeter::pause()
{
    addSinceReading();
    m_from.reset();
}

void EnergyMeter::addSinceReading()
{
    if (!m_from)
        return;
    const Reading from = *m_from;
    m_from = read();
    m_failed = !m_from || m_from->joules < from.joules;
    if (m_failed)
        return m_from.reset();
    m_open.seconds += m_from->seconds - from.seconds;
    m_open.joules += m_from->joules - from.joules;
}

bool EnergyMeter::ran(std::int64_t calls)
{
    if (!m_from)
        return true;
    m_open.calls += static_cast<double>(calls);
    if (m_open.seconds + m_now() - m_from->seconds < windowSeconds())
        return false;
    addSinceReading();
    if (!m_failed)
        m_windows.push_back(std::exchange(m_open, {}));
    return true;
}

EnergyUse EnergyMeter::use(double share) const
{
    EnergyUse use;
    if (!m_found.counter) {
        use.reason = m_found.reason;
        return use;
    }
    use.source = m_found.counter->source();
    use.idleWatts = m_idleWatts;
    if (m_failed)
        use.reason = composedText(sentences::energyMakesNoSense);
    else if (m_windows.size() < fewestWindows)
        use.reason = composedText(sentences::fewEnergyUpdates,
                                  { std::to_string(std::lround(
                                      std::ceil(static_cast<double>(fewestWindows + 1) * windowSeconds() / share))) });
    else
        addMean(use);
    return use;
}

/// Over all runs of all windows. The interval is that of the windows' means, and at least one update of all of them.
void EnergyMeter::addMean(EnergyUse &use) const
{
    Window sum;
    for (const Window &window : m_windows) {
        sum.seconds += window.seconds;
        sum.joules += window.joules;
        sum.calls += window.calls;
    }
    const double mean = sum.joulesPerCall();
    double squares = 0;
    for (const Window &window : m_windows)
        squares += (window.joulesPerCall() - mean) * (window.joulesPerCall() - mean);
    const auto count = static_cast<double>(m_windows.size());
    const double spread = studentT975(m_windows.size() - 1) * std::sqrt(squares / (count - 1) / count);
    const double half = std::max(spread, mean * m_updateSeconds / sum.seconds);
    use.joulesPerRun = mean;
    use.interval = { std::max(mean - half, 0.0), mean + half };
}

} // namespace rooflight
