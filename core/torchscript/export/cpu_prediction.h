// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

#include <vector>

namespace rooflight {

/// Some operators consist of others, and of which ones depends on the device, or on whether there are data: attention,
/// singular values and eigenvalues. Calls those that a CPU would run, of tensors without data. The arguments at the end
/// of \p stack become the result. False, and nothing is done, for any other operator.
bool runAsOnCpu(const c10::OperatorHandle &op, std::vector<c10::IValue> &stack);

} // namespace rooflight
