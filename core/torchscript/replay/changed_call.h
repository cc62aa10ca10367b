// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/replay/call_change.h"
#include "core/torchscript/replay/captured_call.h"

#include <cstdint>
#include <optional>

namespace rooflight {

/// The same call changed; nothing if that changes none of its arguments, or the operator does not take it so: a
/// smaller footprint only if it reads whatever strides its arguments have, as elementwise ones and sums do; padding
/// only of products and convolutions; merged only if the work grows with the items: the results have mergedCalls
/// times the elements, and no index stays as it is. Makes the call once. Not for CallChange::CopiedBytes. Throws what
/// LibTorch throws if there is no memory for it.
[[nodiscard]] std::optional<CapturedCall> changedCall(const CapturedCall &call, CallChange change);

/// A copy on the device of the call's tensors that reads and writes \p bytes together. Nothing if it has none. Throws
/// what LibTorch throws if there is no memory for them.
[[nodiscard]] std::optional<CapturedCall> copyOfBytes(const CapturedCall &call, std::int64_t bytes);

} // namespace rooflight
