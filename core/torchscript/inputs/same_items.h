// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/ivalue.h>

namespace rooflight {

/// Whether the results \p alone come out again as the second half of the results \p together, along one dimension of
/// each tensor or as the second half of a list. Results of equal shape must be equal, and at least one must be halved.
/// \p tolerance is a share of the largest magnitude of a result; of integers one in a hundred may differ.
[[nodiscard]] bool isRepeatedBehindOthers(const c10::IValue &alone, const c10::IValue &together, double tolerance);

} // namespace rooflight
