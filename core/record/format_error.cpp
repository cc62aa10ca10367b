// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/format_error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rooflight {

std::string excerpt(std::string_view line)
{
    constexpr std::size_t length = 60;
    const nlohmann::json shown = line.substr(0, length);
    return shown.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + (line.size() > length ? "..." : "");
}

std::string describe(const FormatError &problem, std::string_view line)
{
    const std::string subject = problem.key().empty() ? "it" : fmt::format("its key '{}'", problem.key());
    return fmt::format("{} {}: {}", subject, problem.what(), excerpt(line));
}

} // namespace rooflight
