// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/model/request.h"

#include <string>
#include <string_view>

namespace rooflight {

/// A text as it is read that was written into a record: bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string asInRecords(const std::string &text);

/// Whether a sentence is one of core/model/error_sentences.h about this request, with nothing in its places but what
/// may stand there: a model can only choose between them, and what it says itself is in quotation marks.
[[nodiscard]] bool isOwnSentence(const ComposedText &sentence, const Request &request);

/// The same of an error: of its hint, code and status, too.
[[nodiscard]] bool isOwnError(const Error &error, const Request &request);

/// Whether a sentence on the batch is one that this program makes, and fits what was asked for: a model can only choose
/// between them, and name a dimension and an argument in them.
[[nodiscard]] bool isOnBatch(const ComposedText &sentence, const Request &request);

/// Why a batch, or sizes, were not measured, if this program says it.
[[nodiscard]] bool isOnMeasuring(const ComposedText &reason, const Request &request);

/// Why no energy is known, if this program says it.
[[nodiscard]] bool isOnEnergy(const ComposedText &reason, const Request &request);

/// Why an operator has no count, if the table says it.
[[nodiscard]] bool isOnCounting(const ComposedText &reason, const Request &request);

/// Why a GPU did not hold back its queue, name its kernels or replay a graph, if this program says it.
[[nodiscard]] bool isOnGpu(std::string_view reason, const Request &request);

/// The name of a stage of a pipeline that the request names.
[[nodiscard]] bool isStageOf(std::string_view name, const Request &request);

} // namespace rooflight
