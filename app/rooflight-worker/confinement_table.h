// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

namespace rooflight {

/// Tries what a model is not to do and prints how each attempt ended, as a table or one JSON object. Errors:
/// UnsafeFile, if one went through that the confinement is to refuse; those of checkConfinement().
[[nodiscard]] Result<void> printConfinement(bool json);

} // namespace rooflight
