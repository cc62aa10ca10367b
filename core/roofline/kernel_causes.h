// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"
#include "core/results/session.h"

#include <span>
#include <vector>

namespace rooflight {

/// What a session says of the GPU that its kernels ran on.
struct GpuFacts {
    /// Compute capability, without its minor number, that the GPU has at least: none runs kernels written for a later
    /// one, and none before 8.0 has tensor cores for TF32. 0: nothing says so.
    int generation = 0;
    std::vector<Precision> tensorCores; ///< what a roof of tensor cores was measured for
    Tf32Use tf32;
};

/// \p peaks: roofs of this GPU; null if there are none.
[[nodiscard]] GpuFacts gpuFactsOf(const Session &session, const DeviceRoofs *peaks);

/// Kernels of one operator on a GPU.
struct OperatorKernels {
    std::span<const KernelUse> uses;
    double ofNs = 0; ///< their time as it is shown: times of the uses are scaled to it
};

/// The kernels that each operator of an analysis launched; without uses if none are listed.
[[nodiscard]] std::vector<OperatorKernels> kernelsOf(const LayerLatencies &layers, std::size_t operators);

/// Causes that the names of an operator's kernels show, the likeliest first. Names are only compared with patterns.
[[nodiscard]] std::vector<LikelyCause> kernelCauses(const Operator &op, const OperatorKernels &kernels,
                                                    const GpuFacts &gpu, bool inChannelsLast);

} // namespace rooflight
