// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_samples.h"

#include <utility>

namespace rooflight {

SessionSamples::SessionSamples(Session session)
    : m_session(std::move(session))
{
    if (!m_session.layers)
        return;
    for (std::size_t i = 0; i < m_session.layers->items.size(); ++i)
        m_positions[m_session.layers->items[i].item] = i;
}

const SampleSet *SessionSamples::of(ItemId item) const
{
    const auto position = m_positions.find(item);
    if (position == m_positions.end())
        return nullptr;
    const SampleSet &samples = m_session.layers->items[position->second].samples;
    return samples.samplesNs.empty() ? nullptr : &samples;
}

const SampleSet *SessionSamples::ofModel() const
{
    if (m_session.latency)
        return &m_session.latency->samples;
    return m_session.layers ? &m_session.layers->instrumentedModel : nullptr;
}

} // namespace rooflight
