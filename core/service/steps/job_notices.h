// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/record/record.h"

#include <optional>
#include <string>

namespace rooflight {

// What a job says beside its results, for people. record_check.cpp lists the codes that may come after the model ran.

/// More threads than CPUs, if the request measures. Roofs of such threads are marked "oversubscribed"; times have no
/// such mark.
[[nodiscard]] std::optional<Notice> crowdedThreads(const Request &request);

/// The operators of a CPU are counted for a request on a GPU.
[[nodiscard]] std::optional<Notice> countsAsOnCpu(const Request &request);

/// Another method than forward() is run.
[[nodiscard]] std::optional<Notice> otherMethod(const Request &request);

/// The file was saved in training mode.
[[nodiscard]] Notice trainingMode(const std::string &file);

/// A phrase of core/model/error_sentences.h, which is known again after the model ran.
[[nodiscard]] Notice noticeOf(std::string code, ComposedText sentence);

/// A run changed its inputs.
[[nodiscard]] Notice changedInputs();

/// Multiply-adds, FLOPs or bytes stopped at the end of their range.
[[nodiscard]] Notice countsStopped();

} // namespace rooflight
