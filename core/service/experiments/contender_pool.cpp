// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/contender_pool.h"

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
