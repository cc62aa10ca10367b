// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/cost/call/operator_call.h"

#include <optional>

namespace rooflight {

/// Elements of its target that an operator writes which scatters values by indices or by a mask; `nullopt` if the
/// arguments do not say. A mask whose true elements were not counted picks all.
[[nodiscard]] std::optional<Count> pickedElements(const OperatorCall &call);

} // namespace rooflight
