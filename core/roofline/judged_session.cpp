// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/judged_session.h"

#include "core/roofline/explained_items.h"

#include <atomic>

namespace rooflight {

namespace {

std::atomic<std::size_t> judged = 0;

} // namespace

std::size_t judgedSessions()
{
    return judged;
}

JudgedSession::JudgedSession(const Session &session)
    : m_session(&session)
    , m_points(session)
{
    m_summary = summaryOf(session, m_points);
    if (!session.analysis)
        return;
    ++judged;
    for (const auto &[item, finding] : findingsOf(*this))
        m_points.setFinding(item, finding);
    m_chartItems = rooflight::chartItems(*session.analysis);
    m_blocks = rooflight::equalBlocks(*session.analysis);
    m_equal = EqualItems(*session.analysis, m_blocks);
    m_answer = answerOf(session, m_points, m_summary, m_equal);
}

} // namespace rooflight
