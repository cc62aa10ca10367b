// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/layers/layers.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A time that one thread of the host spent in something, in nanoseconds since 1970.
struct HostSpan {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t thread = 0;
};

/// What a profiler noted of one run.
struct ProfiledWork {
    /// A function of LibTorch that the host called; such calls nest.
    struct Call {
        std::uint64_t id = 0;
        std::string name;
        HostSpan span;
    };

    /// A kernel, or a copy or fill of memory, that a GPU ran.
    struct Kernel {
        std::string name;
        double durationNs = 0;
        std::uint64_t call = 0; ///< id of the innermost call that launched it; 0: none is known
        double blocksPerMultiprocessor = 0; ///< of its grid; 0: not known
    };

    std::vector<Call> calls;
    std::vector<Kernel> kernels;
};

/// An operator of an analysis in one run, noted by somebody else than the profiler.
struct NotedOperator {
    std::string name;
    HostSpan span;
};

/// One run, and its operators in the order of the analysis.
struct ProfiledRun {
    ProfiledWork work;
    std::vector<NotedOperator> operators;
};

/// Kernels of each operator, and those that none launched.
struct KernelLists {
    std::vector<std::vector<KernelUse>> operators;
    std::vector<KernelUse> outside;
};

/// From what Kineto notes of a kernel: members of a JSON object, without its braces. 0: it says nothing of blocks.
[[nodiscard]] double blocksPerMultiprocessorIn(std::string_view details);

/// Gives each kernel to the operator in whose call its launch lies, to the innermost if operators nest, and adds up
/// those of the same name. An operator's call is the one of its name and thread that ended nearest to its own end. A
/// thread launches for its own operators only. All runs must have the same operators; launches and times are the
/// medians over the runs, and what most runs did without is left out.
[[nodiscard]] KernelLists kernelLists(const std::vector<ProfiledRun> &runs);

} // namespace rooflight
