// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/explained_items.h"

#include <string>
#include <vector>

namespace rooflight {

// What experiments on single operators brought, apart from how it is drawn.

/// "bandwidth-bound, contradicted: the kernel provides new memory for it at each call, page by page (-77 %, 95 %
/// interval -78 % to -76 %)", or why it could not be called again.
[[nodiscard]] Phrase proofPhrase(const ExplainedItem &item);

/// One fact an operator, one row an experiment, and what to do about the causes that were found. The session has an
/// explanation.
[[nodiscard]] Section explanationSection(const JudgedSession &judged);

/// One JSON object, as in docs/reference/schema/explanation.schema.json.
[[nodiscard]] std::string explanationToJson(const JudgedSession &judged);

} // namespace rooflight
