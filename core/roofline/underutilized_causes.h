// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/device.h"
#include "core/results/analysis/analysis.h"
#include "core/roofline/kernel_causes.h"

#include <optional>
#include <vector>

namespace rooflight {

/// What was seen of the runs that an operator was timed in.
struct RunFacts {
    std::optional<double> timeNs; ///< of the operator
    bool waitedForMemory = false; ///< SampleFlag::PageFaults
    bool inChannelsLast = false; ///< images, all over the model
    OperatorKernels kernels = {}; ///< that it launched on a GPU
    const GpuFacts *gpu = nullptr; ///< that they ran on; null: none
};

/// Whether oneDNN copies the images of a convolution into a format of its own, and the result back: those on a CPU that
/// are not in channels last.
[[nodiscard]] bool imagesAreCopied(const Operator &op, const Device &device, bool inChannelsLast);

/// Why this operator may be far below both roofs, from what is known of it; the likeliest first, those that its kernels
/// show before others. Never empty.
[[nodiscard]] std::vector<LikelyCause> underutilizedCauses(const Operator &op, const Device &device,
                                                           const RunFacts &run = {});

} // namespace rooflight
