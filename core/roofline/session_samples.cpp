// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_samples.h"

namespace rooflight {

SessionSamples::SessionSamples(const Session &session)
    : m_session(&session)
{
    if (!session.layers)
        return;
    for (std::size_t i = 0; i < session.layers->items.size(); ++i)
        m_positions[session.layers->items[i].item] = i;
}

const SampleSet *SessionSamples::of(ItemId item) const
{
    const auto position = m_positions.find(item);
    if (position == m_positions.end() || !m_session->layers || position->second >= m_session->layers->items.size())
        return nullptr;
    const SampleSet &samples = m_session->layers->items[position->second].samples;
    return samples.samplesNs.empty() ? nullptr : &samples;
}

const SampleSet *SessionSamples::ofModel() const
{
    if (m_session->latency)
        return &m_session->latency->samples;
    return m_session->layers ? &m_session->layers->instrumentedModel : nullptr;
}

} // namespace rooflight
