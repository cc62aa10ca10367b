// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace ridgepoint {

/// Why the last dlopen() or dlsym() of this thread failed.
[[nodiscard]] std::string loaderError();

} // namespace ridgepoint
