// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <dlfcn.h>

#include <string>

namespace ridgepoint {

/// Why the last dlopen() or dlsym() of this thread failed.
[[nodiscard]] inline std::string loaderError()
{
    // POSIX lets threads share the text; in glibc and musl each has its own.
    const char *reason = dlerror(); // NOLINT(concurrency-mt-unsafe)
    return reason ? reason : "unknown reason";
}

} // namespace ridgepoint
