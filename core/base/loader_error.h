// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace rooflight {

/// Why the last dlopen() or dlsym() of this thread failed.
[[nodiscard]] std::string loaderError();

} // namespace rooflight
