// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/cuda_driver.h"

#include <dlfcn.h>

namespace rooflight {

void *openCudaDriver()
{
    return dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
}

} // namespace rooflight
