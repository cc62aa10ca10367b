// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/rendering_limit.h"

#include "app/rooflight-cli/output.h"
#include "core/base/clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace rooflight {

namespace {

constexpr std::chrono::duration<double> longestPause(0.1);

/// Of all threads of this process.
double processorSeconds()
{
    return secondsOfClock(CLOCK_PROCESS_CPUTIME_ID);
}

} // namespace

RenderingLimit::RenderingLimit(double seconds, std::string model)
    : m_seconds(seconds)
    , m_model(std::move(model))
{
    if (m_seconds > 0)
        m_clock = std::thread([this] { endLate(); });
}

RenderingLimit::~RenderingLimit()
{
    {
        const std::lock_guard lock(m_mutex);
        m_written = true;
    }
    m_changed.notify_one();
    if (m_clock.joinable())
        m_clock.join();
}

void RenderingLimit::endLate()
{
    const double end = processorSeconds() + m_seconds;
    const auto pause = std::min(std::chrono::duration<double>(m_seconds), longestPause);
    std::unique_lock lock(m_mutex);
    while (processorSeconds() < end) {
        if (m_changed.wait_for(lock, pause, [this] { return m_written; }))
            return;
    }
    const Error late { ErrorCode::TimedOut,
                       fmt::format("Laying out the output of {} did not finish within {:g} s.", m_model, m_seconds),
                       "Give it more time with --timeout SECONDS, or request less output." };
    printError(late);
    std::_Exit(exitStatus(late));
}

} // namespace rooflight
