// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/run_hold.h"

#include "core/base/composed_text.h"
#include "core/model/result_sentences.h"
#include "core/statistics/summary.h"

#include <fmt/format.h>

#include <vector>

namespace rooflight {

namespace {

/// A queue takes about 1,000 launches, and four times that with CUDA_SCALE_LAUNCH_QUEUES=4x, which jobs set. A longer
/// one would end the hold by itself, after two seconds.
constexpr std::int64_t maxEntries = 3500;

constexpr int pairs = 3;
constexpr int maxBroken = 3;

/// Below this share of a bare run its work alone leaves gaps that are the host's.
constexpr double busyShare = 0.9;

} // namespace

RunHold::RunHold(TimedDevice &device, std::int64_t entries)
    : m_device(device)
    , m_entries(entries)
{
}

void RunHold::giveUp(std::string reason)
{
    m_holds = false;
    m_reason = std::move(reason);
}

void RunHold::decide(const std::function<void()> &bareRun)
{
    if (!m_device.isAsynchronous())
        return;
    if (m_entries > maxEntries)
        return giveUp(composedText(sentences::queueTooLong, { std::to_string(m_entries) }).text);
    std::vector<double> bareNs;
    std::vector<double> heldNs;
    for (int pair = 0; pair < pairs; ++pair) {
        bareNs.push_back(spanNs(m_device, bareRun));
        const HeldSpan held = heldSpanNs(m_device, bareRun);
        if (held.outcome != HoldOutcome::Held)
            return giveUp(held.outcome == HoldOutcome::Refused ? sentences::cannotHold : sentences::holdBreaks);
        heldNs.push_back(held.timeNs);
    }
    constexpr double nsPerUs = 1e3;
    const double bare = medianOf(std::move(bareNs));
    const double held = medianOf(std::move(heldNs));
    if (held < busyShare * bare)
        return giveUp(composedText(sentences::hostSetsPace,
                                   { fmt::format("{:.1f}", bare / nsPerUs), fmt::format("{:.1f}", held / nsPerUs) })
                          .text);
    m_holds = true;
}

void RunHold::run(const std::function<void()> &run)
{
    while (m_holds) {
        switch (runHeld(m_device, run)) {
        case HoldOutcome::Held:
            return;
        case HoldOutcome::Refused:
            giveUp(sentences::cannotHold);
            break;
        case HoldOutcome::Broken:
            m_device.synchronize();
            if (++m_broken == maxBroken)
                giveUp(sentences::holdBreaks);
            break;
        }
    }
    run();
}

} // namespace rooflight
