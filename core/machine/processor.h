// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/cpu_features.h"
#include "core/machine/topology.h"
#include "core/model/device.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace rooflight {

/// Numbers in a list as the kernel writes it: "0-3,8". Empty for another text.
[[nodiscard]] std::vector<int> cpusInList(std::string_view list);

/// The word in brackets in a text like "always [madvise] never"; empty without one.
[[nodiscard]] std::string chosenWord(std::string_view text);

/// "avx512_bf16", ... of those that are there.
[[nodiscard]] std::vector<std::string> extensionNames(const CpuFeatures &features);

/// The nodes of memory that these CPUs belong to, by number.
[[nodiscard]] std::vector<CpuGroup> memoryNodes(const CpuTopology &topology);

/// Kinds of cores among these CPUs, fastest first: of Intel's hybrid processors by name, of Arm's by their capacity.
/// Empty if all are of a kind. `root` stands for "/".
[[nodiscard]] std::vector<CpuGroup> coreKinds(const CpuTopology &topology, const std::filesystem::path &root = "/");

/// The processor of these CPUs, without instruction sets. `root` as above.
[[nodiscard]] Processor processorOf(const CpuTopology &topology, const std::filesystem::path &root = "/");

} // namespace rooflight
