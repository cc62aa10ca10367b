// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/verdict.h"
#include "core/results/analysis/analysis.h"
#include "core/results/session.h"

#include <span>
#include <string_view>
#include <vector>

namespace rooflight {

// What the name and the sizes of an operator say of its work.

/// "relu" of "aten::relu_" and "aten::_relu".
[[nodiscard]] std::string_view plainName(std::string_view name);

/// A convolution of few multiply-adds an output.
[[nodiscard]] bool isDepthwise(const Operator &op);

[[nodiscard]] bool isRecurrent(const Operator &op);

/// A product with a dimension too small for the blocks that libraries work on.
[[nodiscard]] bool isNarrowProduct(const Operator &op);

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

// What the names of kernels say. They are words of a process that is not trusted: they are compared, and never shown by
// this.

/// A kernel whose name contains this, of an operator of these families, has that cause.
struct KernelPattern {
    std::string_view part;
    std::string_view also; ///< that the name contains, too; empty: nothing more
    EnumSet<OperatorFamily> families;
    UnderutilizedCause cause = UnderutilizedCause::Unknown;
    CauseForm form = CauseForm::Plain;
    std::string_view source; ///< libraries whose kernel it is, with their versions

    [[nodiscard]] bool fits(OperatorFamily family, std::string_view kernel) const;
};

[[nodiscard]] std::span<const KernelPattern> kernelPatterns();

/// A kernel on tensor cores, whatever it does.
[[nodiscard]] bool namesTensorCores(std::string_view kernel);
/// A kernel for products or convolutions, on whatever units.
[[nodiscard]] bool namesProduct(std::string_view kernel);
/// LibTorch's kernel for sums, means and the like.
[[nodiscard]] bool namesReduction(std::string_view kernel);

/// Generation of GPUs that a kernel was written for: 8 for "sm80_xmma_gemm..."; 0 if its name says none.
[[nodiscard]] int generationOf(std::string_view kernel);

} // namespace rooflight
