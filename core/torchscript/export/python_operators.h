// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace rooflight {

/// Whether the operators of a namespace exist in Python only, so that no shared library brings them. Some of them are
/// defined here in LibTorch's own operators, and registered when the program starts.
[[nodiscard]] bool isWrittenInPython(std::string_view nameSpace);

} // namespace rooflight
