// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/text.h"
#include "core/base/utf8.h"

#include <string>
#include <string_view>

namespace rooflight {

/// Fit for the middle of a one-line message: valid UTF-8, control characters as '?', a long text cut short.
[[nodiscard]] std::string messagePart(std::string_view text);

/// A to Z as a to z, everything else as it is: PyTorch's reader compares record names like that.
[[nodiscard]] std::string asciiLower(std::string_view text);

} // namespace rooflight
