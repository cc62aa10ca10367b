// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <dlfcn.h>

namespace rooflight {

/// A function of the CUDA runtime that LibTorch brought; null if there is none. Our own code is built without CUDA:
/// only functions whose declarations have stayed the same are called.
template<typename Function> [[nodiscard]] Function cudaRuntimeFunction(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

} // namespace rooflight
