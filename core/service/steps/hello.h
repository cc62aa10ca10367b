// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/session.h"

#include <vector>

namespace rooflight {

/// Who this is and what it can run on. Opens no CUDA library and starts no thread: processes that run models are
/// forked from the one that calls it.
[[nodiscard]] Hello makeHello();

/// The same without GPUs: no driver is asked, which may take seconds to start.
[[nodiscard]] Hello makeHelloOfCpu();

/// Adds GPUs, and which of them have roofs in the cache.
void addDevices(Hello &hello, std::vector<Device> devices);

} // namespace rooflight
