// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace rooflight {

/// Versions of LibTorch and the compiler that this was built with; "none" for a build without LibTorch.
[[nodiscard]] std::string libtorchVersion();
[[nodiscard]] std::string compilerVersion();

/// The CUDA version that LibTorch was built for; "none" for a LibTorch without CUDA. Opens nothing.
[[nodiscard]] std::string libtorchCudaVersion();

} // namespace rooflight
