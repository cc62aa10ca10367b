// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/processor.h"
#include "core/report/format/text_layout.h"

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// "avx512 (LibTorch: AVX512), avx512_bf16, amx_int8".
[[nodiscard]] std::string instructionsText(const Processor &processor);

/// "0: CPUs 0 to 15; 1: CPUs 16 to 31"; of several groups alone, else empty.
[[nodiscard]] std::string groupsText(const std::vector<CpuGroup> &groups);

/// What of it can make a difference: instructions, pages, several nodes of memory or kinds of cores, a quota.
void addProcessorFacts(Facts &facts, const std::optional<Processor> &processor);

} // namespace rooflight
