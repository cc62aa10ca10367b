// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/results/layers/layers.h"
#include "core/results/session.h"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

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

/// The runs that took longest, the slowest first; by position in SampleSet::samplesNs.
[[nodiscard]] std::vector<std::size_t> slowestRuns(const SampleSet &samples, std::size_t most);

/// How many runs lie beyond the upper quartile by more than 1.5 interquartile ranges; 0 of fewer than four.
[[nodiscard]] std::size_t slowRunCount(const SampleSet &samples);

/// Where one of the instrumented runs spent what it took beyond their median.
struct RunExcess {
    double excessNs = 0; ///< of the whole model; negative for a fast run
    double betweenNs = 0; ///< of it outside of all operators
    std::optional<ItemId> item; ///< the operator with most of it
    double itemNs = 0;
    std::size_t slower = 0; ///< of all operators, how many took longer than their own medians
    std::size_t all = 0;
};

/// Without a value if there is no such run. Operators that were not timed in every run do not count.
[[nodiscard]] std::optional<RunExcess> excessOf(const LayerLatencies &layers, std::size_t run);

} // namespace rooflight
