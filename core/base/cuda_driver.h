// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace rooflight {

/// The library of NVIDIA's driver, for dlsym(); null if there is none. To open it starts nothing.
[[nodiscard]] void *openCudaDriver();

} // namespace rooflight
