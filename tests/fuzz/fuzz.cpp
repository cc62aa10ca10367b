// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// The program of libFuzzer; RIDGEPOINT_FUZZ_TARGET names the target.

#include "core/base/environment.h"
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>

namespace {

const ridgepoint::fuzz::Target &chosenTarget()
{
    const char *name = ridgepoint::environmentVariable("RIDGEPOINT_FUZZ_TARGET");
    const ridgepoint::fuzz::Target *target = ridgepoint::fuzz::findTarget(name ? name : "");
    ridgepoint::fuzz::require(target, "RIDGEPOINT_FUZZ_TARGET names a target");
    return *target;
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const ridgepoint::fuzz::Target &target = chosenTarget();
    target.run({ reinterpret_cast<const char *>(data), size });
    return 0;
}
