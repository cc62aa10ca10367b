// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/roofline/token_figures.h"

#include <string>
#include <vector>

namespace rooflight {

// Workloads of one language model: taking in a prompt (prefill), and a token after the other (decode).

/// A table, and for each decode a sentence on what memory allows.
[[nodiscard]] Section tokenSection(const std::vector<TokenFigures> &workloads);
/// The same of a session's workloads, under a title; nothing but that for a session without workloads.
[[nodiscard]] Section workloadSection(const Session &session);
[[nodiscard]] std::string tokensText(const std::vector<TokenFigures> &workloads, int width);

/// One row a workload as RFC 4180, columns as in docs/reference/csv.md.
[[nodiscard]] std::string tokensToCsv(const std::vector<TokenFigures> &workloads);

/// One object, `rooflight.tokens`.
[[nodiscard]] std::string tokensToJson(const std::vector<TokenFigures> &workloads);

} // namespace rooflight
