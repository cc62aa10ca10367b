// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/lies.h"

#include "device/settings.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <list>
#include <sstream>
#include <string>

namespace emulated_gpu {

namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 10> names = { "events",  "event_ns",     "waiting_events", "graphs",
                                                     "records", "lost_records", "lost_owners",    "counters",
                                                     "queue",   "wait_ms" };

struct ActiveLie {
    std::string name;
    double number = 0;
    std::int64_t first = 1;
    std::atomic<std::int64_t> launches = 0;
};

std::list<ActiveLie> readLies()
{
    std::list<ActiveLie> lies;
    const char *variable = emulatedVariable("CUDA_EMULATED_LIES");
    std::istringstream parts(variable ? variable : "");
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t colon = part.find(':');
        if (colon == std::string::npos)
            continue;
        ActiveLie &active = lies.emplace_back();
        active.name = part.substr(0, colon);
        active.number = std::strtod(part.c_str() + colon + 1, nullptr);
        if (const std::size_t at = part.find('@'); at != std::string::npos)
            active.first = std::strtoll(part.c_str() + at + 1, nullptr, 10);
    }
    return lies;
}

std::list<ActiveLie> &lies()
{
    static auto *all = new std::list<ActiveLie>(readLies());
    return *all;
}

bool isAbout(const ActiveLie &active, std::string_view kernel)
{
    return kernel.find(active.name) != std::string_view::npos;
}

} // namespace

double lie(Lie which, double otherwise)
{
    const std::string_view name = names.at(static_cast<std::size_t>(which));
    const auto active = std::ranges::find(lies(), name, &ActiveLie::name);
    return active == lies().end() ? otherwise : active->number;
}

double launchFactor(std::string_view kernel)
{
    double factor = 1;
    for (const ActiveLie &active : lies()) {
        if (isAbout(active, kernel) && active.launches + 1 >= active.first)
            factor *= active.number;
    }
    return factor;
}

void countLaunch(std::string_view kernel)
{
    for (ActiveLie &active : lies()) {
        if (isAbout(active, kernel))
            ++active.launches;
    }
}

} // namespace emulated_gpu
