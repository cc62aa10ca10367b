// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rooflight {

/// All TorchScript files that a request runs. Errors: CommandLine.
[[nodiscard]] Result<std::vector<std::string>> modelFiles(const Request &request);

/// The tensor files that its inputs name.
[[nodiscard]] std::vector<std::string> inputFiles(const Request &request);

/// Bytes of the largest one; files that cannot be read count 0.
[[nodiscard]] std::int64_t largestFile(const std::vector<std::string> &files);

} // namespace rooflight
