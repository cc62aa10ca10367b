// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/judged_session.h"

namespace ridgepoint {

JudgedSession::JudgedSession(const Session &session)
    : m_session(&session)
    , m_points(session)
{
    if (!session.analysis)
        return;
    m_chartItems = ridgepoint::chartItems(*session.analysis);
    m_summary = summaryOf(session, m_points);
    m_blocks = ridgepoint::equalBlocks(*session.analysis);
    m_equal = EqualItems(*session.analysis, m_blocks);
    m_answer = answerOf(session, m_points, m_summary, m_equal);
}

} // namespace ridgepoint
