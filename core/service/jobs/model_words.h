// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"

#include <string>
#include <string_view>

namespace rooflight {

/// At most 32 of a to z, digits and underscores: what no sentence is.
[[nodiscard]] bool isCodeWord(std::string_view text);

/// Whether the words of a result that stand for a choice are such.
[[nodiscard]] bool hasCodeWords(const RecordBody &body);

/// Sentences of a result, which stand among the program's own: those that follow from its numbers or from the request
/// are made anew, those that this program makes stay, and the others become quotations. The device is \p device, which
/// the process named before untrusted code ran in it. Whether something changed. The result is one that
/// hasCodeWords().
[[nodiscard]] bool rephraseResults(RecordBody &body, const Request &request, const Device &device);

} // namespace rooflight
