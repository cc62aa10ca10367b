// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/snapshot.h"

#include <cstdint>
#include <functional>

namespace ridgepoint {

/// How a measurement tells how far it is and learns that it should end. Both are asked between runs only.
struct RunControl {
    std::function<void(std::int64_t done, std::int64_t total)> progress = [](std::int64_t, std::int64_t) {};
    std::function<bool()> cancelled = [] { return false; };
};

template<typename T> using SoFar = SnapshotSink<T>;

} // namespace ridgepoint
