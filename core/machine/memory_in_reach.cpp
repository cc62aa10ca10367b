// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/memory_in_reach.h"

#include "core/base/text_file.h"
#include "core/machine/control_group.h"

#include <algorithm>
#include <limits>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace rooflight {

namespace {

std::int64_t availableInSystem(const std::filesystem::path &root)
{
    constexpr std::string_view key = "MemAvailable:";
    const std::string memInfo = readText(root / "proc/meminfo");
    const std::size_t line = memInfo.find(key);
    if (line != std::string::npos)
        return numberIn<std::int64_t>(std::string_view(memInfo).substr(line + key.size())).value_or(0) << 10;
    return static_cast<std::int64_t>(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

std::int64_t addressSpaceLimit()
{
    rlimit limit {};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(limit.rlim_cur);
}

} // namespace

std::int64_t memoryInReach(const std::filesystem::path &root)
{
    const std::int64_t inGroup =
        controlGroupLimits(root).memoryBytes.value_or(std::numeric_limits<std::int64_t>::max());
    return std::min({ availableInSystem(root), inGroup, addressSpaceLimit() });
}

} // namespace rooflight
