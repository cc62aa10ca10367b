// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/roof_session.h"

#include <string>
#include <vector>

namespace ridgepoint::cuda {

struct GpuRoofs {
    std::vector<Roof> roofs;
    std::vector<std::string> notes; ///< plain sentences: what could not be measured and why, clocks and power
};

/// Measures every roof that the GPU has. A roof that there is not enough memory for becomes a note; the error of a GPU
/// that vanishes ends everything. When keepGoing ends it, the roofs so far are given.
[[nodiscard]] Result<GpuRoofs> measureRoofs(Gpu &gpu, Effort effort, const PeaksKeepGoing &keepGoing,
                                            HostClock clock = {});

} // namespace ridgepoint::cuda
