// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

namespace ridgepoint {

/// What the kernel offers for confine(): "landlock 7", or "none: ..." with the reason.
[[nodiscard]] std::string confinementSupport();

/// Takes from this process, for good, the right to create, write, rename or remove files, to execute programs and to
/// open network connections. Files that are open stay usable, and reading goes on. With \p cuda the driver's device
/// files stay writable. Returns false, and changes nothing, where the kernel cannot do it. Needs a single thread.
bool confine(bool cuda);

/// Bounds the memory of this process. 0 chooses nine tenths of what is available now. Memory that a GPU driver maps
/// counts, too, so do not use it for CUDA.
void limitMemory(std::int64_t bytes);

} // namespace ridgepoint
