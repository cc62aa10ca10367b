// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/explanation/called_operator.h"
#include "core/torchscript/replay/captured_call.h"

namespace rooflight {

/// What the call was made with, so that it can be made again with other data. Reads the data of tensors for their
/// range; nothing if LibTorch cannot, for example for lack of memory.
[[nodiscard]] std::optional<CalledOperator> describedCall(const CapturedCall &call);

} // namespace rooflight
