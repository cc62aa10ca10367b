// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"

#include <string>
#include <string_view>

namespace ridgepoint {

/// Words of a model's process as a quotation: on one line, bounded, and without a mark that would end it.
[[nodiscard]] std::string quotationOfModel(std::string_view text);

/// At most 32 of a to z, digits and underscores: what no sentence is.
[[nodiscard]] bool isCodeWord(std::string_view text);

/// Whether the words of a result that stand for a choice are such.
[[nodiscard]] bool hasCodeWords(const RecordBody &body);

/// Sentences of a result, which stand among the program's own: those that follow from its numbers are made anew, and
/// the others become quotations. Whether something changed. The result is one that hasCodeWords().
[[nodiscard]] bool rephraseResults(RecordBody &body, const Request &request);

} // namespace ridgepoint
