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

/// A device that models run on.
struct Device {
    std::string kind; ///< "cpu" or "cuda"
    int index = 0; ///< which of its kind
    std::string name; ///< for example "AMD EPYC 9654 96-Core Processor"
    std::string uuid; ///< empty for a CPU
    std::string driver; ///< empty for a CPU
    int threads = 0; ///< threads that run operators on a CPU; 0 for a GPU

    [[nodiscard]] bool isCuda() const { return kind == "cuda"; }
    /// "cpu" or "cuda:0", as in Request::device.
    [[nodiscard]] std::string place() const;

    bool operator==(const Device &) const = default;
};

/// For people: "AMD EPYC 9654 (cpu, 16 threads)".
[[nodiscard]] std::string deviceText(const Device &device);

} // namespace rooflight
