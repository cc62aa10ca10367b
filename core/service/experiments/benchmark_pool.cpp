// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_pool.h"

#include "core/statistics/summary.h"

#include <memory>
#include <span>

namespace rooflight {

Result<BenchmarkProcess *> BenchmarkPool::take()
{
    if (m_taken >= m_processes.size())
        return Error { ErrorCode::Internal, "there are no more processes for experiments", "" };
    for (BenchmarkProcess &before : std::span(m_processes).first(m_taken))
        before.awaitEnd([this] { return m_reporter.stopRequested(); });
    return &m_processes[m_taken++];
}

Result<BenchmarkResponse> BenchmarkPool::ask(BenchmarkProcess &process, const BenchmarkRequest &request)
{
    return process.ask(request, [this] { return m_reporter.stopRequested(); });
}

Result<double> BenchmarkPool::medianNs(BenchmarkProcess &process, int calls)
{
    std::vector<double> ns;
    for (int call = 0; call <= calls; ++call) {
        const Result<BenchmarkResponse> timed = ask(process, { .task = BenchmarkTask::Time, .count = 1 });
        if (!timed.ok())
            return timed.error();
        if (call > 0)
            ns.push_back(timed.value().ns);
    }
    return medianOf(ns);
}

bool OtherLoad::isThere() const
{
    return hasFlag(m_load.flags(m_pool.cpuSeconds() - m_ownSeconds), SampleFlag::OtherLoad);
}

std::function<bool()> watchOtherLoad(const BenchmarkPool &pool, const std::filesystem::path &root)
{
    return [&pool, root, load = std::make_shared<OtherLoad>(pool, root)]() mutable {
        const bool wasThere = load->isThere();
        load = std::make_shared<OtherLoad>(pool, root);
        return wasThere;
    };
}

double BenchmarkPool::cpuSeconds() const
{
    double seconds = 0;
    for (const BenchmarkProcess &process : m_processes)
        seconds += process.cpuSeconds();
    return seconds;
}

void BenchmarkPool::showProgress(double share)
{
    constexpr std::int64_t whole = 100;
    m_reporter.progress(m_stage, static_cast<std::int64_t>(share * static_cast<double>(whole)), whole);
}

} // namespace rooflight
