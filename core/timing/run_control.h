// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/error.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ridgepoint {

/// How a measurement tells how far it is and learns that it should end. Both are asked between runs only.
struct RunControl {
    std::function<void(std::int64_t done, std::int64_t total)> progress = [](std::int64_t, std::int64_t) {};
    std::function<bool()> cancelled = [] { return false; };
};

/// What a measurement brought, and what ended it early. A value beside an error is what was measured before, flagged
/// "partial"; so is one that was cancelled.
template<typename T> struct Measured {
    std::optional<T> value;
    std::optional<Error> error;
};

/// Told what there is so far about once a second while a measurement goes on: nothing is lost when its process is.
template<typename T> using SoFar = std::function<void(const T &)>;

} // namespace ridgepoint
