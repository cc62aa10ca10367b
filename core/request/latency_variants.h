// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"

#include <string>
#include <vector>

namespace rooflight {

/// What is timed, and how it is run.
struct VariantChoice {
    std::string model; ///< path
    Execution execution;

    bool operator==(const VariantChoice &) const = default;
};

/// Parses `MODEL`, `KEY=VALUE[,...]` or `MODEL,KEY=VALUE[,...]`: what differs from \p base. Keys and values are the
/// names of `executor`, `precision`, `memory_format`, `tf32` and `caches` in core/model/execution.h. Errors:
/// CommandLine.
[[nodiscard]] Result<VariantChoice> parseVariant(const std::string &text, const VariantChoice &base);

/// The request's own model, then each that is interleaved with it. Errors: CommandLine.
[[nodiscard]] Result<std::vector<VariantChoice>> variantsOf(const Request &request);

} // namespace rooflight
