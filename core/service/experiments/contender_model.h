// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/contender_messages.h"
#include "core/service/steps/prepared_model.h"

#include <array>
#include <functional>

namespace rooflight {

/// What holds for the whole process of a contender: malloc, pages, denormals, threads. Call it before LibTorch computes
/// anything.
void applyToProcess(const RunSetup &setup);

/// Environment variables that keep LibTorch, oneDNN or MKL from instructions that the CPU has.
inline constexpr std::array instructionCaps = { "ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA",
                                                "MKL_ENABLE_INSTRUCTIONS" };

/// The request of a contender: the one that it takes part in, under its setup.
[[nodiscard]] Request requestUnder(const Request &request, const RunSetup &setup);

/// What a contender needs of whoever made its process.
struct ContenderLoader {
    /// Gives up the rights that a model has no use for. Errors: those of a request.
    std::function<Result<void>()> confine;
    /// Loads the plain model and makes its inputs. Errors: those of a model.
    std::function<Result<PreparedModel *>()> loadPlain;
};

/// Answers the questions of the other end until it is gone. The first must be Load or Disturb; \p loader is called
/// then.
void answerQuestions(ContenderSocket socket, const Request &request,
                     const std::function<ContenderLoader(const Request &)> &loader);

} // namespace rooflight
