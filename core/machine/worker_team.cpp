// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/worker_team.h"

#include "core/base/clock.h"

#include <algorithm>
#include <system_error>

namespace rooflight {

namespace {

/// Time that the calling thread has run.
double threadSeconds()
{
    return secondsOfClock(CLOCK_THREAD_CPUTIME_ID);
}

} // namespace

WorkerTeam::WorkerTeam(int threads, const std::vector<LogicalCpu> &places, double runningShare)
    : m_runningShare(runningShare)
    , m_spans(static_cast<std::size_t>(threads))
    , m_start(threads + 1)
    , m_end(threads + 1)
{
    try {
        for (int worker = 0; worker < threads; ++worker) {
            const int cpu = places.empty() ? -1 : places[static_cast<std::size_t>(worker)].number;
            m_threads.emplace_back([this, worker, cpu] {
                if (cpu >= 0)
                    runOnCpus({ cpu }); // where the system forbids it the thread runs unpinned: less steady, no error
                serve(worker);
            });
        }
    } catch (const std::system_error &) {
        // The threads that did start wait for the others.
        for (std::size_t missing = m_threads.size(); missing < m_spans.size(); ++missing)
            m_start.arrive_and_drop();
        stop();
        throw;
    }
}

WorkerTeam::~WorkerTeam()
{
    stop();
}

void WorkerTeam::stop()
{
    m_stopping = true;
    m_start.arrive_and_wait();
    for (std::thread &thread : m_threads)
        thread.join();
}

void WorkerTeam::serve(int worker)
{
    for (;;) {
        m_start.arrive_and_wait();
        if (m_stopping)
            return;
        // A barrier wakes its threads one after the other; this lets all go on within a microsecond.
        for (++m_ready; m_ready < size();)
            std::this_thread::yield();
        Span &span = m_spans[static_cast<std::size_t>(worker)];
        const double threadStart = threadSeconds();
        span.start = Clock::now();
        (*m_work)(worker);
        span.end = Clock::now();
        span.threadSeconds = threadSeconds() - threadStart;
        if (*m_after)
            (*m_after)(worker);
        m_end.arrive_and_wait();
    }
}

double WorkerTeam::run(const Work &work, const Work &after)
{
    m_work = &work;
    m_after = &after;
    m_ready = 0;
    m_start.arrive_and_wait();
    m_end.arrive_and_wait();
    if (m_runningShare < 1)
        return ownSeconds();
    const auto first = std::ranges::min(m_spans, {}, &Span::start).start;
    const auto last = std::ranges::max(m_spans, {}, &Span::end).end;
    return std::chrono::duration<double>(last - first).count();
}

double WorkerTeam::longestThreadSeconds() const
{
    return std::ranges::max(m_spans, {}, &Span::threadSeconds).threadSeconds;
}

} // namespace rooflight
