// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/results/sweep/sweep.h"

#include <cstdint>
#include <optional>

namespace rooflight {

/// Goes on with the search for the largest batch where memory ended it, a process for each try. In one process a batch
/// that failed, and even one that ran, leaves less for the next: what is said to fit last is below what a new process
/// runs, and some that were said to fail run there.
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

    /// The request of such a try: a sweep of this batch, behind the smallest one.
    [[nodiscard]] static Request requestOf(const Request &request, const Try &attempt);

    /// What a process said of next(). Nothing if it was lost: by \p failure, without one for lack of memory.
    void take(std::optional<BatchPoint> point, const std::optional<ComposedText> &failure = {});

    /// What is known by now.
    [[nodiscard]] const BatchSweep &sweep() const { return m_sweep; }

private:
    static constexpr int mostTries = 16;

    [[nodiscard]] std::optional<std::int64_t> nextSize() const;

    BatchSweep m_sweep;
    std::int64_t m_begin; ///< the largest that fitted before
    std::optional<std::int64_t> m_refused; ///< the smallest above the largest that did not fit in its own process
    int m_fitted = 0; ///< tries above m_begin
    int m_tries = 0;
};

} // namespace rooflight
