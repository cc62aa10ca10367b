// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdicts.h"
#include "core/roofline/judged_session.h"

#include <string>

namespace rooflight {

[[nodiscard]] Verdicts verdictsOf(const JudgedSession &judged);

/// A whole session as one JSON object, with its verdicts if it holds an analysis.
[[nodiscard]] std::string sessionWithVerdictsToJson(const JudgedSession &judged);

} // namespace rooflight
