// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/judged_session.h"

#include "core/roofline/explained_items.h"

#include <atomic>
#include <utility>

namespace rooflight {

namespace {

std::atomic<std::size_t> judged = 0;

bool isJudgedAlike(const Session &a, const Session &b)
{
    return a.analysis.isSame(b.analysis) && a.peaks.isSame(b.peaks) && a.latency.isSame(b.latency)
        && a.layers.isSame(b.layers) && a.explanation.isSame(b.explanation) && a.thresholds == b.thresholds;
}

} // namespace

std::size_t judgedSessions()
{
    return judged;
}

JudgedSession::JudgedSession(Session session)
    : m_session(std::move(session))
{
    judge();
}

JudgedSession::JudgedSession(Session session, const JudgedSession &former)
    : m_session(std::move(session))
{
    if (isJudgedAlike(m_session, former.m_session))
        m_judgement = former.m_judgement;
    else
        judge();
}

void JudgedSession::judge()
{
    const auto found = std::make_shared<Judgement>();
    m_judgement = found; // experiments are about points that were judged without them
    found->points = SessionPoints(m_session);
    found->summary = summaryOf(m_session, found->points);
    if (!m_session.analysis)
        return;
    ++judged;
    for (const auto &[item, finding] : findingsOf(*this))
        found->points.setFinding(item, finding);
    found->chartItems = rooflight::chartItems(*m_session.analysis);
    found->blocks = rooflight::equalBlocks(*m_session.analysis);
    found->equal = EqualItems(*m_session.analysis, found->blocks);
    found->answer = answerOf(m_session, found->points, found->summary, found->equal);
}

} // namespace rooflight
