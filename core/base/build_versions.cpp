// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/build_versions.h"

#include <fmt/format.h>

namespace rooflight {

std::string libtorchVersion()
{
    return ROOFLIGHT_LIBTORCH_VERSION;
}

std::string compilerVersion()
{
#ifdef __clang__
    return __VERSION__;
#else
    return fmt::format("GCC {}", __VERSION__);
#endif
}

std::string libtorchCudaVersion()
{
    return ROOFLIGHT_LIBTORCH_CUDA;
}

} // namespace rooflight
