// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "device/lies.h"

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

struct Told {
    std::string name;
    double number = 0;
    std::int64_t first = 1;
    std::atomic<std::int64_t> launches = 0;
};

std::list<Told> readLies()
{
    std::list<Told> lies;
    const char *variable = std::getenv("CUDA_EMULATED_LIES");
    std::istringstream parts(variable ? variable : "");
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t colon = part.find(':');
        if (colon == std::string::npos)
            continue;
        Told &told = lies.emplace_back();
        told.name = part.substr(0, colon);
        told.number = std::atof(part.c_str() + colon + 1);
        if (const std::size_t at = part.find('@'); at != std::string::npos)
            told.first = std::atoll(part.c_str() + at + 1);
    }
    return lies;
}

std::list<Told> &lies()
{
    static auto *all = new std::list<Told>(readLies());
    return *all;
}

bool isAbout(const Told &told, std::string_view kernel)
{
    return kernel.find(told.name) != std::string_view::npos;
}

} // namespace

double lie(Lie which, double otherwise)
{
    const std::string_view name = names.at(static_cast<std::size_t>(which));
    const auto told = std::ranges::find(lies(), name, &Told::name);
    return told == lies().end() ? otherwise : told->number;
}

double launchFactor(std::string_view kernel)
{
    double factor = 1;
    for (const Told &told : lies()) {
        if (isAbout(told, kernel) && told.launches + 1 >= told.first)
            factor *= told.number;
    }
    return factor;
}

void countLaunch(std::string_view kernel)
{
    for (Told &told : lies()) {
        if (isAbout(told, kernel))
            ++told.launches;
    }
}

} // namespace emulated_gpu
