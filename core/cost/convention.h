// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/cost/call/operator_call.h"
#include "core/cost/rules/cost_table.h"

#include <cstdint>

namespace rooflight {

/// How work is summed into one FLOP figure.
enum class Convention {
    Fma2, ///< a multiply-add is two, elementwise, transcendental and reductions one each
    Matrix, ///< two per multiply-add of matrix work, nothing else
    Mac, ///< one per multiply-add of matrix work, nothing else
    Torchstat, ///< column "Flops": multiply-adds, bias of convolutions, 2 per element of batch norm, pools, ReLU family
    Thop, ///< multiply-adds, 4 per element of normalization, sums of average pools, softmax, interpolation
    Fvcore, ///< multiply-adds, 2 per element of batch norm, 5 of other norms, adaptive pools, interpolation
};

template<>
inline constexpr auto enumNames<Convention> = EnumNames<Convention, 6> { {
    { Convention::Fma2, "fma2" },
    { Convention::Matrix, "matrix" },
    { Convention::Mac, "mac" },
    { Convention::Torchstat, "torchstat" },
    { Convention::Thop, "thop" },
    { Convention::Fvcore, "fvcore" },
} };

/// FLOPs of one operator call under the convention. `work` is workOf(call). The last three follow those tools if
/// they have a formula (compute_flops.py of torchstat, vision/basic_hooks.py of thop, jit_handles.py of fvcore) and
/// count their zero if they have none; but matrix work that they lose is counted.
[[nodiscard]] std::int64_t flopsOf(const OperatorCall &call, const OperatorWork &work, Convention convention);

} // namespace rooflight
