// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/clock.h"

#include <ctime>

namespace rooflight {

std::string timestampNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts {};
    gmtime_r(&now, &parts);
    std::string text(20, '\0');
    std::strftime(text.data(), text.size() + 1, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::optional<std::int64_t> secondsSince(std::string_view timestamp)
{
    std::tm parts {};
    const std::string text(timestamp);
    const char *end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (!end || *end != '\0')
        return std::nullopt;
    return static_cast<std::int64_t>(std::time(nullptr)) - static_cast<std::int64_t>(timegm(&parts));
}

} // namespace rooflight
