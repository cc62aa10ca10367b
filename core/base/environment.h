// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdlib>

namespace rooflight {

/// Value of an environment variable; null if it is not set.
[[nodiscard]] inline const char *environmentVariable(const char *name)
{
    // Unsafe only while another thread changes the environment: the programs change it before they have any.
    return std::getenv(name); // NOLINT(concurrency-mt-unsafe)
}

} // namespace rooflight
