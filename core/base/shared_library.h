// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <dlfcn.h>

#include <string>

namespace rooflight {

/// The library of NVIDIA's driver, for dlsym(); null if there is none. To open it starts nothing.
[[nodiscard]] void *openCudaDriver();

/// Sets \p function to the one of that name in an opened library; null if there is none.
template<typename Function> void findFunction(void *library, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
}

/// Why the last dlopen() or dlsym() of this thread failed.
[[nodiscard]] std::string loaderError();

} // namespace rooflight
