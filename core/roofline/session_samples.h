// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/results/layers/layers.h"
#include "core/results/session.h"

#include <cstddef>
#include <map>

namespace rooflight {

/// The times of a session's runs, to be looked up.
class SessionSamples
{
public:
    explicit SessionSamples(Session session);

    [[nodiscard]] const Session &session() const { return m_session; }
    /// Null if it was not timed by itself.
    [[nodiscard]] const SampleSet *of(ItemId item) const;
    /// Samples of the whole model: bare, else instrumented; null if neither was timed.
    [[nodiscard]] const SampleSet *ofModel() const;

private:
    Session m_session;
    std::map<ItemId, std::size_t> m_positions; ///< in LayerLatencies::items
};

} // namespace rooflight
