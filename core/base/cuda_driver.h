// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace ridgepoint {

/// The library of NVIDIA's driver, for dlsym(); null where there is none. To open it starts nothing.
[[nodiscard]] void *openCudaDriver();

} // namespace ridgepoint
