// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/cost/call/operator_call.h"
#include "core/cost/rules/cost_rule.h"

#include <optional>

namespace rooflight {

/// Which elements of the input the windows of a pooling hold.
enum class Padding {
    LeftOut, ///< only those of the input: what is really summed
    Included, ///< those of the padding as well
};

/// Sum of the sizes of all windows of avg_pool or max_pool; `nullopt` if the arguments do not say.
[[nodiscard]] std::optional<Count> windowSum(const OperatorCall &call, Padding padding);

/// Product of the kernel's sides; `nullopt` if the call has no kernel_size.
[[nodiscard]] std::optional<Count> kernelElements(const OperatorCall &call);

/// Work of avg_pool and of adaptive_avg_pool: the sums of the windows and one division for each output.
[[nodiscard]] std::optional<Work> averagePoolWork(const OperatorCall &call);
[[nodiscard]] std::optional<Work> adaptiveAveragePoolWork(const OperatorCall &call);

} // namespace rooflight
