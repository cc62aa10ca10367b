// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/model/request.h"
#include "core/results/latency/latency.h"
#include "core/results/sweep/sweep.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// Goes on with the search for the largest batch where memory ended it, a process for each try, which times that batch
/// alone. The heap of one process that tries all depends on the batches before: most end below what a new process runs,
/// and some above it.
class BatchPerProcess
{
public:
    struct Try {
        std::int64_t batch = 0;
        bool measured = false; ///< in full; else it is only to be known whether it fits

        bool operator==(const Try &) const = default;
    };

    /// Whether a sweep that is over goes on so. On a GPU LibTorch gives its memory back between tries.
    [[nodiscard]] static bool continues(const Request &request, const BatchSweep &sweep);

    explicit BatchPerProcess(BatchSweep sweep);

    /// What to try next, until the largest is known to a hundredth, and it and the recommended one are measured.
    [[nodiscard]] std::optional<Try> next() const;

    /// The request of such a try: the latency of this batch, or, to measure it or where sizes are given, a sweep of it
    /// behind the smallest one.
    [[nodiscard]] static Request requestOf(const Request &request, const Try &attempt);

    /// What a process that timed a batch alone says of it.
    [[nodiscard]] static BatchPoint pointOf(const Request &request, std::int64_t batch, const ModelLatency &latency);
    /// Of a batch that ran out of memory with \p error.
    [[nodiscard]] static BatchPoint pointOf(std::int64_t batch, const Error &error);

    /// What a process said of next(). Nothing if it was lost: by \p failure, without one for lack of memory.
    void take(std::optional<BatchPoint> point, const std::optional<ComposedText> &failure = {});

    /// What is known by now.
    [[nodiscard]] const BatchSweep &sweep() const { return m_sweep; }

private:
    static constexpr int mostTries = 24;

    [[nodiscard]] std::optional<std::int64_t> nextSize() const;
    [[nodiscard]] std::int64_t largestThatRan() const { return m_ran.empty() ? 0 : m_ran.rbegin()->first; }
    [[nodiscard]] std::int64_t sizeBelow(std::int64_t refused) const;
    void takeSize(BatchPoint point);
    void takeMeasured(BatchPoint point);
    void replace(BatchPoint point);
    void trustOneProcess();

    BatchSweep m_sweep;
    std::vector<BatchPoint> m_before; ///< of the process that tried all
    std::int64_t m_begin; ///< the largest that fitted behind others
    std::map<std::int64_t, int> m_ran; ///< batch -> processes of its own in which it fitted
    std::optional<std::int64_t> m_refused; ///< the smallest that did not
    std::set<std::int64_t> m_measured; ///< tried in full
    int m_steps = 0; ///< tries beyond m_begin in one direction: each goes twice as far
    int m_tries = 0;
};

} // namespace rooflight
