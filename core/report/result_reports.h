// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/result_kinds.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/judged_session.h"

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

using Sections = std::vector<Section>;

/// The sections of all results that a session holds, in text and HTML: but for the file, the analysis and the roofs,
/// which are the page around them.
[[nodiscard]] Sections resultSections(const JudgedSession &judged);

/// What a session is about as a table, RFC 4180: the first of these kinds that it holds, in an order of its own.
/// Nothing where it holds none that has a table.
[[nodiscard]] std::optional<std::string> resultToCsv(const JudgedSession &judged, ResultKinds kinds);

} // namespace rooflight
