// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/operator_call.h"
#include "core/model/count.h"

#include <optional>

namespace ridgepoint {

/// Which elements of the input the windows of a pooling hold.
enum class Padding {
    LeftOut, ///< only those of the input: what is really added up
    Included, ///< those of the padding as well
};

/// Sum of the sizes of all windows of avg_pool or max_pool; nothing when the arguments do not tell.
[[nodiscard]] std::optional<Count> windowSum(const OperatorCall &call, Padding padding);

/// Sum of the sizes of all windows of an adaptive pooling: output o covers [floor(o*I/O), ceil((o+1)*I/O)).
[[nodiscard]] std::optional<Count> adaptiveWindowSum(const OperatorCall &call);

/// Product of the kernel's sides; nothing when the call has no kernel_size.
[[nodiscard]] std::optional<Count> kernelElements(const OperatorCall &call);

} // namespace ridgepoint
