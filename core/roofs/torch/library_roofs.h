// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/roof.h"
#include "core/roofs/repetitions.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint {

/// Time that all visits of LibraryRoofs take together.
[[nodiscard]] double librarySeconds(Effort effort);

/// One call of LibTorch, ready to run.
struct LibraryCall {
    std::string shape;
    double flops = 0;
    std::function<void()> run;
};

/// What LibTorch's own matrix products and convolutions reach on the CPU, with the threads that it uses: of FP32, FP64,
/// FP16, BF16 and INT8, as far as they are among `precisions` (Roof::precision). For each the fastest of a few shapes
/// that suit such libraries; Roof::instructions tells which. They are there to compare with (Roof::unit "library") and
/// judge nothing: a library may save multiplications, as Winograd's convolution does, and then passes the hardware's
/// roof. With Effort::Quick the product of FP32 alone. What LibTorch cannot compute on this machine has no roof.
class LibraryRoofs
{
public:
    /// Each visit ends early when `cancelled`.
    LibraryRoofs(const std::set<std::string> &precisions, Effort effort, std::function<bool()> cancelled);

    /// Some repeats of each roof. To be called visitRounds() times, some time apart.
    void visit();

    /// Of what was visited. Called once.
    [[nodiscard]] std::vector<Roof> takeRoofs();

private:
    /// The calls that may reach a roof, the fastest of them, and what that reached at each visit.
    struct Entry {
        Roof roof;
        std::vector<std::function<LibraryCall()>> calls; ///< from little work to much
        std::optional<LibraryCall> fastest;
        std::vector<Repeats> visits;
    };

    [[nodiscard]] bool isTooSlow(const Entry &entry) const;
    void visit(Entry &entry) const;
    [[nodiscard]] std::optional<LibraryCall> fastestOf(const Entry &entry) const;
    [[nodiscard]] double rateOf(const LibraryCall &call) const;

    const Effort m_effort;
    const std::function<bool()> m_cancelled;
    std::vector<Entry> m_entries;
    double m_halfSeconds = 0; ///< of an entry: half of its time is for the search, half for the repeats
};

} // namespace ridgepoint
