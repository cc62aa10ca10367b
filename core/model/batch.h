// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"

#include <cstdint>
#include <string>

namespace rooflight {

/// How it is known which dimension of the inputs is the batch.
enum class BatchSource {
    Unknown, ///< it is not: a run counts as one item
    Given, ///< by the person
    Found, ///< by the results of two runs
};

template<>
inline constexpr auto enumNames<BatchSource> = EnumNames<BatchSource, 3> { {
    { BatchSource::Unknown, "unknown" },
    { BatchSource::Given, "given" },
    { BatchSource::Found, "found" },
} };

/// The items that a model processes in one run.
struct BatchInfo {
    std::int64_t items = 1; ///< 1 if the source is Unknown
    BatchSource source = BatchSource::Unknown;
    ComposedText reason; ///< one sentence: which dimension and why, or why it is not known

    bool operator==(const BatchInfo &) const = default;
};

/// How the largest batch is searched for.
enum class BatchSearch {
    Binary, ///< powers of two up to the first that does not fit, then halving
    Sequential, ///< in equal steps
};

template<>
inline constexpr auto enumNames<BatchSearch> = EnumNames<BatchSearch, 2> { {
    { BatchSearch::Binary, "binary" },
    { BatchSearch::Sequential, "sequential" },
} };

} // namespace rooflight
