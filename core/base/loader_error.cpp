// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/loader_error.h"

#include <dlfcn.h>

namespace rooflight {

std::string loaderError()
{
    // POSIX lets threads share the text; in glibc and musl each has its own.
    const char *reason = dlerror(); // NOLINT(concurrency-mt-unsafe)
    return reason ? reason : "unknown reason";
}

} // namespace rooflight
