// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roof_terms.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight::kernels {

/// A loop of one arithmetic instruction in independent chains, in registers only.
struct ComputeLoop {
    Precision precision = Precision::Fp32;
    ArithmeticUnit unit = ArithmeticUnit::Vector;
    std::string instructions; ///< instruction set or its extension that the loop is made of
    std::int64_t flopPerRound = 0;
    std::int64_t flopPerCycleStep = 0; ///< a core does a whole number of these in a cycle
    /// The result depends on every chain, so that none can be left out.
    double (*run)(std::int64_t rounds) = nullptr;

    bool operator==(const ComputeLoop &) const = default;
};

/// Floats in one vector of the chosen instruction set.
[[nodiscard]] std::int64_t floatLanes();

/// FP32 and FP64 in vectors, fused and apart, and one number at a time, in the chosen instruction set.
[[nodiscard]] std::vector<ComputeLoop> floatLoops(const std::string &instructions);

/// The loops that this machine can run, of vectors no wider than those of the instruction set that was chosen
/// (chooseInstructionSet(), which gives `instructions`). First the multiply-adds "FP32 FMA" and, if vectors can hold
/// it, "FP64 FMA".
[[nodiscard]] std::vector<ComputeLoop> computeLoops(const std::string &instructions);

} // namespace rooflight::kernels
