// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/model/latency.h"
#include "core/model/session.h"

#include <cstddef>
#include <map>

namespace rooflight {

/// The times of a session's runs, to be looked up. The session must outlive it; items that are added later are not
/// found.
class SessionSamples
{
public:
    explicit SessionSamples(const Session &session);

    [[nodiscard]] const Session &session() const { return *m_session; }
    /// Null where it was not timed by itself.
    [[nodiscard]] const SampleSet *of(ItemId item) const;
    /// Of the whole model: bare, else instrumented; null where neither was timed.
    [[nodiscard]] const SampleSet *ofModel() const;

private:
    const Session *m_session;
    std::map<ItemId, std::size_t> m_positions; ///< in LayerLatencies::items
};

} // namespace rooflight
