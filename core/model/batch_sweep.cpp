// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/batch_sweep.h"

#include "core/base/enum_names.h"

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr EnumNames<BatchSearch, 2> searchNames = { {
    { BatchSearch::Binary, "binary" },
    { BatchSearch::Sequential, "sequential" },
} };

constexpr EnumNames<BatchOutcome, 5> outcomeNames = { {
    { BatchOutcome::Trying, "trying" },
    { BatchOutcome::Fits, "fits" },
    { BatchOutcome::OutOfMemory, "out_of_memory" },
    { BatchOutcome::Failed, "failed" },
    { BatchOutcome::TooSlow, "too_slow" },
} };

} // namespace

std::string_view name(BatchSearch search)
{
    return nameIn(searchNames, search);
}

std::string_view name(BatchOutcome outcome)
{
    return nameIn(outcomeNames, outcome);
}

std::optional<BatchSearch> batchSearchFromName(std::string_view text)
{
    return valueIn(searchNames, text);
}

std::optional<BatchOutcome> batchOutcomeFromName(std::string_view text)
{
    return valueIn(outcomeNames, text);
}

const BatchPoint *BatchSweep::find(std::int64_t batch) const
{
    const auto found = std::ranges::find(points, batch, &BatchPoint::batch);
    return found == points.end() ? nullptr : &*found;
}

} // namespace ridgepoint
