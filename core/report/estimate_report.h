// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/results/session.h"
#include "core/roofline/estimate.h"

#include <string>

namespace rooflight {

/// What a model is expected to take, with its interval, the limit of that, and each layer.
[[nodiscard]] Section estimateSection(const Estimate &estimate);
[[nodiscard]] std::string estimateText(const Estimate &estimate, int width);

/// One object, `rooflight.estimate`. \p there is the session that it was made for.
[[nodiscard]] std::string estimateToJson(const Estimate &estimate, const Session &there);

} // namespace rooflight
