// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// CPUs that have something in common.
struct CpuGroup {
    std::string name; ///< of a node of memory its number, of a kind of core "performance", "efficiency", ...
    std::vector<int> cpus; ///< as the kernel counts, ascending

    bool operator==(const CpuGroup &) const = default;
};

/// What a CPU and its system offer to programs that compute, for whoever judges a measurement.
struct Processor {
    std::string instructionSet; ///< that the roofs are measured with, for example "avx512"; empty: unknown
    std::string libtorchInstructionSet; ///< whose kernels LibTorch calls, for example "AVX512"; empty: unknown
    std::vector<std::string> extensions; ///< for neural networks, on top of it: "avx512_bf16", "amx_int8"
    std::int64_t pageBytes = 0;
    std::string hugePages; ///< when the kernel gives some: "always", "madvise" or "never"; empty: unknown
    std::vector<CpuGroup> nodes; ///< of memory, with those of their CPUs that this process may use
    std::vector<CpuGroup> coreKinds; ///< fastest first; empty: all are of a kind
    std::optional<double> quotaCpus; ///< CPU seconds a second; absent: no quota

    bool operator==(const Processor &) const = default;
};

} // namespace rooflight
