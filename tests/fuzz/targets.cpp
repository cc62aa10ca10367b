// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/targets.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace rooflight::fuzz {

namespace {

constexpr std::array all = {
    Target { "archive", readArchive },      Target { "model", readModel },
    Target { "pickle", readPickle },        Target { "code", readCode },
    Target { "export", readExport },        Target { "sizes", readSizes },
    Target { "session", readSavedSession }, Target { "record", readRecord },
    Target { "request", readRequest },      Target { "roofs", readKeptRoofs },
    Target { "input", readInput },          Target { "formulas", readFormulas },
    Target { "trace", readTrace },          Target { "roofs_file", readRoofsFile },
    Target { "matrix", readMatrix },
#ifdef ROOFLIGHT_FUZZES_PLANS
    Target { "plan", readPlanFile },
#endif
};

} // namespace

std::span<const Target> targets()
{
    return all;
}

const Target *findTarget(std::string_view name)
{
    const auto *const found = std::ranges::find(all, name, &Target::name);
    return found == all.end() ? nullptr : found;
}

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

} // namespace rooflight::fuzz
