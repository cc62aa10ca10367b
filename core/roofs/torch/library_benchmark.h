// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/roofs/roof_benchmark.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rooflight {

/// One call of LibTorch, ready to run.
struct LibraryCall {
    std::string shape;
    double flops = 0;
    std::function<void()> run;
};

/// What LibTorch's own matrix products and convolutions reach on the CPU, with the threads that it uses: of FP32, FP64,
/// FP16, BF16 and INT8, as far as they are among `precisions`. For each the fastest of a few shapes that suit such
/// libraries; Roof::instructions says which. They are there to compare with and judge nothing: a library may save
/// multiplications, as Winograd's convolution does, and then passes the hardware's roof. With Effort::Quick the product
/// of FP32 alone. What LibTorch cannot compute on this machine has no roof.
class LibraryBenchmark : public RoofBenchmark
{
public:
    LibraryBenchmark(const std::set<Precision> &precisions, Effort effort);

    [[nodiscard]] std::string_view name() const override { return "LibTorch"; }
    [[nodiscard]] double weight(RoundNumber round) const override;
    [[nodiscard]] Result<void> runRound(const RoofRound &round) override;
    [[nodiscard]] std::vector<Roof> results() override;

private:
    /// The calls that may reach a roof, the fastest of them, and what that reached in each round.
    struct Entry {
        Roof roof;
        std::vector<std::function<LibraryCall()>> calls; ///< from little work to much
        std::optional<LibraryCall> fastest;
        double allSeconds = 0; ///< for the repetitions of all rounds
        std::vector<Repetitions> rounds;
    };

    [[nodiscard]] bool isTooSlow(const Entry &entry) const;
    void measure(Entry &entry, double seconds, const RoofRound &round) const;

    const Effort m_effort;
    std::vector<Entry> m_entries;
};

} // namespace rooflight
