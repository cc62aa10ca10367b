// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/benchmark_messages.h"
#include "core/service/steps/prepared_model.h"

#include <array>
#include <functional>

namespace rooflight {

/// What holds for a whole benchmark process: malloc, pages, denormals, threads. Call it before LibTorch computes
/// anything. Throws std::runtime_error if the system refuses: what then is timed would be the model as it is.
void applyToProcess(const RunSetup &setup);

/// Environment variables that keep LibTorch, oneDNN or MKL from instructions that the CPU has.
inline constexpr std::array instructionCaps = { "ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA",
                                                "MKL_ENABLE_INSTRUCTIONS" };

/// The request of a benchmark process: that of the job, under the setup of the process.
[[nodiscard]] Request requestUnder(const Request &request, const RunSetup &setup);

/// What a benchmark process needs of its parent.
struct BenchmarkLoader {
    /// Gives up the rights that a model has no use for. Errors: those of a request.
    std::function<Result<void>()> confine;
    /// Loads the plain model and makes its inputs. Errors: those of a model.
    std::function<Result<PreparedModel *>()> loadPlain;
};

/// Answers the requests of the other end until it is gone. The first must be Load or Disturb; \p loader is called
/// then.
void answerRequests(BenchmarkSocket socket, const Request &request,
                    const std::function<BenchmarkLoader(const Request &)> &loader);

/// The same where the first, which is Load, was read already: \p own is the request under its setup.
void answerLoaded(BenchmarkSocket socket, const Request &own, BenchmarkRequest first, BenchmarkLoader loader);

} // namespace rooflight
