// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/shared_library.h"

#include <dlfcn.h>

namespace rooflight {

void *openCudaDriver()
{
    return dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
}

std::string loaderError()
{
    // POSIX lets threads share the text; in glibc and musl each has its own.
    const char *reason = dlerror(); // NOLINT(concurrency-mt-unsafe)
    return reason ? reason : "unknown reason";
}

} // namespace rooflight
