// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/contender_pool.h"

#include "core/statistics/summary.h"

#include <algorithm>

namespace rooflight {

Result<ContenderProcess *> ContenderPool::take()
{
    if (m_taken >= m_contenders.size())
        return Error { ErrorCode::Internal, "there are no more processes for experiments", "" };
    return &m_contenders[m_taken++];
}

Result<ContenderAnswer> ContenderPool::ask(ContenderProcess &process, const ContenderQuestion &question)
{
    return process.ask(question, [this] { return m_reporter.stopRequested(); });
}

Result<double> ContenderPool::medianNs(ContenderProcess &process, int calls)
{
    std::vector<double> ns;
    for (int call = 0; call <= calls; ++call) {
        const Result<ContenderAnswer> timed = ask(process, { .task = ContenderTask::Time, .count = 1 });
        if (!timed.ok())
            return timed.error();
        if (call > 0)
            ns.push_back(timed.value().ns);
    }
    return medianOf(ns);
}

bool OtherLoad::isThere() const
{
    const std::vector<SampleFlag> flags = m_load.flags(m_pool.cpuSeconds() - m_ownSeconds);
    return std::ranges::find(flags, SampleFlag::OtherLoad) != flags.end();
}

double ContenderPool::cpuSeconds() const
{
    double seconds = 0;
    for (const ContenderProcess &contender : m_contenders)
        seconds += contender.cpuSeconds();
    return seconds;
}

void ContenderPool::showProgress(double share)
{
    constexpr std::int64_t whole = 100;
    m_reporter.progress(m_stage, static_cast<std::int64_t>(share * static_cast<double>(whole)), whole);
}

} // namespace rooflight
