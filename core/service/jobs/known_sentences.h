// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/model/request.h"

#include <string_view>

namespace rooflight {

/// Whether a sentence on the batch is one that this program makes, and fits what was asked for: a model can only choose
/// between them, and name a dimension and an argument in them.
[[nodiscard]] bool isOnBatch(const ComposedText &sentence, const Request &request);

/// Why a batch, or sizes, were not measured, where this program says it.
[[nodiscard]] bool isOnMeasuring(const ComposedText &reason);

/// Why an operator has no count, where the table says it.
[[nodiscard]] bool isOnCounting(const ComposedText &reason);

/// Why the queue of a GPU was not held back.
[[nodiscard]] bool isOnQueue(std::string_view reason);

/// The name of a stage of a pipeline that the request names.
[[nodiscard]] bool isStageOf(std::string_view name, const Request &request);

} // namespace rooflight
