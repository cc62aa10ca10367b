// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/roof.h"

#include <functional>
#include <vector>

namespace ridgepoint {

/// Time that measureLibraryRoofs() takes.
[[nodiscard]] double librarySeconds(Effort effort);

/// What LibTorch's own matrix products and convolutions reach on the CPU, with the threads that it uses: of FP32, and
/// of FP64, FP16, BF16 and INT8 where `hardware` has a roof of them. For each the fastest of a few shapes that suit
/// such libraries, in three visits some time apart; Roof::instructions tells which. They are
/// there to compare with (Roof::unit "library") and judge nothing: a library may save multiplications, as Winograd's
/// convolution does, and then passes the hardware's roof. With Effort::Quick the product of FP32 alone.
///
/// What LibTorch cannot compute on this machine has no roof, nor has anything where a quota holds the threads back: a
/// product then takes as long as the moment lets it. Ends early when `cancelled`.
[[nodiscard]] std::vector<Roof> measureLibraryRoofs(const Peaks &hardware, Effort effort,
                                                    const std::function<bool()> &cancelled);

} // namespace ridgepoint
