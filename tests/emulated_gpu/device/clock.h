// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace emulated_gpu {

/// The host's steady clock, ns: the same that CUPTI's timestamps and a program's own measurements use.
[[nodiscard]] std::int64_t nowNs();

/// Returns when the host's clock shows this moment.
void waitUntil(std::int64_t momentNs);

} // namespace emulated_gpu
