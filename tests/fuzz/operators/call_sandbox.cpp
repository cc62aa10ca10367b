// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// What operator_calls.py opens in a process of Python, so that operators are called there as in that of a model: with
// the checks that Rooflight puts before some, and confined by the same code.

#include "core/service/sandbox/confinement.h"
#include "core/torchscript/load/language_guards.h"
#include "core/torchscript/load/operator_guards.h"

#include <cstdint>
#include <string>

extern "C" {

/// Once, before operators are looked up.
void rooflight_guard()
{
    rooflight::guardOperators();
    rooflight::guardLanguage();
}

/// For good. \p folders are what Python reads, each ended by a line feed. Null, or why not.
const char *rooflight_confine(const char *folders, std::int64_t memoryBytes)
{
    static std::string problem;
    rooflight::ConfinementPlan plan;
    std::string folder;
    for (const char *c = folders; *c != '\0'; ++c) {
        if (*c != '\n') {
            folder += *c;
            continue;
        }
        plan.readable.emplace_back(folder);
        folder.clear();
    }
    rooflight::Result<void> confined = rooflight::confine(plan);
    if (confined.ok())
        confined = rooflight::confineAfterStart();
    if (!confined.ok())
        problem = confined.error().text;
    else if (!rooflight::limitMemory(memoryBytes))
        problem = "its memory cannot be limited";
    return problem.empty() ? nullptr : problem.c_str();
}

} // extern "C"
