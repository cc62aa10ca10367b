// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/benchmark_messages.h"

#include <optional>
#include <string_view>

namespace rooflight {

// An allocator takes the place of malloc only in a program that starts with it: a benchmark process that is to have one
// starts this program again, before it is confined. Which library that is, is a choice among those known here.

/// The first argument of the program that goes on.
inline constexpr std::string_view preloadedArgument = "answer-preloaded";

/// Whether this program is the worker, which can go on so.
[[nodiscard]] bool canStartPreloaded();

/// Starts the program again in this process, with the allocator of \p first and the other end of \p socket. \p own is
/// the request under its setup, whose file, where it was opened, stays open. Returns where that fails.
void startPreloaded(const BenchmarkSocket &socket, const Request &own, const BenchmarkRequest &first);

/// What the program that goes on is given.
struct PreloadedStart {
    BenchmarkSocket socket;
    Request own;
    BenchmarkRequest first;
};

/// From its arguments. Nothing where they are not those of startPreloaded(), or the library was not loaded.
[[nodiscard]] std::optional<PreloadedStart> preloadedStart(int argc, char **argv);

} // namespace rooflight
