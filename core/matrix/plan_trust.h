// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include <toml++/toml.h>

namespace rooflight {

/// What in a plan starts a program, lifts a protection or reads beyond the plan's folder.
struct PlanDanger {
    std::size_t line = 0; ///< of the plan, from 1
    std::string text; ///< "worker starts a program"
};

/// The first one in the plan, by its keys; symbolic links are followed to say where a file lies.
[[nodiscard]] std::optional<PlanDanger> dangerOf(const toml::table &plan, const std::filesystem::path &folder);

} // namespace rooflight
