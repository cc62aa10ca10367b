// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <filesystem>

namespace rooflight {

/// Bytes that this process could still take: the least of what the system has available, what its control groups allow
/// it, and its limit on address space. `root` stands for "/".
[[nodiscard]] std::int64_t memoryInReach(const std::filesystem::path &root = "/");

} // namespace rooflight
