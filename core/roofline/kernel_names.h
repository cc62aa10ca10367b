// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_set.h"
#include "core/model/verdict.h"
#include "core/results/analysis/analysis.h"

#include <span>
#include <string_view>

namespace rooflight {

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
