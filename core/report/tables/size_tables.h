// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/format/text_layout.h"

namespace rooflight {

// What is said of a sweep over sizes of the inputs.

[[nodiscard]] Facts sizeFacts(const BatchSweep &sweep);

/// One row a size.
[[nodiscard]] TableContent sizeContent(const BatchSweep &sweep);

} // namespace rooflight
