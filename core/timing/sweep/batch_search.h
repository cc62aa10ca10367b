// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/sweep/sweep.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace rooflight {

/// The batch to try next in the search for the largest one that fits, from what is known so far; nothing when the
/// search is over. It depends on the points alone, so that a sweep goes on where another one was lost. A batch that the
/// model refuses or that is too slow ends the search; between the largest that fits and the smallest that is too large
/// all others are parted in halves. A sequential search tries 1 and then the multiples of its step.
[[nodiscard]] std::optional<std::int64_t> nextBatch(const BatchSweep &sweep);

/// Largest batch that fits and is smaller than every batch that does not fit; 0 if there is none.
[[nodiscard]] std::int64_t largestFitting(const BatchSweep &sweep);

/// Whether smaller batches may fit where this one does not: it lacks memory, or loses its processes.
[[nodiscard]] bool isTooLarge(const BatchPoint &point);

/// What bounds a search that is over: "memory", "maximum_batch", "slow" or "model".
[[nodiscard]] std::string_view boundOf(const BatchSweep &sweep);

/// Batches to measure besides the powers of two once the largest is known: the largest, the recommended one, and
/// those half way (geometrically) between the one of the highest throughput and the next measured ones. Only batches
/// that were not measured yet, the most wanted first.
[[nodiscard]] std::vector<std::int64_t> batchesToMeasure(const BatchSweep &sweep);

/// Removes the batches to try again from a sweep that goes on; \returns how many processes each batch has lost.
/// Somebody may have ended the process that tried a batch: it gets another chance, also after a crash. So does what was
/// cut short, and what failed in a sweep where nothing fitted: its error was not kept, and may have been the device's.
[[nodiscard]] std::map<std::int64_t, int> retryLostBatches(BatchSweep &sweep);

/// Fills in largest, best, knee and recommended from the points.
void conclude(BatchSweep &sweep);

} // namespace rooflight
